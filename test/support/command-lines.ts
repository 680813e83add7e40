import type { Command } from '../../cli/command.ts';
import type { Argument, Flag } from '../../cli/input/options/flag.ts';

/**
 * Made-up command lines of any command, from what it declares: each is well-formed, and names nothing that is
 * there.
 */

const ID = '01960000-0000-7000-8000-000000000001';

const SAMPLES: Readonly<Record<string, string>> = {
  ACCOUNT: 'ann@example.com',
  ACTION: 'api_key_create',
  ADDRESS: 'ann@example.com',
  DOMAIN: 'mail.example.com',
  EMAIL: 'ann@example.com',
  ENTRY: 'ann@example.com',
  EVENT: 'message.received',
  INDEX: '0',
  KEY: 'key-1',
  LIST: 'blocked',
  MODE: 'blocklist',
  NAME: 'support',
  MAILBOX: 'support',
  NUMBER: '+493012345678',
  PROFILE: 'default',
  REASON: 'a reason',
  SCENARIO: 'clean',
  SECONDS: '1',
  SETTING: 'http.requests_per_minute',
  TERM: 'invoice',
  TEXT: 'Hello',
  URL: 'https://example.com/hook',
  VERSION: '1',
};

/** The shortest complete command line; `file` is one that can be read. */
export function shortestLine({ name, arguments: taken, flags }: Command, file: string): string[] {
  const words = Object.values(taken)
    .filter(({ optional }) => !optional)
    .map((argument) => sampleOf(argument, file));
  const needed = Object.values(flags)
    .filter(({ required }) => required)
    .flatMap((flag) => [longName(flag), flag.choices?.[0] ?? sampleNamed(valueName(flag), file)]);
  return [...name, ...words, ...needed];
}

function sampleOf({ label }: Argument<unknown>, file: string): string {
  return sampleNamed(label, file);
}

/** Values that are written out, as `on|off`, are tried by the first. */
function sampleNamed(label: string, file: string): string {
  if (label === 'FILE') return file;
  return label.includes('|') ? (label.split('|')[0] ?? '') : (SAMPLES[label] ?? ID);
}

function longName({ flags }: Flag<unknown>): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function valueName({ flags }: Flag<unknown>): string {
  return /[<[](.+)[>\]]/.exec(flags)?.[1] ?? '';
}
