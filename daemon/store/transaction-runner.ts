import type { LockScope } from './lock-scope.ts';

/** Whether hooks, signals and changes of the search index follow an attempt. */
export type AttemptEffects = 'kept' | 'dropped';

/** Runs the work of each transaction, which is repeatable. Tests check it with a runner of their own. */
export interface TransactionRunner {
  run<T>(scope: LockScope, attempt: (effects: AttemptEffects) => Promise<T>): Promise<T>;
}

/** Makes the runner of a store from the engine's connection that writes. */
export type RunnerFactory = (writer: unknown) => TransactionRunner;

export const runOnce: RunnerFactory = () => ({ run: (_scope, attempt) => attempt('kept') });
