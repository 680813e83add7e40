import { Argument as CommanderArgument, CommanderError, Option } from 'commander';
import { type Command, writtenAs } from '../../command.ts';
import { EXITS } from '../../machine/exit-codes.ts';
import type { Argument, Flag } from './flag.ts';
import { InvalidValue } from './invalid-value.ts';

/** Turns declared flags and arguments into those of the parser. */

type FlagReading = Pick<Flag<unknown>, 'parse' | 'choices' | 'oldChoices'>;

/**
 * The option of a flag, then a hidden one for each earlier name; all of them set the same value, and only
 * once.
 */
export function optionsOf(flag: Flag<unknown>): [Option, ...Option[]] {
  const own = new Option(flag.flags, flag.about);
  // Else the parser takes it for the opposite of a flag `--files`, and its value is never true.
  own.negate = false;
  if (flag.hidden) own.hideHelp();
  if (flag.required) own.makeOptionMandatory();
  if (flag.choices) own.argChoices = [...flag.choices];
  if (flag.fallback !== undefined) own.default(flag.fallback);
  const given = { already: false };
  const take = (text: string, previous: unknown) => {
    const value = readValue(own.long ?? flag.flags, flag, text);
    if (flag.repeated) return [...(Array.isArray(previous) ? previous : []), value];
    if (given.already) throw givenTwice(own);
    given.already = true;
    return value;
  };
  if (!own.isBoolean()) own.argParser(take);
  const old = (flag.old ?? []).map(({ flags, means }) => {
    const option = new Option(flags).hideHelp();
    option.attributeName = () => own.attributeName();
    if (own.isBoolean()) return option;
    if (typeof means === 'string') option.preset(means);
    return option.argParser((text: string, previous: unknown) =>
      take(typeof means === 'function' ? means(text) : text, previous),
    );
  });
  return [own, ...old];
}

export function argumentOf(argument: Argument<unknown>): CommanderArgument {
  const { about, choices, variadic } = argument;
  const made = new CommanderArgument(writtenAs(argument), about);
  if (choices) made.argChoices = [...choices];
  return made.argParser((text: string, previous: unknown) => {
    // An unset variable of a script, which some look-ups would take for any name.
    if (text === '') throw invalidValue(`${argument.label} is empty.`);
    const value = readValue(argument.label, argument, text);
    return variadic ? [...(Array.isArray(previous) ? previous : []), value] : value;
  });
}

function readValue(name: string, { parse, choices, oldChoices = {} }: FlagReading, text: string): unknown {
  const known = Object.hasOwn(oldChoices, text) ? (oldChoices[text] ?? text) : text;
  if (choices && !choices.includes(known)) {
    throw invalidValue(`${name} can't be "${text}". Choose one of: ${choices.join(', ')}.`);
  }
  try {
    return parse ? parse(known) : known;
  } catch (error) {
    throw error instanceof InvalidValue ? invalidValue(`${name} ${error.message}.`) : error;
  }
}

/** Commander adds words to its own `InvalidArgumentError`. */
function invalidValue(message: string): CommanderError {
  return new CommanderError(EXITS.usage.code, 'agentmail.invalidValue', message);
}

/** The last of several values would win silently, as of two recipients. */
export function givenTwice({ long, flags }: Option): CommanderError {
  const message = `${long ?? flags} can be given only once.`;
  return new CommanderError(EXITS.usage.code, 'agentmail.givenTwice', message);
}

/** Gives words that stand for a flag to that flag, and refuses both. */
export function assertOneOf(
  command: Command,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values = { ...input };
  for (const [name, { standsFor: flag, label }] of Object.entries(command.arguments)) {
    if (flag === undefined || isEmpty(input[name])) continue;
    if (!isEmpty(input[flag])) {
      const written = command.flags[flag]?.flags.match(/--[\w-]+/)?.[0] ?? flag;
      const message = `${label} and ${written} can't be combined.`;
      throw new CommanderError(EXITS.usage.code, 'agentmail.givenTwice', message);
    }
    values[flag] = input[name];
  }
  return values;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
