import type { DatabaseConnection } from 'kysely';
import type { LockScope } from './lock-scope.ts';

/** Whether hooks, signals and changes of the search index follow an attempt. */
export type AttemptEffects = 'kept' | 'dropped';

/** Runs transactions, whose work is repeatable. Tests check them with runners of their own. */
export interface TransactionRunners {
  readonly sqlite: RunnerFactory;
  readonly postgres: GroupRunner;
}

/** Runs the work of each transaction. */
export interface TransactionRunner {
  run<T>(scope: LockScope, attempt: (effects: AttemptEffects) => Promise<T>): Promise<T>;
}

/** Makes the runner of a store from the engine's connection that writes. */
export type RunnerFactory = (writer: unknown) => TransactionRunner;

/** A transaction of a group. */
export interface ScopedTransaction {
  readonly scope: LockScope;
}

/** The result of a transaction, known once its group was committed, or can't be. */
export type TransactionOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** An attempt of a transaction of a group, before the commit. */
export interface ScopedRun {
  readonly transaction: ScopedTransaction;
  readonly outcome: TransactionOutcome;
  /** Whether its group can't be committed because of it. */
  readonly failsGroup: boolean;
}

/** Transactions that run interleaved over one connection. */
export interface RunnableGroup<Run extends ScopedRun> {
  readonly connection: DatabaseConnection;
  /** Runs all of them once, over the connections that `connectionOf` returns. */
  attempt(connectionOf: (transaction: ScopedTransaction) => DatabaseConnection): Promise<Run[]>;
}

/** Runs the transactions of each group. */
export type GroupRunner = <Run extends ScopedRun>(group: RunnableGroup<Run>) => Promise<Run[]>;

export const RUN_ONCE: TransactionRunners = {
  sqlite: () => ({ run: (_scope, attempt) => attempt('kept') }),
  postgres: ({ connection, attempt }) => attempt(() => connection),
};
