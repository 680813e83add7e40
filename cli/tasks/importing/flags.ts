import { flag, text, word } from '../../input/options/kinds.ts';

export const importFlags = {
  column: text('--column <TITLE>', 'CSV column with the entries. Default: email, address or similar.'),
  dryRun: flag('--dry-run', 'Check the file without importing it.'),
  resume: flag('--resume', 'Continue an interrupted import of the same file.'),
};
export const importArguments = {
  file: word('FILE', 'One entry per line, a CSV with a header, or a JSON array; "-" is stdin.'),
};
