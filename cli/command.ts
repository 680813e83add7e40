import type { Endpoint } from '../shared/contract/endpoint.ts';
import type { Context } from './context.ts';
import type { ExitName } from './exit-codes.ts';
import type { OwnCodeName } from './own-codes.ts';
import type { View } from './views/document.ts';

/** A flag: its spelling and its parser. */
export interface Flag<Value> {
  /** As `-n, --lines <N>`. */
  readonly flags: string;
  readonly about: string;
  /**
   * Turns the text into the value; throws `TypeError` with a message for people. Of a repeated flag, each
   * text.
   */
  readonly parse?: (text: string) => unknown;
  /** The only values that it takes: help and completion list them, and so does the error for any other. */
  readonly choices?: readonly string[];
  /** Earlier spellings of choices, which still work but which nothing shows. */
  readonly oldChoices?: Readonly<Record<string, string>>;
  /** Earlier names of the flag, which still work but which nothing shows. */
  readonly old?: readonly OldFlag[];
  /** Works, but help, completion and the man page leave it out. */
  readonly hidden?: true;
  readonly required?: true;
  /** May be repeated; values are collected in a list. */
  readonly repeated?: true;
  readonly fallback?: Value;
  /**
   * Makes the value from the text when that takes the clock, a package or the daemon; runs before the command
   * does.
   */
  readonly resolve?: Resolve;
  /** Endpoints that `resolve` may call. */
  readonly lookup?: () => Promise<EndpointRecord>;
}

/**
 * Gets the values of the command that were resolved before: flags, then arguments, in the order of their
 * declaration. Of what takes several values it makes each.
 */
type Resolve = (context: Context, text: string, values: Values) => Promise<unknown>;
export type Values = Readonly<Record<string, unknown>>;

export interface OldFlag {
  /** As `--as <ORIGIN>`. */
  readonly flags: string;
  /** The text that means the same for the new name: always this one, or made from what was typed. */
  readonly means?: string | ((text: string) => string);
}

/** A word after the command's name. */
export interface Argument<Value> {
  /** As `MESSAGE`. */
  readonly label: string;
  readonly about: string;
  readonly optional?: true;
  /** Takes all remaining words. */
  readonly variadic?: true;
  /** As for flags. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly oldChoices?: Readonly<Record<string, string>>;
  /** The flag of this command whose value it is: either is given, not both. */
  readonly standsFor?: string;
  readonly resolve?: Resolve;
  readonly lookup?: () => Promise<EndpointRecord>;
  /** Never set; carries the type. */
  readonly value?: Value;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<T> = T extends Flag<infer Value> ? Value : T extends Argument<infer Value> ? Value : never;
export type InputOf<F extends Flags, A extends Arguments> = {
  readonly [K in keyof F]: ValueOf<F[K]>;
} & { readonly [K in keyof A]: ValueOf<A[K]> };

/** Result of a command: data, its view for people, and its exit. */
export interface Outcome {
  readonly data: unknown;
  readonly document: () => ReturnType<View<never>>;
  readonly exit: ExitName;
  /** May exceed a screen, so people get it in a pager. */
  readonly long?: true;
}

/** Pairs a result with its view. */
export function result<Data>(data: Data, view: View<Data>, exit: ExitName = 'ok'): Outcome {
  return { data, document: () => view(data), exit };
}

/** A result that may be longer than a screen. */
export function longResult<Data>(data: Data, view: View<Data>): Outcome {
  return { ...result(data, view), long: true };
}

export type EndpointRecord = Readonly<Record<string, Endpoint>>;

export interface Example {
  readonly command: string;
  readonly about: string;
}

/** A command: declarations for parsing, help, completion and tests, and its action. */
export interface CommandDefinition<
  F extends Flags = Flags,
  A extends Arguments = Arguments,
  E extends EndpointRecord = EndpointRecord,
> {
  /** Its words, as `['mailboxes', 'create']`. */
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags: F;
  readonly arguments: A;
  readonly examples: readonly Example[];
  /** The only endpoints that its `run` can call. Loaded when it runs, so that help needs no schemas. */
  readonly endpoints: () => Promise<E>;
  /** Streams results; as JSON lines for programs. */
  readonly stream?: true;
  /** Errors of its own, besides the common ones. */
  readonly codes?: readonly OwnCodeName[];
  /** Exits besides `ok` that aren't errors. */
  readonly exits?: readonly ExitName[];
  readonly run: (context: Context, input: InputOf<F, A>, endpoints: E) => Promise<Outcome | ExitName>;
}

/** A command without its inner types, for lists. */
export interface Command {
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags: Flags;
  readonly arguments: Arguments;
  readonly examples: readonly Example[];
  readonly endpoints: () => Promise<EndpointRecord>;
  /** Endpoints that it may call besides, to find what flags and arguments name. */
  readonly lookups: () => Promise<EndpointRecord>;
  readonly stream?: true;
  readonly codes?: readonly OwnCodeName[];
  readonly exits?: readonly ExitName[];
  readonly execute: (
    context: Context,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Outcome | ExitName>;
}

/** Commands under a title in `--help`. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** All commands as help and completion show them. */
export interface CommandTree {
  readonly groups: readonly CommandGroup[];
  /** Descriptions of nouns. */
  readonly nouns: Readonly<Record<string, string>>;
}

/** Declares a command and infers its input and endpoints. */
export function command<
  const F extends Flags,
  const A extends Arguments,
  const E extends EndpointRecord = Record<never, never>,
>(definition: CommandDefinition<F, A, E>): Command {
  const { run, ...rest } = definition;
  const taken = [...Object.values(definition.flags), ...Object.values(definition.arguments)];
  const lookups = taken.flatMap(({ lookup }) => lookup ?? []);
  return {
    ...rest,
    lookups: async () => Object.assign({}, ...(await Promise.all(lookups.map((lookup) => lookup())))),
    execute: async (context, input) =>
      // The parser built `input` from the same declaration that types it.
      run(context, input as InputOf<F, A>, await definition.endpoints()),
  };
}

/** How the arguments of a command are written, as `<MESSAGE> [FILE...]`. */
export function takenBy({ arguments: taken }: Pick<Command, 'arguments'>): string {
  return Object.values(taken).map(writtenAs).join(' ');
}

export function writtenAs({ label, optional, variadic }: Argument<unknown>): string {
  const name = variadic ? `${label}...` : label;
  return optional ? `[${name}]` : `<${name}>`;
}

/** For commands that call no endpoint. */
export const noEndpoints = async (): Promise<Record<never, never>> => ({});

export const word = (label: string, about: string): Argument<string> => ({ label, about });
export const optionalWord = (label: string, about: string): Argument<string | undefined> => ({
  label,
  about,
  optional: true,
});

/** One word or more. */
export const someWords = (label: string, about: string): Argument<readonly string[]> => ({
  label,
  about,
  variadic: true,
});

export const words = (label: string, about: string): Argument<readonly string[]> => ({
  label,
  about,
  optional: true,
  variadic: true,
});

export const flag = (flags: string, about: string): Flag<boolean> => ({ flags, about, fallback: false });
export const text = (flags: string, about: string): Flag<string | undefined> => ({ flags, about });
/** An earlier flag without a flag that means just the same: it works, and nothing shows it. */
export const hidden = (flags: string): Flag<string | undefined> => ({ flags, about: '', hidden: true });
export const requiredText = (flags: string, about: string): Flag<string> => ({
  flags,
  about,
  required: true,
});
export const texts = (flags: string, about: string): Flag<readonly string[]> => ({
  flags,
  about,
  repeated: true,
  fallback: [],
});

/** The same flag, which also answers to earlier names. */
export function renamed<Value>(flag: Flag<Value>, ...old: readonly OldFlag[]): Flag<Value> {
  return { ...flag, old };
}

export function choice<const Values extends readonly string[]>(
  flags: string,
  about: string,
  choices: Values,
): Flag<Values[number] | undefined> {
  return { flags, about, choices };
}

export function choices<const Values extends readonly string[]>(
  flags: string,
  about: string,
  choices: Values,
): Flag<readonly Values[number][]> {
  return { flags, about, choices, repeated: true, fallback: [] };
}

export function choiceWord<const Values extends readonly string[]>(
  label: string,
  about: string,
  choices: Values,
): Argument<Values[number]> {
  return { label, about, choices };
}

/** How switches are written, and how they once were. */
const SWITCH = {
  choices: ['on', 'off'],
  oldChoices: { true: 'on', false: 'off', yes: 'on', no: 'off' },
  parse: (text: string) => text === 'on',
} as const;

/** A flag that turns something on or off, as `--enabled <on|off>`. */
export function onOff(flags: string, about: string): Flag<boolean | undefined> {
  return { flags, about, ...SWITCH };
}

export const onOffWord = (about: string): Argument<boolean> => ({ label: 'on|off', about, ...SWITCH });

export function integer(flags: string, about: string, min: number, max: number): Flag<number | undefined> {
  return { flags, about, parse: (value) => parseInteger(value, min, max) };
}

function parseInteger(value: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new TypeError(`must be an integer from ${min} to ${max}`);
}
