import type { Command } from '../command.ts';
import { EXITS } from '../exit-codes.ts';
import { outcomesOf } from './outcomes.ts';

/** The end of a command's help: how it can end. Loaded with the endpoints, only when somebody reads it. */
export async function outcomeSections(command: Command, width: number): Promise<string> {
  const { codes, common, exits } = await outcomesOf(command);
  const rows = exits.map((name) => `  ${EXITS[name].code}  ${EXITS[name].meaning}`);
  return [
    '',
    'Exit codes:',
    ...rows,
    '',
    'Error codes (agentmail errors CODE explains one):',
    ...(codes.length > 0 ? [...wrapped(codes, width), '  and as other commands:'] : []),
    ...wrapped(common, width),
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
