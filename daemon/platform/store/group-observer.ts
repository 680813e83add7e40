/** How a commit without an answer was decided: `unknown` when the database couldn't be asked. */
export type CommitDecision = 'committed' | 'rolled_back' | 'unknown';

/** Records metrics of commit groups. */
export interface GroupObserver {
  /** A group has its locks, after these milliseconds. */
  locked(milliseconds: number): void;
  /** A commit made this number of transactions durable. */
  committed(transactions: number): void;
  /** This number of transactions is repeated, because their group was rolled back. */
  repeated(transactions: number): void;
  /** The connection was lost during a commit, and what happened was looked up. */
  decided(decision: CommitDecision): void;
}

export const UNOBSERVED: GroupObserver = {
  locked: () => undefined,
  committed: () => undefined,
  repeated: () => undefined,
  decided: () => undefined,
};
