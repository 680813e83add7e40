/** Kinds of jobs that share a queue. */
export type QueuedKinds = { readonly only: string } | { readonly except: readonly string[] };

/** A row of the job table, without its payload: one that can't be read must not stop the others. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  /** Null for work of the service. */
  readonly account_id: string | null;
  /** Domain of the machine that it waits for, if a user chose the machine. */
  readonly host: string | null;
  readonly attempts: number;
  /** The run that its row names: the outcome is recorded only while it does. */
  readonly run: string | null;
}

/** A claim. Times are milliseconds since 1970. */
export interface JobClaim {
  readonly kinds: QueuedKinds;
  readonly now: number;
  readonly limit: number;
  /** Jobs of one account, and for one host, that may be claimed at the same time; any number without it. */
  readonly perParty?: number;
}

/** Gives each due job to one process of the database at a time. */
export interface JobClaims {
  /** The earliest due jobs that no process has. */
  claim(claim: JobClaim): Promise<readonly ClaimedJob[]>;
  /** Gives a job back. If its row wasn't deleted or moved to another time, it's claimed again. */
  release(job: ClaimedJob): void;
}
