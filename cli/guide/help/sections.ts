import type { Command } from '../../command.ts';
import { EXITS } from '../../machine/exit-codes.ts';
import { outcomesOf } from './outcomes.ts';

/**
 * The end of a command's help: exit codes and its own error codes. Loads the endpoints, so only help imports
 * it.
 */
export async function outcomeSections(command: Command, width: number): Promise<string> {
  const { codes, exits } = await outcomesOf(command);
  const rows = exits.map((name) => `  ${EXITS[name].code}  ${EXITS[name].meaning}`);
  return [
    '',
    'Exit codes:',
    ...rows,
    '',
    'Error codes (agentmail errors CODE explains one):',
    ...wrapped(codes, width),
    '  common codes: agentmail errors lists them',
    '',
  ].join('\n');
}

/** Words in lines of at most `width` characters, indented. */
function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
