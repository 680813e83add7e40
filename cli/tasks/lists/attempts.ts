import { LIMITS } from '../../../shared/contract/limits.ts';
import { inMailbox } from '../../input/lookups/mailbox.ts';
import { days } from '../../input/options/duration.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, renamed } from '../../input/options/kinds.ts';
import { pageFlags, pageQuery } from '../../input/options/pages.ts';

/** Flags and query of logs of refusals. */

export const attemptFlags = {
  mailbox: inMailbox,
  days: renamed(days('--within <DURATION>', 'Only the last days, such as 7d.', LIMITS.attemptDays), {
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
  return {
    ...pageQuery(page),
    ...(each ? { aggregate: false } : {}),
    ...definedFields({ within_days: days }),
  };
}
