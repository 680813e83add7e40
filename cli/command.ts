import type { Endpoint } from '../shared/contract/endpoint.ts';
import type { Context } from './context.ts';
import type { ExitName } from './exit-codes.ts';
import type { OwnCodeName } from './own-codes.ts';
import type { View } from './views/document.ts';

/** A flag of a command: how it is written, and what its text becomes. */
export interface Flag<Value> {
  /** As `-n, --lines <N>`. */
  readonly flags: string;
  readonly about: string;
  /** Turns the text into the value; throws `TypeError` with a message for people. */
  readonly parse?: (text: string) => Value;
  readonly choices?: readonly string[];
  readonly required?: true;
  /** May be given several times; the values are gathered in a list. */
  readonly repeated?: true;
  readonly fallback?: Value;
}

/** A word after the command's name. */
export interface Argument<Value> {
  /** As `MESSAGE`. */
  readonly label: string;
  readonly about: string;
  readonly optional?: true;
  /** Takes all words that are left. */
  readonly variadic?: true;
  /** Never set; carries the type. */
  readonly value?: Value;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<T> = T extends Flag<infer Value> ? Value : T extends Argument<infer Value> ? Value : never;
export type InputOf<F extends Flags, A extends Arguments> = {
  readonly [K in keyof F]: ValueOf<F[K]>;
} & { readonly [K in keyof A]: ValueOf<A[K]> };

/** What a command hands back: the result as data, its form for people, and how it ended. */
export interface Outcome {
  readonly data: unknown;
  readonly document: () => ReturnType<View<never>>;
  readonly exit: ExitName;
  /** May be longer than a screen: people get it in a pager. */
  readonly long?: true;
}

/** Joins a result with its view. */
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

/** One command: everything that parsing, help, completion and tests need to know, and what it does. */
export interface CommandDefinition<
  F extends Flags = Flags,
  A extends Arguments = Arguments,
  E extends EndpointRecord = EndpointRecord,
> {
  /** The words that name it, as `['mailboxes', 'create']`. */
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags: F;
  readonly arguments: A;
  readonly examples: readonly Example[];
  /** The only endpoints it can call. Loaded when it runs, so that help needs no schemas. */
  readonly endpoints: () => Promise<E>;
  /** Prints one result after another, as JSON lines for programs. */
  readonly stream?: true;
  /** Errors that it finds itself, besides those that every command can. */
  readonly codes?: readonly OwnCodeName[];
  /** Ends that are no errors, besides `ok`. */
  readonly exits?: readonly ExitName[];
  readonly run: (context: Context, input: InputOf<F, A>, endpoints: E) => Promise<Outcome | ExitName>;
}

/** A command whose inner types no longer matter, as lists of commands hold it. */
export interface Command {
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags: Flags;
  readonly arguments: Arguments;
  readonly examples: readonly Example[];
  readonly endpoints: () => Promise<EndpointRecord>;
  readonly stream?: true;
  readonly codes?: readonly OwnCodeName[];
  readonly exits?: readonly ExitName[];
  readonly execute: (
    context: Context,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Outcome | ExitName>;
}

/** Commands under the title that `--help` shows above them. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** All commands as help and completion show them. */
export interface CommandTree {
  readonly groups: readonly CommandGroup[];
  /** What the nouns stand for, by their words. */
  readonly nouns: Readonly<Record<string, string>>;
}

/** Declares a command; its input and endpoints are typed from the declaration. */
export function command<
  const F extends Flags,
  const A extends Arguments,
  const E extends EndpointRecord = Record<never, never>,
>(definition: CommandDefinition<F, A, E>): Command {
  const { run, ...rest } = definition;
  return {
    ...rest,
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

export function choice<const Values extends readonly string[]>(
  flags: string,
  about: string,
  choices: Values,
): Flag<Values[number] | undefined> {
  return { flags, about, choices };
}

export function integer(flags: string, about: string, min: number, max: number): Flag<number | undefined> {
  return { flags, about, parse: (value) => parseInteger(value, min, max) };
}

/** A flag that may stand alone (then `true`) or with a number of seconds. */
export function optionalSeconds(flags: string, about: string): Flag<number | true | undefined> {
  return { flags, about, parse: (value) => parseInteger(value, 1, MAX_SECONDS) };
}

/** A time that a command may wait, 1 second to 30 days. */
export function seconds(flags: string, about: string): Flag<number | undefined> {
  return integer(flags, about, 1, MAX_SECONDS);
}

const MAX_SECONDS = 30 * 24 * 3600;

function parseInteger(value: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new TypeError(`must be an integer from ${min} to ${max}`);
}
