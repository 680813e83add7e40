import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../daemon/platform/store/engine.ts';
import { insertJob } from '../../daemon/platform/store/jobs.ts';
import { NO_DAEMON } from '../../daemon/platform/store/ports.ts';
import { SignalHub } from '../../daemon/platform/store/signals.ts';
import type { Store } from '../../daemon/platform/store/store.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../daemon/platform/system/random.ts';
import { SECRET_FILE } from '../../daemon/platform/system/secrets.ts';
import { PostgresServer } from '../support/postgres.ts';
import { benchNodes } from './nodes.ts';
import { createSubject, type Running, type Subject, startDaemon } from './processes.ts';
import { type Figure, inTurn, median, percentile } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';
import { openWaiter } from './waiter.ts';

const WRITERS = 32;
const WRITES = 20_000;
const SAMPLES = 500;
const WARM_UP = 50;
const JOBS = 2_000;
const WAITERS = 1_000;
/** Milliseconds for all requests to be waiting. */
const SETTLE_TIME = 3_000;

/** A node without a daemon: its store, and the receivers of its signals. */
interface StoreNode {
  readonly store: Store;
  readonly hub: SignalHub;
}

/** Nodes in this process, so that moments of different ones can be compared. */
async function openNodes(
  url: string,
  count: number,
): Promise<{ nodes: StoreNode[]; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const nodes: StoreNode[] = [];
  for (let index = 0; index < count; index++) {
    const hub = new SignalHub();
    const store = await openStore({
      home: mkdtempSync(join(folder, 'home-')),
      url,
      clock: new SystemClock(),
      random: systemRandom,
      onHookFailure: (error) => {
        throw error;
      },
      ports: { ...NO_DAEMON, signals: hub },
      node: { name: `node-${index}`, version: '0' },
    });
    nodes.push({ store, hub });
  }
  while (nodes.some(({ store }) => store.reception.others < count - 1)) await pause(10);
  return {
    nodes,
    async close() {
      for (const { store } of nodes) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Several daemons on one PostgreSQL: signals, waits and claims of jobs. */
export async function benchCluster(rounds: number): Promise<Figure[]> {
  const server = new PostgresServer();
  await server.start();
  try {
    return [
      ...(await latency(await server.createDatabase('latency'))),
      await wave(await server.createDatabase('wave'), rounds),
      await benchNodes(server, rounds),
      await throughput(await server.createDatabase('throughput'), rounds),
      await claims(await server.createDatabase('claims'), Math.min(rounds, 3)),
    ];
  } finally {
    await server.stop();
  }
}

/** Durable transactions per second of many writers, each of which signals another mailbox. */
async function throughput(url: string, rounds: number): Promise<Figure> {
  const { nodes, close } = await openNodes(url, 2);
  const [{ store }] = nodes as [StoreNode];
  const rate = async (signals: boolean): Promise<number> => {
    let left = WRITES;
    const started = performance.now();
    const writer = async (): Promise<void> => {
      while (left-- > 0) {
        const id = systemRandom.id(1);
        await store.write('none', async (transaction) => {
          if (signals) transaction.publish({ kind: 'mailbox', id });
          await transaction.db.insertInto('settings').values({ name: id, worker: '', value: '0' }).execute();
        });
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    return WRITES / ((performance.now() - started) / 1000);
  };
  await rate(true);
  const result = await inTurn(
    rounds,
    () => rate(true),
    () => rate(false),
  );
  await close();
  return {
    name: `transactions of ${WRITERS} writers with signals, of without`,
    value: result.ratio,
    unit: 'x',
    goal: { atLeast: 0.97 },
    detail: `${Math.round(result.ours)}/s with a signal each, ${Math.round(result.reference)}/s without`,
  };
}

/** From the commit on one node to the row that a receiver on another reads. */
async function latency(url: string): Promise<Figure[]> {
  const { nodes, close } = await openNodes(url, 2);
  const [writer, reader] = nodes as [StoreNode, StoreNode];
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES + WARM_UP; sample++) {
    const id = systemRandom.id(1);
    const found = new Promise<number>((resolve, reject) => {
      const end = reader.hub.watch({ kind: 'mailbox', id }, () => {
        end();
        const row = reader.store.read.selectFrom('settings').select('value').where('name', '=', id);
        row.executeTakeFirstOrThrow().then(() => resolve(performance.now()), reject);
      });
    });
    await writer.store.write('none', async (transaction) => {
      transaction.publish({ kind: 'mailbox', id });
      await transaction.db.insertInto('settings').values({ name: id, worker: '', value: '0' }).execute();
    });
    const committed = performance.now();
    const at = await found;
    if (sample >= WARM_UP) times.push(at - committed);
  }
  await close();
  const figure = (name: string, share: number, atMost: number): Figure => ({
    name: `commit to a waiter on another node, ${name}`,
    value: percentile(times, share),
    unit: 'ms',
    goal: { atMost },
    detail: `${SAMPLES} commits one after the other, until the waiter has read the row`,
  });
  return [figure('p50', 0.5, 2), figure('p99', 0.99, 20)];
}

/** A message that one daemon accepts, for a thousand who wait on another. */
async function wave(url: string, rounds: number): Promise<Figure> {
  const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'agentmail-bench-')));
  const [first = '', second = ''] = homes;
  const env = { AGENTMAIL_STORE: url };
  const one = await startDaemon({ home: first, env });
  copyFileSync(join(first, SECRET_FILE), join(second, SECRET_FILE));
  const two = await startDaemon({ home: second, env });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const spans: number[] = [];
  try {
    const subject = await createSubject(one);
    let since = new Date().toISOString();
    for (let round = 0; round < rounds; round++) {
      const times = await answersOf(subject, { one, two, agent, since });
      spans.push(Math.max(...times.map(({ at }) => at)) - Math.min(...times.map(({ at }) => at)));
      since = times[0]?.message?.created_at ?? since;
    }
  } finally {
    agent.destroy();
    for (const daemon of [two, one]) await daemon.stop();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  }
  return {
    name: 'a wave of 1,000 waiters on another node',
    value: median(spans),
    unit: 'ms',
    goal: { atMost: 150 },
    detail: `from the first answer to the last, as one client sees it; ${spans.map(Math.round).join(', ')} ms`,
  };
}

/** The answers of a wave: the message arrives at one node, its waiters are on the other. */
async function answersOf(
  { admin, mailboxes }: Subject,
  { one, two, agent, since }: { one: Running; two: Running; agent: Agent; since: string },
) {
  const [mailbox] = mailboxes;
  if (!mailbox) throw new Error('no mailbox');
  const query = `timeout=30&since=${encodeURIComponent(since)}`;
  const waiters = Array.from({ length: WAITERS }, () =>
    openWaiter(two.ready.http ?? '', agent, admin, mailbox.id, query),
  );
  await pause(SETTLE_TIME);
  await runSmtpLoad({
    port: Number(one.ready.smtp?.split(':')[1]),
    sessions: 1,
    messages: 1,
    message: textMessage(2000),
    recipient: mailbox.address,
  });
  return Promise.all(waiters.map(({ answered }) => answered));
}

/** Jobs per second that four nodes claim at the same moment, in batches and one by one. */
async function claims(url: string, rounds: number): Promise<Figure> {
  const { nodes, close } = await openNodes(url, 4);
  const [{ store }] = nodes as [StoreNode];
  const rate = async (limit: number): Promise<number> => {
    const count = limit === 1 ? JOBS / 10 : JOBS;
    await store.write('service', async (transaction) => {
      for (let index = 0; index < count; index++)
        await insertJob(transaction, { kind: 'bench', accountId: null, dueAt: index, payload: {} });
    });
    const claim = { kinds: { only: 'bench' }, now: JOBS, limit };
    let claimed = 0;
    const started = performance.now();
    await Promise.all(
      nodes.map(async ({ store: { jobs } }) => {
        for (;;) {
          const got = await jobs.claim(claim);
          if (got.length === 0) return;
          claimed += got.length;
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    if (claimed !== count) throw new Error(`${claimed} of ${count} jobs were claimed`);
    await store.write('service', ({ db }) => db.deleteFrom('jobs').execute());
    return count / seconds;
  };
  await rate(50);
  const result = await inTurn(
    rounds,
    () => rate(50),
    () => rate(1),
  );
  await close();
  return {
    name: 'jobs claimed by 4 nodes, 50 at once, of one by one',
    value: result.ratio,
    unit: 'x',
    goal: { atLeast: 10 },
    detail: `${Math.round(result.ours)}/s in batches, ${Math.round(result.reference)}/s one by one`,
  };
}
