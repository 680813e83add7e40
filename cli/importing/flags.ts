import { flag, text, word } from '../command.ts';

export const importFlags = {
  column: text(
    '--column <TITLE>',
    'Column of a CSV that holds the entries. Default: email, address and the like.',
  ),
  dryRun: flag('--dry-run', 'Only read the file and tell what is in it.'),
  resume: flag('--resume', 'Go on where an earlier import of the same file stopped.'),
};
export const importArguments = {
  file: word('FILE', 'One entry a line, a CSV with a header, or a JSON array; "-" is stdin.'),
};
