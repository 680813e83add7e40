import { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LockScope } from '../../../../daemon/platform/store/lock-scope.ts';
import { BASELINE } from '../../../../daemon/platform/store/postgres/baseline/index.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { postgresDialect } from '../../../../daemon/platform/store/postgres/dialect.ts';
import { MultiplexedCommitter } from '../../../../daemon/platform/store/postgres/multiplexed-commit.ts';
import type { Tables } from '../../../../daemon/platform/store/schema.ts';
import { RUN_ONCE } from '../../../../daemon/platform/store/transaction-runner.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { hasPostgresPrograms, PostgresServer } from '../../../support/postgres.ts';
import { CommitCuttingProxy } from '../../../support/postgres-proxy.ts';

describe('commits on PostgreSQL', needsPrograms({ postgresql: hasPostgresPrograms() }), () => {
  const server = new PostgresServer({ isSynced: false });
  const hookFailures: unknown[] = [];
  /** Calls of the observer of groups. */
  const noted: string[] = [];
  let observer: pg.Client;
  let committer: MultiplexedCommitter;
  let database = 0;
  /** Milliseconds. */
  let lockTimeout = 5000;
  let url: string;

  const committerAt = (address: string, decisionTime?: number) =>
    new MultiplexedCommitter({
      connect: async () => {
        const client = await connect({ url: address });
        await ask(client, `set lock_timeout = ${lockTimeout}`);
        return client;
      },
      ...(decisionTime !== undefined && { decisionTime }),
      onLateCommit: () => noted.push('late commit'),
      cluster: { assertTrusted: () => undefined, fence: () => Promise.resolve() },
      runGroup: RUN_ONCE.postgres,
      observer: {
        locked: () => noted.push('locked'),
        committed: (count) => noted.push(`committed ${count}`),
        repeated: (count) => noted.push(`repeated ${count}`),
        decided: (decision) => noted.push(`decided ${decision}`),
      },
      commitStarted: () => () => undefined,
      onHookFailure: (error) => hookFailures.push(error),
    });
  const open = async () => {
    observer = await connect({ url });
  };
  const numbers = async (text: string) =>
    (await ask(observer, text)).rows.map((row) => Object.values(row as object)[0]);
  const groups = () => numbers('select count(*) from commits');
  const used = () => numbers('select used_bytes from accounts order by id');

  /** Reads a counter of an account and writes it back increased by one. */
  const add = (
    id: string,
    more?: (db: Kysely<Tables>) => Promise<unknown>,
    scope: LockScope = { account: id },
  ) =>
    committer.submit(scope, async ({ connection }) => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(connection) });
      const found = await db
        .selectFrom('accounts')
        .select('used_bytes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('accounts')
        .set({ used_bytes: found.used_bytes + 1 })
        .where('id', '=', id)
        .execute();
      await more?.(db);
    });
  const messages = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((call) =>
      call.status === 'rejected' ? String((call.reason as Error).message) : 'done',
    );

  beforeAll(async () => {
    await server.start();
    // New databases are copies of this one.
    const template = await connect({ url: server.url('template1') });
    for (const statement of BASELINE) await ask(template, statement);
    await template.end();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    hookFailures.length = 0;
    noted.length = 0;
    url = await server.createDatabase(`test${++database}`);
    await open();
    const insert = `insert into accounts (id, email, status, tier, created_at)
      select id, id, 'active', 'free', 0 from unnest($1::text[]) id`;
    await ask(observer, { text: insert, values: [['a', 'b', 'c', 'd']] });
    committer = committerAt(url);
  });
  afterEach(async () => {
    await committer.close();
    await observer.end();
  });

  it('commits transactions of several accounts together', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id)));
    expect(await used()).toEqual([1, 1, 1, 1]);
    expect(await groups()).toEqual([1]);
  });

  it('runs transactions of one account one after the other', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => add(['a', 'b'][index % 2] ?? '')));
    expect(await used()).toEqual([100, 100, 0, 0]);
  });

  it('excludes other connections by the row of the account', async () => {
    await add('a');
    const other = committerAt(url);
    const once = committer;
    const calls = Array.from({ length: 100 }, (_, index) => {
      committer = index % 2 === 0 ? once : other;
      return add('a');
    });
    committer = once;
    await Promise.all(calls);
    await other.close();
    expect(await used()).toEqual([101, 0, 0, 0]);
  });

  it('rolls back a transaction that fails after a change, and commits the others', async () => {
    const outcomes = await messages([
      add('a'),
      add('b', () => Promise.reject(new Error('refused'))),
      add('c', (db) =>
        db
          .insertInto('accounts')
          .values({ id: 'a' } as never)
          .execute(),
      ),
      add('d'),
    ]);
    expect(outcomes).toEqual(['done', 'refused', expect.stringContaining('violates not-null'), 'done']);
    expect(await used()).toEqual([1, 0, 0, 1]);
  });

  it('reports how many transactions a commit had, and how many ran again', async () => {
    const failing = add('b', () => Promise.reject(new Error('refused')));
    await Promise.allSettled([add('a'), failing, add('c')]);
    // The others run again together, and then the one that failed alone, which is rolled back.
    expect(noted).toEqual(['locked', 'repeated 3', 'locked', 'committed 2', 'locked']);
  });

  it('repeats the others together when a statement of one fails', async () => {
    const taken = (db: Kysely<Tables>) =>
      db
        .insertInto('accounts')
        .values({ id: 'a' } as never)
        .execute();
    // Sent after the statement that fails, by those who have changed rows before.
    const again = (db: Kysely<Tables>) => db.selectFrom('accounts').select('id').execute();
    const [first, ...others] = await messages([
      add('b', taken),
      ...['a', 'c', 'd'].map((id) => add(id, again)),
    ]);
    expect([first, others]).toEqual([expect.stringContaining('violates'), ['done', 'done', 'done']]);
    expect(noted).toEqual(['locked', 'repeated 4', 'locked', 'committed 3', 'locked']);
  });

  it('commits the others when an account of one is locked for too long', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => add(id)));
    await committer.close();
    lockTimeout = 100;
    committer = committerAt(url);
    noted.length = 0;
    await ask(observer, 'begin');
    await ask(observer, "select from account_locks where account_id = 'b' for update");
    const locked = messages([add('b')]);
    // In the same group, since they come in the same turn of the event loop.
    expect(await messages([add('a'), add('c')])).toEqual(['done', 'done']);
    expect(noted).toContain('committed 2');
    await ask(observer, 'rollback');
    expect(await locked).toEqual(['done']);
    lockTimeout = 5000;
  });

  it('fails a transaction whose last statement fails after its end', async () => {
    const straying = committer.submit('none', async ({ connection }) => {
      void connection.executeQuery(CompiledQuery.raw('select 1 / 0')).catch(() => undefined);
    });
    expect(await messages([straying, add('a')])).toEqual([
      expect.stringContaining('after its transaction had ended'),
      expect.stringContaining('after its transaction had ended'),
    ]);
    expect(await used()).toEqual([0, 0, 0, 0]);
  });

  it('rolls back a transaction that catches the error of a statement', async () => {
    const outcomes = await messages([
      add('a', (db) =>
        db
          .insertInto('accounts')
          .values({ id: 'a' } as never)
          .execute()
          .catch(() => undefined),
      ),
    ]);
    expect(outcomes).toEqual([expect.stringContaining('violates not-null')]);
    expect(await used()).toEqual([0, 0, 0, 0]);
  });

  it('keeps a group whose member refuses before it changed anything', async () => {
    const refusal = committer.submit({ account: 'b' }, () => Promise.reject(new Error('refused')));
    expect(await messages([add('a'), refusal, add('c')])).toEqual(['done', 'refused', 'done']);
    expect(await groups()).toEqual([1]);
  });

  it('runs hooks in order after the commit, and none of a failed transaction', async () => {
    const ran: string[] = [];
    const hooked = (id: string, fails = false) =>
      committer.submit({ account: id }, async ({ connection, onCommit }) => {
        onCommit(() => ran.push(id));
        const db = new Kysely<Tables>({ dialect: postgresDialect(connection) });
        await db.updateTable('accounts').set({ used_bytes: 5 }).where('id', '=', id).execute();
        if (fails) throw new Error('refused');
      });
    await Promise.allSettled([hooked('a'), hooked('b', true), hooked('c')]);
    const throwing = committer.submit('none', async ({ onCommit }) => {
      onCommit(() => {
        throw new Error('hook');
      });
    });
    await throwing;
    expect(ran).toEqual(['a', 'c']);
    expect(hookFailures).toEqual([new Error('hook')]);
  });

  it('refuses a transaction that awaits something other than the store', async () => {
    const waiting = add('a', () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
    expect(await messages([waiting])).toEqual(['a transaction awaited something other than the store']);
    expect(await used()).toEqual([0, 0, 0, 0]);
  });

  it('runs again after a deadlock with another program', async () => {
    await add('a', undefined, { accounts: ['a', 'b'] });
    await ask(observer, 'begin');
    await ask(observer, "update accounts set email = 'x' where id = 'b'");
    const locked = add('a', (db) =>
      db.updateTable('accounts').set({ used_bytes: 7 }).where('id', '=', 'b').execute(),
    );
    await expect
      .poll(() => numbers("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"))
      .toEqual([1]);
    // Closes the circle: one of the two is ended by the server.
    const mine = ask(observer, "update accounts set email = 'y' where id = 'a'").catch(() => undefined);
    await mine;
    await ask(observer, 'rollback');
    await locked;
    expect(await used()).toEqual([2, 7, 0, 0]);
  });

  it('uses a new connection after the server was killed', async () => {
    await add('a');
    await server.kill();
    expect(await messages([add('a'), add('b')])).toEqual([
      expect.stringContaining("PostgreSQL can't be reached"),
      expect.stringContaining("PostgreSQL can't be reached"),
    ]);
    await server.start();
    await open();
    await Promise.all([add('a'), add('b')]);
    expect(await used()).toEqual([2, 1, 0, 0]);
  });

  describe('whose connection is lost', () => {
    let proxy: CommitCuttingProxy;
    let proxied: string;

    beforeEach(async () => {
      proxy = new CommitCuttingProxy(server.folder);
      await committer.close();
      proxied = `postgres://postgres@127.0.0.1:${await proxy.listen()}${new URL(url).pathname}`;
      committer = committerAt(proxied);
      await add('d');
    });
    afterEach(() => proxy.close());

    it.each(['commit', 'answer'] as const)(
      'decides a commit that lost its %s, and changes once',
      async (lost) => {
        proxy.next = lost;
        await Promise.all([add('a'), add('b')]);
        expect(await used()).toEqual([1, 1, 0, 1]);
        const decision = lost === 'commit' ? 'rolled_back' : 'committed';
        expect(noted.filter((each) => each.startsWith('decided'))).toEqual([`decided ${decision}`]);
      },
    );

    it('reports a commit that turns out to have happened after its callers were refused', async () => {
      await committer.close();
      committer = committerAt(proxied, 0);
      proxy.goDownAtAnswer();
      expect(await messages([add('a')])).toEqual([expect.stringContaining('which may have happened')]);
      expect(committer.hasUndecided).toBe(true);
      expect(noted).not.toContain('late commit');
      proxy.isDown = false;
      await expect.poll(() => noted, { timeout: 30_000 }).toContain('late commit');
      expect(committer.hasUndecided).toBe(false);
      expect(await used()).toEqual([1, 0, 0, 1]);
    });
  });
});
