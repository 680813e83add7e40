import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAttempt, uncountAttempt } from '../../daemon/access/throttles/counters.ts';
import { Throttles } from '../../daemon/access/throttles/throttles.ts';
import { connect } from '../../daemon/platform/store/postgres/client.ts';
import { UnsyncedConnection } from '../../daemon/platform/store/postgres/connection.ts';
import { StatementPool } from '../../daemon/platform/store/postgres/pool.ts';
import { queriesOn } from '../../daemon/platform/store/postgres/queries.ts';
import type { Queries, Store } from '../../daemon/platform/store/store.ts';
import { Secrets } from '../../daemon/platform/system/secrets.ts';
import { needsPrograms } from '../support/needs.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';

const NODES = 3;
const COUNTER = { subject: 'email ann@example.com', scope: 'login', limit: 5, windowSeconds: 60 };

/** Throttles of several nodes with one database, each with a clock of its own. */
describe('throttles of several nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  const pools: StatementPool[] = [];
  const databases: Queries[] = [];
  const clocks = Array.from({ length: NODES }, () => ({ time: 1_000_000 }));
  let nodes: readonly Throttles[] = [];
  let unit = 0;

  beforeAll(async () => {
    const url = await freshDatabase();
    nodes = clocks.map((clock) => {
      const pool = new StatementPool({
        connect: () => connect({ url }),
        size: 1,
        run: (client) => new UnsyncedConnection(client),
        together: 1,
        sharesRuns: false,
      });
      pools.push(pool);
      const db = queriesOn(pool);
      databases.push(db);
      const store = {
        read: db,
        writeUnsynced: (statement: (queries: typeof db) => unknown) => statement(db),
      };
      return new Throttles({
        store: store as unknown as Store,
        secrets: new Secrets(Buffer.alloc(32)),
        clock: { now: () => clock.time } as never,
      });
    });
  });
  afterAll(() => Promise.all(pools.map((pool) => pool.close())));

  /** Counters of each test are its own. */
  const counter = () => ({ ...COUNTER, subject: `${COUNTER.subject} ${++unit}` });
  const node = (index: number) => {
    const found = nodes[index % NODES];
    if (!found) throw new Error('no node');
    return found;
  };
  /** The number of attempts that each kind of outcome had. */
  const kindsOf = async (attempts: readonly Promise<{ readonly kind: string }>[]) => {
    const kinds: Record<string, number> = {};
    for (const { kind } of await Promise.all(attempts)) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds;
  };

  it('let no more wrong attempts through than the limit, however they are dealt out', async () => {
    const counted = counter();
    let checked = 0;
    const wrong = async () => {
      checked += 1;
      return null;
    };
    const attempts = Array.from({ length: 30 }, (_, index) => node(index).guard([counted], wrong));
    expect(await kindsOf(attempts)).toEqual({ wrong: 5, blocked: 25 });
    expect(checked).toBe(5);
  });

  it('tell each wrong attempt how many are left', async () => {
    const counted = counter();
    const left: unknown[] = [];
    for (let index = 0; index < 6; index++) left.push(await node(index).guard([counted], async () => null));
    expect(left.map((each) => JSON.stringify(each))).toEqual([
      ...[4, 3, 2, 1, 0].map((number) => JSON.stringify({ kind: 'wrong', left: number })),
      JSON.stringify({ kind: 'blocked', wait: 60_000 }),
    ]);
  });

  it('count neither right attempts nor those that failed with an error', async () => {
    const counted = counter();
    for (let index = 0; index < 20; index++) {
      expect(await node(index).guard([counted], async () => 'in')).toEqual({ kind: 'right', result: 'in' });
      const failing = node(index).guard([counted], () => Promise.reject(new Error('no answer')));
      await expect(failing).rejects.toThrow('no answer');
    }
    const attempts = Array.from({ length: 9 }, (_, index) => node(index).guard([counted], async () => null));
    expect(await kindsOf(attempts)).toEqual({ wrong: 5, blocked: 4 });
  });

  it('count nothing when another counter is full', async () => {
    const [first, full] = [counter(), { ...counter(), limit: 1 }];
    await node(0).guard([full], async () => null);
    expect((await node(1).guard([first, full], async () => null)).kind).toBe('blocked');
    expect(await node(2).guard([first], async () => null)).toEqual({ kind: 'wrong', left: 4 });
  });

  it('uncount right attempts while others are refused', async () => {
    const counted = counter();
    for (let index = 0; index < 4; index++) await node(index).guard([counted], async () => null);
    const refused: string[] = [];
    const right = node(0).guard([counted], async () => {
      refused.push((await node(1).guard([counted], async () => null)).kind);
      refused.push((await node(2).guard([counted], async () => null)).kind);
      return 'in';
    });
    expect([(await right).kind, ...refused]).toEqual(['right', 'blocked', 'blocked']);
    const attempts = [0, 1, 2].map((index) => node(index).guard([counted], async () => null));
    expect(await kindsOf(attempts)).toEqual({ wrong: 1, blocked: 2 });
  });

  it('count refused attempts no further, so that a right one leaves room for one', async () => {
    const db = databases[0];
    if (!db) throw new Error('no database');
    const counted = { ...counter(), subject: Buffer.from('ann') };
    const attempts = [];
    for (let index = 0; index < 9; index++) attempts.push(await countAttempt(db, counted, 1_000_000));
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 6]);
    const [right] = attempts;
    if (right) await uncountAttempt(db, counted, right);
    expect((await countAttempt(db, counted, 1_000_000)).number).toBe(5);
    expect((await countAttempt(db, counted, 1_000_000)).number).toBe(6);
  });

  it('count calls together, and open a new window after the end', async () => {
    const counted = counter();
    const waits = await Promise.all(Array.from({ length: 30 }, (_, index) => node(index).count(counted)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([0, 60_000]));
    for (const clock of clocks) clock.time += 59_999;
    expect(await node(0).count(counted)).toBe(1);
    for (const clock of clocks) clock.time += 1;
    expect(await node(1).count(counted)).toBe(0);
  });

  it('count together although their clocks differ by less than a window', async () => {
    const counted = counter();
    const [fast] = clocks;
    if (fast) fast.time += 30_000;
    const waits: number[] = [];
    for (let index = 0; index < 9; index++) waits.push(await node(index).count(counted));
    if (fast) fast.time -= 30_000;
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('forget a window that began before the clock was set back', async () => {
    const counted = counter();
    for (const clock of clocks) clock.time += 3_600_000;
    for (let index = 0; index < 9; index++) await node(index).count(counted);
    for (const clock of clocks) clock.time -= 3_600_000;
    expect(await node(0).count(counted)).toBe(0);
    expect((await node(1).guard([counted], async () => null)).kind).toBe('wrong');
  });
});
