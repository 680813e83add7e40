import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Principal } from '../../daemon/access/principal.ts';
import type { Context } from '../../daemon/context.ts';
import { listMessages } from '../../daemon/messages/list.ts';
import { beginSearchMerge } from '../../daemon/messages/search-merge.ts';
import { listThreads } from '../../daemon/threads/list.ts';
import { createTenant, launch, type Service } from '../support/service.ts';
import {
  COMMON,
  ELSEWHERE,
  type FilledMailbox,
  fillMailbox,
  MESSAGE_BYTES,
  messagesIn,
  RARE,
} from './reading-fill.ts';
import { type Figure, percentile } from './report.ts';

const SMALL = 10_000;
const LARGE = Number(process.env.AGENTMAIL_BENCH_MESSAGES ?? 1_000_000);
const SAMPLES = 200;
const WARM_UP = 50;

/**
 * Lists, searches and threads of a mailbox with ten thousand and with a million messages. Filling it takes minutes:
 * with AGENTMAIL_BENCH_CACHE the files stay in that folder for the next run.
 */
export async function benchReading(): Promise<Figure[]> {
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  const flat = (name: string, which: keyof Times): Figure => ({
    name,
    value: large.times[which] / small.times[which],
    unit: 'x',
    goal: { atMost: 1.3 },
    detail: `p50 ${ms(large.times[which])} of ${LARGE} messages, ${ms(small.times[which])} of ${SMALL}`,
  });
  const within = (name: string, which: keyof Times, atMost: number, detail = ''): Figure => ({
    name,
    value: large.times[which],
    unit: 'ms',
    goal: { atMost },
    detail: `p50; p99 ${ms(large.slowest[which])}; of ${SMALL} messages ${ms(small.times[which])}${detail}`,
  });
  return [
    flat('newest 50 messages', 'newest'),
    flat('50 messages at a deep cursor', 'deep'),
    flat('newest 50 unread', 'unread'),
    flat('newest 50 threads', 'threads'),
    flat('50 threads at a deep cursor', 'deepThreads'),
    within('search for a rare term', 'rare', 1),
    within('search for a common term', 'common', 2),
    within('search for three common characters', 'three', 2),
    within('search for three rare characters', 'threeRare', 1),
    within('search for what only another mailbox has', 'elsewhere', 100),
    {
      name: 'search for a rare term against LIKE',
      value: large.like / large.times.rare,
      unit: 'x',
      goal: { atLeast: 1000 },
      detail: `LIKE ${ms(large.like)}`,
    },
    {
      name: 'file against stored text',
      value: large.fileBytes / large.textBytes,
      unit: 'x',
      goal: { atMost: 3 },
      detail: `${gigabytes(large.fileBytes)} for ${gigabytes(large.textBytes)} of text; without the index ${gigabytes(large.fileBytes - large.indexBytes)}`,
    },
  ];
}

/** Resolves when no job is due; the merge asks for its next part itself. */
async function idle({ daemon }: Service): Promise<void> {
  while (((await daemon.runtime.jobs.nextDue()) ?? Number.POSITIVE_INFINITY) <= Date.now()) {
    await daemon.runtime.jobs.idle();
  }
}

interface Times {
  readonly newest: number;
  readonly deep: number;
  readonly unread: number;
  readonly threads: number;
  readonly deepThreads: number;
  readonly rare: number;
  readonly common: number;
  readonly three: number;
  readonly threeRare: number;
  readonly elsewhere: number;
}

interface Measured {
  readonly times: Times;
  readonly slowest: Times;
  readonly like: number;
  readonly fileBytes: number;
  readonly indexBytes: number;
  readonly textBytes: number;
}

async function measure(count: number): Promise<Measured> {
  const cache = process.env.AGENTMAIL_BENCH_CACHE;
  const home = cache ? join(cache, `reading-${count}`) : mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const notes = join(home, 'filled.json');
  const service = await launch({ home });
  const { context } = service.daemon;
  try {
    if (!existsSync(notes)) {
      const tenant = await createTenant(service);
      const other = await service.call<{ id: string }>(tenant.admin, 'POST', '/v1/mailboxes', {
        name: 'other',
      });
      const place = { accountId: tenant.accountId, mailboxId: tenant.mailbox.id, otherId: other.body.id };
      await fillMailbox(context, place, count);
      // What the daily round of the daemon does.
      await beginSearchMerge(context);
      await idle(service);
      writeFileSync(notes, JSON.stringify(place));
    }
    return await measureFilled(context, JSON.parse(readFileSync(notes, 'utf8')) as FilledMailbox, count);
  } finally {
    await service.stop();
    if (!cache) rmSync(home, { recursive: true, force: true });
  }
}

async function measureFilled(context: Context, place: FilledMailbox, count: number): Promise<Measured> {
  const principal = {
    role: 'admin',
    method: 'api_key',
    keyId: null,
    mailboxIds: new Set(),
    account: { id: place.accountId, tier: 'pro', status: 'active' },
  } as unknown as Principal;
  const going = () => new AbortController().signal;
  const list = (query: object) => listMessages(context, principal, place.mailboxId, query, going);
  const threads = (query: object) => listThreads(context, principal, place.mailboxId, query);
  const deep = await messageAt(context, place.mailboxId, Math.floor(count * 0.1));
  const work: Readonly<Record<keyof Times, () => Promise<unknown>>> = {
    newest: () => list({}),
    deep: () => list({ before: deep.id }),
    unread: () => list({ unread: true }),
    threads: () => threads({}),
    deepThreads: () => threads({ before_ts: new Date(deep.created_at).toISOString() }),
    rare: () => list({ search: RARE }),
    common: () => list({ search: COMMON }),
    three: () => list({ search: 'ing' }),
    threeRare: () => list({ search: 'okk' }),
    elsewhere: () => list({ search: ELSEWHERE }),
  };
  const times: Record<string, number> = {};
  const slowest: Record<string, number> = {};
  for (const [name, run] of Object.entries(work)) {
    const samples = await sample(run, name === 'elsewhere' ? SAMPLES / 10 : SAMPLES);
    times[name] = percentile(samples, 0.5);
    slowest[name] = percentile(samples, 0.99);
  }
  return {
    times: times as unknown as Times,
    slowest: slowest as unknown as Times,
    like: await likeTime(context, place.mailboxId),
    fileBytes: context.store.databaseBytes(),
    indexBytes: await indexBytes(context),
    textBytes: messagesIn(count) * MESSAGE_BYTES,
  };
}

async function sample(run: () => Promise<unknown>, samples: number): Promise<number[]> {
  for (let round = 0; round < Math.min(WARM_UP, samples); round++) await run();
  const times: number[] = [];
  for (let round = 0; round < samples; round++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return times;
}

async function messageAt(context: Context, mailboxId: string, position: number) {
  return context.store.read
    .selectFrom('messages')
    .select(['id', 'created_at'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('created_at')
    .offset(position)
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The same search without an index, once. */
async function likeTime(context: Context, mailboxId: string): Promise<number> {
  const started = performance.now();
  await context.store.read
    .selectFrom('messages')
    .innerJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .select('messages.id')
    .where('messages.mailbox_id', '=', mailboxId)
    .where('message_bodies.text', 'like', `%${RARE}%`)
    .orderBy('messages.created_at', 'desc')
    .limit(50)
    .execute();
  return performance.now() - started;
}

async function indexBytes(context: Context): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pgsize) as bytes from dbstat where name like 'message_search%'
  `.execute(context.store.read);
  return rows[0]?.bytes ?? 0;
}

const ms = (time: number) => `${time.toFixed(2)} ms`;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
