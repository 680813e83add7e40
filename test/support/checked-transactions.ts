import type { LockScope } from '../../daemon/platform/store/lock-scope.ts';
import type {
  AttemptEffects,
  TransactionRunner,
  TransactionRunners,
} from '../../daemon/platform/store/transaction-runner.ts';
import { checkGroup } from './checked-groups.ts';
import { type DatabaseFile, writerOf } from './database-file.ts';
import { assertRepeated, fail, type Performance } from './rehearsal.ts';
import { type Change, ScopeGuard } from './scope-guard.ts';
import { watchDatabase } from './watch-database.ts';

/**
 * The runners of every store that tests open. Each transaction runs under a scope guard, and before that a
 * first time that is rolled back: work has to be repeatable.
 */
export const CHECKED: TransactionRunners = {
  sqlite: (writer) => new CheckedTransactions(writerOf(writer)),
  postgres: checkGroup,
};

interface Attempt {
  readonly guard: ScopeGuard;
  readonly steps: string[];
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

class CheckedTransactions implements TransactionRunner {
  readonly #database: DatabaseFile;
  #attempt: Attempt | null = null;

  constructor(database: DatabaseFile) {
    this.#database = database;
    watchDatabase(database, {
      changing: (change, isOfService) =>
        this.#check(change, (guard) => guard.objectionToStatement(change, isOfService)),
      changed: (row) => this.#check(row, (guard) => guard.objectionToRow(row)),
      ran: (sql, rows) => void this.#attempt?.steps.push(`${sql} -- ${rows} rows`),
    });
  }

  async run<T>(scope: LockScope, attempt: (effects: AttemptEffects) => Promise<T>): Promise<T> {
    const rehearsed = await this.#rehearse(scope, () => attempt('dropped'));
    const performed = await this.#perform(scope, () => attempt('kept'));
    assertRepeated(rehearsed, performed);
    if ('error' in performed.outcome) throw performed.outcome.error;
    return performed.outcome.value;
  }

  async #rehearse<T>(scope: LockScope, work: () => Promise<T>): Promise<Performance<Outcome<T>>> {
    this.#database.exec('savepoint rehearsal');
    const rehearsed = await this.#perform(scope, work);
    // Without room on the disk SQLite has rolled everything back.
    if (!this.#database.inTransaction && 'error' in rehearsed.outcome) throw rehearsed.outcome.error;
    this.#database.exec('rollback to rehearsal');
    this.#database.exec('release rehearsal');
    return rehearsed;
  }

  async #perform<T>(scope: LockScope, work: () => Promise<T>): Promise<Performance<Outcome<T>>> {
    const attempt = { guard: new ScopeGuard(scope), steps: [] };
    this.#attempt = attempt;
    try {
      return { steps: attempt.steps, outcome: { value: await work() } };
    } catch (error) {
      return { steps: attempt.steps, outcome: { error } };
    } finally {
      this.#attempt = null;
    }
  }

  #check({ change, table }: Change, objectionOf: (guard: ScopeGuard) => string | null): void {
    const objection = this.#attempt
      ? objectionOf(this.#attempt.guard)
      : `${change} in ${table} is outside of a transaction`;
    if (objection !== null) fail(objection);
  }
}
