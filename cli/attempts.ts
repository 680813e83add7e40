import { LIMITS } from '../shared/contract/limits.ts';
import { pageFlags, pageQuery } from './addresses.ts';
import { flag, renamed } from './command.ts';
import { days } from './duration.ts';
import { given } from './given.ts';
import { mailboxFlag } from './mailbox.ts';

/** Flags and query of logs of refusals. */

const { min, max } = LIMITS.attemptDays;

export const attemptFlags = {
  mailbox: mailboxFlag,
  days: renamed(days('--within <DURATION>', 'Only the last days, such as 7d.', min, max), {
    flags: '--within-days <N>',
    means: (count) => `${count}d`,
  }),
  each: flag('--each', 'List each attempt instead of groups. Required for --cursor and --all.'),
  ...pageFlags,
};

interface AttemptInput {
  readonly days: number | undefined;
  readonly each: boolean;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly all: boolean;
}

export function attemptQuery({ days, each, ...page }: AttemptInput) {
  return { ...pageQuery(page), ...(each ? { aggregate: false } : {}), ...given({ within_days: days }) };
}
