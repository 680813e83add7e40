import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { CommandContext } from '../../context.ts';

export type EndpointRecord = Readonly<Record<string, Endpoint>>;

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
  /**
   * Makes the value after all others are resolved, also when nothing was typed, as from the default mailbox.
   */
  readonly complete?: (context: CommandContext, text: string | undefined) => Promise<Value>;
  /** Endpoints that `resolve` and `complete` may call. */
  readonly lookup?: () => Promise<EndpointRecord>;
  /** The command declares these endpoints as its own, because it usually calls them. */
  readonly declares?: true;
}

/**
 * Gets the values of the command that were resolved before: flags, then arguments, in the order of their
 * declaration. Of what takes several values it makes each.
 */
type Resolve = (context: CommandContext, text: string, values: Values) => Promise<unknown>;
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
  readonly declares?: true;
  /** Never set; carries the type. */
  readonly value?: Value;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<T> = T extends Flag<infer Value> ? Value : T extends Argument<infer Value> ? Value : never;
export type InputOf<F extends Flags, A extends Arguments> = {
  readonly [K in keyof F]: ValueOf<F[K]>;
} & { readonly [K in keyof A]: ValueOf<A[K]> };
