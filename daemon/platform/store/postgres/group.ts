import type { DatabaseConnection } from 'kysely';
import type { ScopedRun, ScopedTransaction, TransactionOutcome } from '../transaction-runner.ts';
import { MemberConnection } from './member.ts';
import { isAborted } from './trouble.ts';

/** A transaction's access to its group. */
export interface MultiplexedMember {
  readonly connection: DatabaseConnection;
  /** Runs after the commit in order of registration; never after a rollback. */
  onCommit(hook: () => void): void;
}

/** A transaction that waits for a group. It may run several times: only the last run counts. */
export interface QueuedTransaction extends ScopedTransaction {
  /** Rows of `account_locks` that it needs. */
  readonly locks: readonly string[];
  readonly run: (member: MultiplexedMember) => Promise<unknown>;
  readonly complete: (outcome: TransactionOutcome, hooks: readonly (() => void)[]) => void;
}

/** A run of a transaction, before the commit. */
export interface MemberRun extends ScopedRun {
  readonly transaction: QueuedTransaction;
  readonly hooks: readonly (() => void)[];
}

/**
 * Runs the transactions of a group over its connection: those of different accounts at the same moment, those
 * that share a lock one after the other. Transactions that didn't run because the group had failed already
 * are missing from the result.
 */
export async function runMembers(
  group: readonly QueuedTransaction[],
  connectionOf: (transaction: QueuedTransaction) => DatabaseConnection,
): Promise<MemberRun[]> {
  const runs: MemberRun[] = [];
  const latest = new Map<string, Promise<void>>();
  const start = async (transaction: QueuedTransaction, earlier: readonly Promise<void>[]): Promise<void> => {
    for (const run of earlier) await run;
    if (!runs.some(({ failsGroup }) => failsGroup))
      runs.push(await runMember(transaction, connectionOf(transaction)));
  };
  const all = group.map((transaction) => {
    const earlier = transaction.locks.flatMap((lock) => latest.get(lock) ?? []);
    const run = start(transaction, earlier);
    for (const lock of transaction.locks) latest.set(lock, run);
    return run;
  });
  await Promise.all(all);
  return runs;
}

async function runMember(transaction: QueuedTransaction, shared: DatabaseConnection): Promise<MemberRun> {
  const connection = new MemberConnection(shared);
  const hooks: (() => void)[] = [];
  let outcome: TransactionOutcome;
  try {
    const value = await transaction.run({
      connection,
      onCommit: (hook) => {
        connection.assertOpen();
        hooks.push(hook);
      },
    });
    outcome = { ok: true, value };
  } catch (error) {
    outcome = { ok: false, error };
  }
  const problem = connection.close();
  if (problem !== undefined) outcome = { ok: false, error: problem };
  // A refusal before the first change leaves nothing to roll back, and one member's error fails statements
  // of all others.
  const failsGroup = !outcome.ok && connection.hasWritten && !isAborted(outcome.error);
  return { transaction, outcome, hooks, failsGroup };
}
