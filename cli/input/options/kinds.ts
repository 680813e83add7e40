import { readListenAddress } from '../../../shared/listen-address.ts';
import type { Argument, Flag, OldFlag } from './flag.ts';
import { InvalidValue } from './invalid-value.ts';

/** The kinds of flags and arguments. */

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

/** The least and the greatest number that a flag takes. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export function integer(flags: string, about: string, range: Range): Flag<number | undefined> {
  return { flags, about, parse: (value) => parseInteger(value, range) };
}

function parseInteger(value: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new InvalidValue(`must be an integer from ${min} to ${max}`);
}

/** The address of `Ann <ann@example.com>`; any other text as it is, for the daemon to judge. */
export function addressOf(text: string): string {
  return /^[^<>]*<\s*([^<>\s]+)\s*>\s*$/.exec(text)?.[1] ?? text;
}

/** The same flag or argument, which takes an address with a name too. */
export function addressed<Taken extends Flag<unknown> | Argument<unknown>>(taken: Taken): Taken {
  return { ...taken, parse: oneAddress };
}

function oneAddress(text: string): string {
  if (text.split(/[,;]/).filter((part) => part.includes('@')).length > 1)
    throw new InvalidValue('takes one address; run the command once for each');
  return addressOf(text);
}

/** A flag that says where the daemon listens. */
export function listenFlag(flags: string, about: string): Flag<string | undefined> {
  return { flags, about, parse: listenAddress };
}

function listenAddress(text: string): string {
  if (readListenAddress(text)) return text;
  throw new InvalidValue('must be HOST:PORT, such as 127.0.0.1:4310');
}
