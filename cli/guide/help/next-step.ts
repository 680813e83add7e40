import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Command } from '../../command.ts';
import { CommandError, type CommandFailure, hinting } from '../../errors.ts';
import type { EntryGroup } from '../entry.ts';
import { inOwnWords } from './field-words.ts';

/** Adds advice to an input error that has none. */
export function withNextStep(error: unknown, command: Command, entries: readonly EntryGroup[]): unknown {
  if (!(error instanceof CommandError)) return error;
  return advised(inOwnWords(error, command), command, entries);
}

function advised(error: CommandError, command: Command, entries: readonly EntryGroup[]): CommandError {
  const { failure } = error;
  if (failure.code === 'INVALID_CURSOR') return hinting(error, newStart(command) ?? failure.hint ?? '');
  if (failure.exit !== 'usage' || failure.hint !== undefined) return error;
  const list = namesNothing(failure) ? listFor(command, entries) : undefined;
  return hinting(error, list === undefined ? helpOf(command.name) : `${list} shows them`);
}

/** Where a command goes on from; the last one is that of the streams, whose entries are not kept for good. */
const POSITION_FLAGS = ['--cursor', '--since'] as const;

/** How to start over after an invalid position, for this command. */
function newStart({ flags }: Command): string | undefined {
  const known = Object.values(flags).map((flag) => flag.flags.split(' ')[0]);
  const position = POSITION_FLAGS.find((each) => known.includes(each));
  if (position !== '--since') return position && `start again without ${position}`;
  return `use a later --since: events are kept for ${LIMITS.eventRetentionDays} days; without --since, it starts now`;
}

export function helpOf(words: readonly string[]): string {
  return ['agentmail', ...words, '--help'].join(' ');
}

/** Whether the error is about an unknown name. */
function namesNothing({ code, details }: CommandFailure): boolean {
  if (code === 'NOT_FOUND') return true;
  const issues = Array.isArray(details?.issues) ? details.issues : [];
  return issues.some((issue) => /(?:^|_)id$/.test(String(issue?.path)));
}

/** The command that lists what this one's words name. */
function listFor({ name, arguments: taken }: Command, groups: readonly EntryGroup[]): string | undefined {
  const noun = name.slice(0, -1);
  const lists = groups
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.takes === '' && entry.name.at(-1) === 'list')
    .map((entry) => entry.name.join(' '));
  const own = [...noun, 'list'].join(' ');
  if (lists.includes(own)) return `agentmail ${own}`;
  return Object.values(taken).some(({ label }) => label === 'MESSAGE')
    ? 'agentmail messages list'
    : undefined;
}
