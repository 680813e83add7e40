import type { ErrorExit } from '../../shared/contract/errors.ts';

/** Outcomes that scripts branch on. */
export type ExitName = 'ok' | ErrorExit | 'changes' | 'nothing_arrived' | 'unreachable';

interface ExitRow {
  readonly code: number;
  readonly meaning: string;
}

/** The exit codes of every command. The numbers never change. */
export const EXITS: Readonly<Record<ExitName, ExitRow>> = {
  ok: { code: 0, meaning: 'success' },
  internal: { code: 1, meaning: 'internal error' },
  usage: { code: 2, meaning: 'wrong command, flag or value' },
  /** As plans of other tools have it; a wrong setup file is `refused`. */
  changes: { code: 2, meaning: 'plan, drift: there are changes' },
  credentials: { code: 3, meaning: 'missing or insufficient credential' },
  refused: { code: 4, meaning: 'refused by a rule' },
  held: { code: 5, meaning: 'held for review, not sent' },
  nothing_arrived: { code: 6, meaning: 'nothing arrived in time' },
  unreachable: { code: 7, meaning: 'daemon unreachable' },
  transient: { code: 8, meaning: 'temporary failure; retrying later may work' },
};

/** The meaning of each number; one of two outcomes has both meanings. */
export function exitMeanings(): Readonly<Record<number, string>> {
  const meanings: Record<number, string> = {};
  for (const { code, meaning } of Object.values(EXITS)) {
    meanings[code] = meanings[code] === undefined ? meaning : `${meanings[code]}; ${meaning}`;
  }
  return meanings;
}

/** Exit code of a command that was interrupted by Ctrl-C, as shells count it. */
export const INTERRUPTED = 130;
