import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type {
  GroupRunner,
  ScopedRun,
  ScopedTransaction,
} from '../../daemon/platform/store/transaction-runner.ts';
import { assertRepeated, fail, type Performance } from './rehearsal.ts';
import { ScopeGuard } from './scope-guard.ts';
import { changeOf, SERVICE_TABLES } from './watch-database.ts';
import { beginWatching, watchConnection } from './watch-postgres.ts';

/** Statements of the transactions of a group in one attempt. */
class WatchedAttempt {
  readonly #connection: DatabaseConnection;
  readonly #steps = new Map<ScopedTransaction, string[]>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  connectionOf = (transaction: ScopedTransaction): DatabaseConnection => {
    const guard = new ScopeGuard(transaction.scope);
    const steps: string[] = [];
    this.#steps.set(transaction, steps);
    const check = (objection: string | null) => void (objection !== null && fail(objection));
    return watchConnection(this.#connection, {
      changing: (sql) => {
        const change = changeOf(sql);
        // The search index is written at the end of a transaction.
        if (change && change.table !== 'message_search')
          check(guard.objectionToStatement(change, SERVICE_TABLES.includes(change.table)));
      },
      changed: (row) => check(guard.objectionToRow(row)),
      ran: (sql, rows) => void steps.push(`${sql} -- ${rows} rows`),
    });
  };

  performanceOf({ transaction, outcome }: ScopedRun): Performance<object> {
    return {
      steps: this.#steps.get(transaction) ?? [],
      outcome: outcome.ok ? {} : { error: outcome.error },
    };
  }
}

/** Runs each group a first time that is rolled back, and then again. Both must take the same steps. */
export const checkGroup: GroupRunner = async ({ connection, attempt }) => {
  const say = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  const perform = async () => {
    const watched = new WatchedAttempt(connection);
    return { watched, runs: await attempt(watched.connectionOf) };
  };
  try {
    await beginWatching(connection);
    await say('savepoint rehearsal');
  } catch {
    // Without a connection or locks the transactions fail by themselves.
    return attempt(() => connection);
  }
  const rehearsal = await perform();
  await say('rollback to savepoint rehearsal').catch(() => undefined);
  const { watched, runs } = await perform();
  // A transaction that fails ends the others early. It runs again alone.
  if (runs.length > 1 && [...rehearsal.runs, ...runs].some(({ failsGroup }) => failsGroup)) return runs;
  return runs.map((run) => {
    const rehearsed = rehearsal.runs.find(({ transaction }) => transaction === run.transaction);
    // Without a lock, other groups change the same rows between the attempts.
    if (!rehearsed || run.transaction.scope === 'none') return run;
    try {
      assertRepeated(rehearsal.watched.performanceOf(rehearsed), watched.performanceOf(run));
      return run;
    } catch (error) {
      return { ...run, outcome: { ok: false, error }, failsGroup: true };
    }
  });
};
