import type { LockScope } from '../../daemon/store/lock-scope.ts';
import type { AttemptEffects, TransactionRunner } from '../../daemon/store/transaction-runner.ts';
import { type DatabaseFile, writerOf } from './database-file.ts';
import { type Change, ScopeGuard } from './scope-guard.ts';
import { watchDatabase } from './watch-database.ts';

/** Rules that transactions broke since they were last taken. */
let broken: string[] = [];

/** Returns the rules that transactions of this process broke, and forgets them. */
export function takeBrokenRules(): string[] {
  const taken = broken;
  broken = [];
  return taken;
}

/** The runner of every store that tests open. */
export function checkTransactions(writer: unknown): TransactionRunner {
  return new CheckedTransactions(writerOf(writer));
}

interface Attempt {
  readonly guard: ScopeGuard;
  /** Statements with the number of rows that they changed or returned. */
  readonly steps: string[];
}

interface Performance<T> {
  readonly steps: readonly string[];
  readonly outcome: { readonly value: T } | { readonly error: unknown };
}

/**
 * Runs each transaction under a scope guard, and before that a first time that is rolled back: work has to be
 * repeatable.
 */
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
    const difference = differenceOf(stepsOf(rehearsed), stepsOf(performed));
    if (difference !== null) fail(`the work of a transaction is not repeatable: ${difference}`);
    if ('error' in performed.outcome) throw performed.outcome.error;
    return performed.outcome.value;
  }

  async #rehearse<T>(scope: LockScope, work: () => Promise<T>): Promise<Performance<T>> {
    this.#database.exec('savepoint rehearsal');
    const rehearsed = await this.#perform(scope, work);
    // Without room on the disk SQLite has rolled everything back.
    if (!this.#database.inTransaction && 'error' in rehearsed.outcome) throw rehearsed.outcome.error;
    this.#database.exec('rollback to rehearsal');
    this.#database.exec('release rehearsal');
    return rehearsed;
  }

  async #perform<T>(scope: LockScope, work: () => Promise<T>): Promise<Performance<T>> {
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

function fail(rule: string): never {
  const { stackTraceLimit } = Error;
  // Queries have ten frames between the feature and here.
  Error.stackTraceLimit = 50;
  const error = new Error(rule);
  Error.stackTraceLimit = stackTraceLimit;
  broken.push(error.stack ?? rule);
  throw error;
}

function stepsOf({ steps, outcome }: Performance<unknown>): string[] {
  return [...steps, 'error' in outcome ? `failed: ${outcome.error}` : 'completed'];
}

function differenceOf(first: readonly string[], second: readonly string[]): string | null {
  const length = Math.max(first.length, second.length);
  for (let step = 0; step < length; step++) {
    if (first[step] === second[step]) continue;
    return `step ${step + 1} was\n${first[step] ?? 'none'}\nand then\n${second[step] ?? 'none'}`;
  }
  return null;
}
