import type { ErrorExit } from '../shared/contract/errors.ts';

/** Outcomes that scripts branch on. */
export type ExitName = 'ok' | ErrorExit | 'nothing_arrived' | 'unreachable';

interface ExitRow {
  readonly code: number;
  readonly meaning: string;
}

/** The exit codes of every command. The numbers never change. */
export const EXITS: Readonly<Record<ExitName, ExitRow>> = {
  ok: { code: 0, meaning: 'done' },
  internal: { code: 1, meaning: 'something went wrong inside agentmail' },
  usage: { code: 2, meaning: 'the command or a value in it is wrong' },
  credentials: { code: 3, meaning: 'no credential, or one that may not do this' },
  refused: { code: 4, meaning: 'a rule refused it' },
  held: { code: 5, meaning: 'held for review, not sent' },
  nothing_arrived: { code: 6, meaning: 'nothing arrived in time' },
  unreachable: { code: 7, meaning: 'the daemon cannot be reached' },
  transient: { code: 8, meaning: 'not now; trying again later may work' },
};

/** Exit code of a command that was interrupted by Ctrl-C, as shells count it. */
export const INTERRUPTED = 130;
