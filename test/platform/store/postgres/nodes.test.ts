import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClusterWatcher } from '../../../../daemon/platform/store/cluster.ts';
import { MIGRATIONS, SCHEMA_VERSIONS } from '../../../../daemon/platform/store/migrations/index.ts';
import type { Migration } from '../../../../daemon/platform/store/migrations/migration.ts';
import { MIGRATION_LOCK } from '../../../../daemon/platform/store/postgres/advisory-locks.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { migrate } from '../../../../daemon/platform/store/postgres/migrate.ts';
import {
  type JoiningNode,
  PostgresCluster,
} from '../../../../daemon/platform/store/postgres/nodes/cluster.ts';
import { DatabaseLink } from '../../../support/cluster.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

/** A node without a daemon. */
interface Joined {
  readonly cluster: PostgresCluster;
  readonly seen: string[];
  readonly stall: (milliseconds: number) => void;
}

describe('the nodes of a PostgreSQL database', needsPrograms({ postgresql: hasPostgres() }), () => {
  let url: string;
  let observer: pg.Client;

  beforeEach(async () => {
    url = await freshDatabase();
    observer = await connect({ url });
    onTestFinished(() => observer.end());
  });

  const run = async (text: string) => (await ask(observer, text)).rows as unknown[];
  const join = async (
    name: string,
    options: Partial<JoiningNode> = {},
    reach = () => connect({ url }),
  ): Promise<Joined> => {
    const seen: string[] = [];
    let stalled = 0;
    const cluster = await PostgresCluster.join(reach, {
      home: temporaryHome(),
      name,
      version: '1.2.3',
      monotonic: () => performance.now() + stalled,
      ...options,
    });
    const watcher: ClusterWatcher = {
      trustChanged: (isTrusted) => seen.push(isTrusted ? 'trusted' : 'not trusted'),
      mustStop: (reason) => seen.push(reason),
      nodesEnded: (others) => seen.push(`${others.join()} ended`),
    };
    cluster.watch(watcher);
    onTestFinished(() => cluster.leave());
    const stall = (milliseconds: number) => {
      stalled += milliseconds;
    };
    return { cluster, seen, stall };
  };
  /** Joins a node that sends no heartbeat until its link is restored. */
  const joinSilent = async (name: string): Promise<Joined & { readonly link: DatabaseLink }> => {
    const link = await DatabaseLink.open(url);
    const joined = await join(name, {}, () => connect({ url: link.url }));
    link.cut();
    return { ...joined, link };
  };
  /** Lets time pass for nodes, which send heartbeats meanwhile. */
  const pass = async (milliseconds: number, ...nodes: readonly Joined[]) => {
    for (const { cluster } of nodes) await cluster.beat();
    for (let left = milliseconds; left > 0; left -= 5_000) {
      for (const { stall } of nodes) stall(Math.min(left, 5_000));
      for (const { cluster } of nodes) await cluster.beat();
    }
  };
  /** Makes all heartbeats look as they do after the server's clock was moved. */
  const moveClock = (interval: string) => run(`update nodes set seen_at = seen_at - interval '${interval}'`);
  const lostConnections = () =>
    run(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'agentmaild' and pid <> pg_backend_pid()",
    );
  const fenced = async ({ cluster }: Joined) => {
    await ask(observer, 'begin');
    try {
      await cluster.fence(observer);
      return 'may commit';
    } catch (error) {
      return (error as Error).name;
    } finally {
      await ask(observer, 'rollback');
    }
  };

  it('repeat a heartbeat that failed after a second, not at the time of the next', async () => {
    const link = await DatabaseLink.open(url);
    const term = 10 * 60_000;
    const { cluster } = await join('one', { term }, () => connect({ url: link.url }));
    const seenAt = async () => (await run('select seen_at from nodes'))[0];
    const first = await seenAt();
    link.cut();
    await cluster.beat();
    link.restore();
    expect(await seenAt()).toEqual(first);
    await expect.poll(seenAt, { timeout: term / 10 }).not.toEqual(first);
  }, 100_000);

  it('are told apart by their names, and tell where they listen', async () => {
    const one = await join('one');
    const two = await join('two');
    await two.cluster.announce({ http: 'http://10.0.0.2:4310', smtp: '10.0.0.2:25' });
    const nodes = await one.cluster.nodes();
    expect(nodes).toMatchObject([
      { name: 'one', run: one.cluster.run, http: null, isAlive: true, isDraining: false, version: '1.2.3' },
      { name: 'two', http: 'http://10.0.0.2:4310', smtp: '10.0.0.2:25' },
    ]);
    await one.cluster.beat();
    expect(one.cluster.size).toBe(2);
  });

  it('refuse a second process with a name that another home has', async () => {
    await join('one');
    await expect(join('one')).rejects.toThrow(
      /the node one already runs, at \S+:\/\S+; choose another name with AGENTMAIL_NODE or --node, or try again in \d+ s/,
    );
  });

  it('give a name to one of many homes at the same moment', async () => {
    const all = await Promise.allSettled([join('one'), join('one'), join('one')]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are replaced at once by the next process of their home, and commit nothing more', async () => {
    const home = temporaryHome();
    const killed = await join('one', { home });
    const again = await join('one', { home });
    expect([await fenced(killed), await fenced(again)]).toEqual(['NotTrustedError', 'may commit']);
    await killed.cluster.beat();
    expect([killed.cluster.isTrusted, killed.seen]).toEqual([false, ['not trusted', 'replaced']]);
  });

  it('have the name of the home without one of their own, the same at every start', async () => {
    const home = temporaryHome();
    const joined = await PostgresCluster.join(() => connect({ url }), { home, version: '' });
    await joined.leave();
    const again = await PostgresCluster.join(() => connect({ url }), { home, version: '' });
    await again.leave();
    expect(joined.node).toMatch(/^[A-Za-z0-9._-]+-[0-9a-f]{8}$/);
    expect(again.node).toBe(joined.node);
  });

  it('allow no other beside one that has to be alone', async () => {
    const one = await join('one');
    await expect(join('mover', { isAlone: true })).rejects.toThrow('the database is used by the node one');
    await one.cluster.leave();
    await join('mover', { isAlone: true });
    await expect(join('two')).rejects.toThrow('the database is used by the node mover');
  });

  it.each([
    { stalled: 'one', isAlone: false },
    { stalled: 'mover', isAlone: true },
  ])(
    'are ended by one that must not run beside $stalled, once its term is over',
    async ({ stalled, isAlone }) => {
      const first = await join(stalled, { isAlone });
      await run("update nodes set seen_at = now() - interval '31 s'");
      await join('next', { isAlone: !isAlone });
      expect(await fenced(first)).toBe('NotTrustedError');
    },
  );

  it('trust themselves for two thirds of the term after a heartbeat, and again after the next', async () => {
    const one = await join('one');
    one.stall(19_000);
    expect(one.cluster.isTrusted).toBe(true);
    one.stall(1_001);
    expect(one.cluster.isTrusted).toBe(false);
    expect(() => one.cluster.assertTrusted()).toThrow("hasn't reached PostgreSQL for so long");
    await one.cluster.beat();
    expect(one.cluster.isTrusted).toBe(true);
  });

  it('keep their place over a lost connection', async () => {
    const one = await join('one');
    await one.cluster.beat();
    await lostConnections();
    await one.cluster.beat();
    await one.cluster.beat();
    expect([one.cluster.isTrusted, one.seen]).toEqual([true, []]);
  });

  it('end one whose term is over, and all hear of it', async () => {
    const [dead, ...survivors] = [await joinSilent('dead'), await join('two'), await join('three')];
    await pass(20_000, ...survivors);
    expect([survivors.map(({ seen }) => seen), await fenced(dead)]).toEqual([[[], []], 'may commit']);
    await pass(10_000, ...survivors);
    expect(survivors.map(({ seen }) => seen)).toEqual([['dead ended'], ['dead ended']]);
    expect(await fenced(dead)).toBe('NotTrustedError');
    dead.link.restore();
    await dead.cluster.beat();
    expect(dead.seen).toEqual(['not trusted', 'replaced']);
  });

  it('end none that could not be seen because PostgreSQL was away', async () => {
    const [one, two] = [await join('one'), await joinSilent('two')];
    await pass(20_000, one);
    one.stall(60_000);
    await pass(20_000, one);
    expect([one.seen, await fenced(two)]).toEqual([['not trusted', 'trusted'], 'may commit']);
    two.link.restore();
    await two.cluster.beat();
    await pass(20_000, one);
    expect(await fenced(two)).toBe('may commit');
  });

  describe("when the server's clock is moved", () => {
    it.each(['1 hour', '-1 hour'])('by %s, end none before its term is over', async (interval) => {
      const one = await join('one');
      await pass(40_000, one);
      const two = await joinSilent('two');
      await pass(5_000, one);
      await moveClock(interval);
      await pass(20_000, one);
      expect([one.seen, await fenced(two)]).toEqual([[], 'may commit']);
    });

    it.each(['1 hour', '-1 hour'])('by %s, end one that sends none after its term', async (interval) => {
      const [one, dead] = [await join('one'), await joinSilent('dead')];
      await pass(5_000, one);
      await moveClock(interval);
      await pass(30_000, one);
      expect([one.seen, await fenced(dead)]).toEqual([['dead ended'], 'NotTrustedError']);
    });
  });

  it('hear at once of one that left', async () => {
    const [one, two] = [await join('one'), await join('two')];
    await one.cluster.beat();
    await two.cluster.leave();
    await expect.poll(() => one.seen).toEqual(['two ended']);
  });

  describe('when a newer program changes the schema', () => {
    const { latest } = SCHEMA_VERSIONS;
    const next = (version: number, change: Pick<Migration, 'worksWith'>): Migration => ({
      version,
      name: 'next',
      statements: [`create table more_${version} (id bigint)`],
      ...change,
    });
    const migrateTo = (change: Pick<Migration, 'worksWith'>) =>
      migrate(observer, 0, [...MIGRATIONS, next(latest + 1, change)]);

    it('go on if they can work with it, and start again', async () => {
      const one = await join('one');
      expect(await migrateTo({ worksWith: latest })).toEqual([latest + 1]);
      await one.cluster.beat();
      expect([one.seen, await fenced(one), await migrate(observer, 0)]).toEqual([[], 'may commit', []]);
    });

    it('go on if it needs no later program than before, also those of unknown ones', async () => {
      const one = await join('one');
      await run('update nodes set schema = null');
      await migrateTo({ worksWith: 1 });
      expect(await fenced(one)).toBe('may commit');
    });

    it('are ended at once if they can not, and may not start again', async () => {
      const one = await join('one');
      await migrateTo({});
      expect(await fenced(one)).toBe('NotTrustedError');
      await one.cluster.beat();
      expect(one.seen).toEqual(['not trusted', 'outdated']);
      await expect(migrate(observer, 0)).rejects.toThrow(
        `the database has schema version ${latest + 1}, but this version of agentmail knows only ${latest}`,
      );
    });

    it('may not join any more once only later ones can, if they began to before', async () => {
      await ask(observer, 'begin');
      await ask(observer, { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
      const joining = Promise.allSettled([join('older', { schema: latest })]);
      const waits = () => run("select from pg_locks where locktype = 'advisory' and not granted");
      await expect.poll(waits).toHaveLength(1);
      await migrateTo({});
      expect(await joining).toMatchObject([{ status: 'rejected', reason: { name: 'NewerDatabaseError' } }]);
    });

    it('are ended at once if only later ones can, as are those of unknown programs', async () => {
      const first = next(latest + 1, { worksWith: latest });
      await migrate(observer, 0, [...MIGRATIONS, first]);
      const [older, unknown] = [await join('older', { schema: latest }), await join('unknown')];
      const one = await join('one', { schema: latest + 1 });
      await run("update nodes set schema = null where name = 'unknown'");
      await migrate(observer, 0, [...MIGRATIONS, first, next(latest + 2, { worksWith: latest + 1 })]);
      const ends = [await fenced(older), await fenced(unknown), await fenced(one)];
      expect(ends).toEqual(['NotTrustedError', 'NotTrustedError', 'may commit']);
      await older.cluster.beat();
      expect(older.seen).toEqual(['not trusted', 'outdated']);
    });
  });

  it('wait for a transaction of the one that they end', async () => {
    const [dead, survivor] = [await joinSilent('dead'), await join('two')];
    await ask(observer, 'begin');
    await dead.cluster.fence(observer);
    await pass(30_000, survivor);
    expect(survivor.seen).toEqual([]);
    await ask(observer, 'commit');
    await survivor.cluster.beat();
    expect(survivor.seen).toEqual(['dead ended']);
  });

  it('lease a name to one of them, until it releases it or ends', async () => {
    const [one, two] = [await join('one'), await join('two')];
    const retried: string[] = [];
    const claims = await Promise.all(
      [one, two].map(({ cluster }) => cluster.leases.claim('webhook:a', () => retried.push(cluster.node))),
    );
    expect(claims.filter((lease) => lease?.isHeld)).toHaveLength(1);
    const holder = claims[0] ? one : two;
    const other = holder === one ? two : one;
    await other.cluster.beat();
    expect(retried).toEqual([]);
    await claims.find((lease) => lease !== null)?.release();
    await other.cluster.beat();
    expect(retried).toEqual([other.cluster.node]);
    const lease = await other.cluster.leases.claim('webhook:a', () => undefined);
    expect(lease?.isHeld).toBe(true);
    await other.cluster.leave();
    expect(await run('select name from leases')).toEqual([]);
  });

  it('hold no lease while they are not trusted, and hold it again afterwards', async () => {
    const one = await join('one');
    const lease = await one.cluster.leases.claim('folder:a', () => undefined);
    const retried: string[] = [];
    one.stall(21_000);
    expect(lease?.isHeld).toBe(false);
    expect(await one.cluster.leases.claim('folder:b', () => retried.push('b'))).toBeNull();
    await one.cluster.beat();
    expect([lease?.isHeld, retried]).toEqual([true, ['b']]);
  });
});
