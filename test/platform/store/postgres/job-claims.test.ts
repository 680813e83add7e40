import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../daemon/platform/store/engine.ts';
import { insertJob, type NewJob } from '../../../../daemon/platform/store/jobs.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { PostgresJobClaims } from '../../../../daemon/platform/store/postgres/job-claims.ts';
import type { Store } from '../../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../../daemon/platform/system/random.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

const NOW = 1_000_000;
const MAIL = { only: 'mail' };

describe('claims of jobs on PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  let url: string;
  let store: Store;
  /** Claims of other nodes, over the connections of the store. */
  const nodes: PostgresJobClaims[] = [];

  beforeAll(async () => {
    url = await freshDatabase();
    store = await openStore({
      home: temporaryHome(),
      url,
      clock: new SystemClock(),
      random: systemRandom,
      onHookFailure: () => undefined,
    });
    for (const name of ['b', 'c', 'd']) nodes.push(claimsOf(await register(name)));
  });
  afterAll(() => store.close());
  beforeEach(() => statement('delete from jobs'));

  const statement = async (text: string, values: unknown[] = []) => {
    const client = await connect({ url });
    try {
      return (await ask(client, { text, values })).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const register = async (name: string) => {
    const run = randomUUID();
    const text = `insert into nodes (name, run, home_id, place, version, term) values ($1, $2, '', '', '', '30 s')`;
    await statement(text, [name, run]);
    return run;
  };
  const claimsOf = (run: string) =>
    new PostgresJobClaims({
      run,
      read: store.read,
      write: (work) => store.write('none', ({ db }) => work(db)),
    });
  const schedule = (count: number, kind = 'mail', party: Pick<NewJob, 'accountId' | 'host'> | null = null) =>
    store.write('service', async (transaction) => {
      for (let index = 0; index < count; index++)
        await insertJob(transaction, { kind, accountId: null, ...party, dueAt: index, payload: {} });
    });

  it('are of the earliest due jobs of a queue, in order', async () => {
    await schedule(5);
    await schedule(2, 'other');
    const claim = { kinds: MAIL, now: 3, limit: 3 };
    const first = await store.jobs.claim(claim);
    const second = await store.jobs.claim(claim);
    expect([first.length, second.length, (await store.jobs.claim(claim)).length]).toEqual([3, 1, 0]);
    const others = await store.jobs.claim({ kinds: { except: ['mail'] }, now: NOW, limit: 50 });
    expect(others.map(({ kind }) => kind)).toEqual(['other', 'other']);
    const rows = await store.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'mail')
      .orderBy('due_at')
      .execute();
    expect([...first, ...second].map(({ id }) => id)).toEqual(rows.slice(0, 4).map(({ id }) => id));
  });

  it('of several nodes at the same moment never meet', async () => {
    await schedule(200);
    const all = [store.jobs, ...nodes];
    const claimed: string[] = [];
    const drain = async (claims: (typeof all)[number]) => {
      for (;;) {
        const jobs = await claims.claim({ kinds: MAIL, now: NOW, limit: 7 });
        if (jobs.length === 0) return;
        claimed.push(...jobs.map(({ id }) => id));
      }
    };
    await Promise.all(all.map(drain));
    expect([claimed.length, new Set(claimed).size]).toEqual([200, 200]);
  });

  it('end with the run of their node', async () => {
    await schedule(3);
    const run = await register('dying');
    const claim = { kinds: MAIL, now: NOW, limit: 3 };
    const [job] = await claimsOf(run).claim(claim);
    expect(job?.run).toBe(run);
    expect(await store.jobs.claim(claim)).toEqual([]);
    await statement('delete from nodes where run = $1', [run]);
    expect(await store.jobs.claim(claim)).toHaveLength(3);
  });

  it('are repeated when the outcome of the job was not recorded', async () => {
    await schedule(2);
    const claim = { kinds: MAIL, now: NOW, limit: 2 };
    const [first] = await store.jobs.claim(claim);
    if (first) store.jobs.release(first);
    expect(await store.jobs.claim(claim)).toEqual([first]);
    expect(await nodes[0]?.claim(claim)).toEqual([]);
  });

  it('are of other accounts and hosts than those that any node has claimed', async () => {
    const claim = { kinds: MAIL, now: NOW, limit: 64, perParty: 1 };
    await schedule(3, 'mail', { accountId: 'a', host: 'x1.evil.example' });
    await schedule(3, 'mail', { accountId: 'b', host: 'x2.evil.example' });
    const [first, ...more] = await store.jobs.claim(claim);
    expect([first?.account_id, first?.host, more]).toEqual(['a', 'evil.example', []]);
    await schedule(3, 'mail', { accountId: 'a', host: 'good.example' });
    await schedule(3, 'mail', { accountId: 'c', host: 'good.example' });
    const others = await nodes[0]?.claim(claim);
    expect(others?.map(({ account_id, host }) => [account_id, host])).toEqual([['c', 'good.example']]);
    expect(await nodes[1]?.claim(claim)).toEqual([]);
    await statement('delete from jobs where id = $1', [first?.id]);
    expect(await nodes[1]?.claim(claim)).toMatchObject([{ account_id: 'b', host: 'evil.example' }]);
  });

  it('leave the jobs of an account or host with the node that had them', async () => {
    await schedule(2, 'mail', { accountId: 'a' });
    const claim = { kinds: MAIL, now: NOW, limit: 64, perParty: 1 };
    const run = await register('hanging');
    expect(await claimsOf(run).claim(claim)).toHaveLength(1);
    expect(await store.jobs.claim(claim)).toEqual([]);
    await statement('delete from nodes where run = $1', [run]);
    expect(await store.jobs.claim(claim)).toHaveLength(1);
  });

  it('give each node one job of an account or host at most, whatever they claim at the same moment', async () => {
    for (const account of ['a', 'b', 'c']) await schedule(20, 'mail', { accountId: account });
    const claim = { kinds: MAIL, now: NOW, limit: 64, perParty: 1 };
    const all = [store.jobs, ...nodes];
    const claimed = await Promise.all(all.map((claims) => claims.claim(claim)));
    for (const jobs of claimed) {
      const accounts = jobs.map(({ account_id }) => account_id);
      expect(new Set(accounts).size).toBe(accounts.length);
    }
    expect(new Set(claimed.flat().map(({ id }) => id)).size).toBe(claimed.flat().length);
    expect(new Set(claimed.flat().map(({ account_id }) => account_id))).toEqual(new Set(['a', 'b', 'c']));
    expect(await Promise.all(all.map((claims) => claims.claim(claim)))).toEqual([[], [], [], []]);
  });

  it('write nothing when nothing is due', async () => {
    await schedule(1);
    const committed = async () => (await statement('select count(*) as count from commits'))[0]?.count;
    const before = await committed();
    expect(await store.jobs.claim({ kinds: MAIL, now: -1, limit: 5 })).toEqual([]);
    expect(await committed()).toBe(before);
    await store.jobs.claim({ kinds: MAIL, now: NOW, limit: 5 });
    expect(await committed()).not.toBe(before);
  });
});
