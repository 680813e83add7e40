import { ERRORS } from '../../../shared/contract/errors.ts';
import { hintFor } from '../../client/hints.ts';
import { type Command, type CommandTree, takenBy } from '../../command.ts';
import type { Argument, Flag } from '../../input/options/flag.ts';
import { EXITS } from '../../machine/exit-codes.ts';
import { OWN_CODES } from '../../machine/own-codes.ts';
import { COMMON_FLAGS, VARIABLES } from './common.ts';
import { outcomesOf } from './outcomes.ts';

/** The command tree as data: its help, and the endpoints of each command. */

export type CommandRow = Awaited<ReturnType<typeof describeCommand>>;
export type ErrorRow = ReturnType<typeof describeErrors>[number];

/** Describes commands whose names begin with these words, and the flags that all share. */
export async function describeTree({ groups, nouns }: CommandTree, words: readonly string[] = []) {
  const commands = groups.flatMap(({ title, commands }) =>
    commands
      .filter(({ name }) => words.every((word, position) => name[position] === word))
      .map((command) => describeCommand(title, command)),
  );
  return {
    common_flags: COMMON_FLAGS.map(({ flags, about }) => ({ flags, about })),
    variables: VARIABLES,
    exit_codes: Object.entries(EXITS).map(([name, exit]) => ({ name, ...exit })),
    nouns,
    commands: await Promise.all(commands),
  };
}

async function describeCommand(title: string, command: Command) {
  const { endpoints, codes, common, exits } = await outcomesOf(command);
  return {
    command: command.name.join(' '),
    group: title.replace(/:$/, ''),
    usage: usageOf(command),
    summary: command.summary,
    description: command.description?.replaceAll('\n', ' ') ?? null,
    arguments: Object.values(command.arguments).map(describeArgument),
    flags: Object.values(command.flags)
      .filter(({ hidden }) => !hidden)
      .map(describeFlag),
    examples: command.examples,
    /** Prints JSON lines instead of one document. */
    stream: command.stream ?? false,
    endpoints: endpoints.map(({ id, method, path, who }) => ({ id, method, path, who })),
    exit_codes: [...new Set(exits.map((name) => EXITS[name].code))],
    error_codes: [...codes, ...common],
  };
}

function usageOf(command: Command): string {
  return ['agentmail', ...command.name, '[options]', takenBy(command)].join(' ').trimEnd();
}

function describeArgument({ label, about, choices, optional, variadic }: Argument<unknown>) {
  return { name: label, about, choices: choices ?? null, required: !optional, repeated: variadic ?? false };
}

function describeFlag({ flags, about, choices, required, repeated, fallback }: Flag<unknown>) {
  return {
    flags,
    about,
    choices: choices ?? null,
    required: required ?? false,
    repeated: repeated ?? false,
    default: repeated ? null : (fallback ?? null),
  };
}

/** All error codes; the command line's own come last. */
export function describeErrors() {
  return [
    ...Object.entries(ERRORS).map(([code, { status, actor, exit, message }]) => ({
      code,
      message,
      status: [...status] as readonly number[],
      actor: actor as string,
      exit: EXITS[exit].code,
      hint: hintFor(code) ?? null,
    })),
    ...Object.entries(OWN_CODES).map(([code, { exit, message }]) => ({
      code,
      message,
      status: [] as readonly number[],
      actor: 'caller',
      exit: EXITS[exit].code,
      hint: null,
    })),
  ];
}
