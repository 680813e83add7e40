import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Principal } from '../../daemon/access/principal.ts';
import { beginSearchMerge } from '../../daemon/content/stored-text/search-merge.ts';
import type { Context } from '../../daemon/context.ts';
import { listMessages } from '../../daemon/mail/messages/list.ts';
import { searchMail } from '../../daemon/mail/search/search.ts';
import { listThreads } from '../../daemon/mail/threads/list.ts';
import { dialectOf } from '../../daemon/platform/store/dialect.ts';
import { RUN_ONCE } from '../../daemon/platform/store/transaction-runner.ts';
import * as api from '../support/api.ts';
import { createTenant, launch, type Service } from '../support/service.ts';
import {
  COMMON,
  ELSEWHERE,
  type FilledMailbox,
  fillMailbox,
  MESSAGE_BYTES,
  messagesIn,
  RARE,
  wordsOf,
} from './reading-fill.ts';
import { type Figure, percentile } from './report.ts';

const SMALL = 10_000;
const LARGE = Number(process.env.AGENTMAIL_BENCH_MESSAGES ?? 1_000_000);
const SAMPLES = 200;
const WARM_UP = 50;

/**
 * Lists, searches and threads of a mailbox with ten thousand and with a million messages, in turn. Filling it
 * takes minutes: with AGENTMAIL_BENCH_CACHE the files stay in that folder for the next run.
 */
export async function benchReading(): Promise<Figure[]> {
  const small = await open(SMALL);
  const large = await open(LARGE);
  try {
    const times = await timesOf(small, large);
    return figures(times, await sizesOf(large), await likeTime(large.context, large.place.mailboxId));
  } finally {
    await small.close();
    await large.close();
  }
}

function figures(times: Record<Work, Times>, sizes: Sizes, like: number): Figure[] {
  const flat = (name: string, work: Work): Figure => ({
    name,
    value: times[work].large / times[work].small,
    unit: 'x',
    goal: { atMost: 1.3 },
    detail: `p50 ${ms(times[work].large)} of ${LARGE} messages, ${ms(times[work].small)} of ${SMALL}`,
  });
  const within = (name: string, work: Work, atMost: number): Figure => ({
    name,
    value: times[work].large,
    unit: 'ms',
    goal: { atMost },
    detail: `p50; p99 ${ms(times[work].slowest)}; of ${SMALL} messages ${ms(times[work].small)}`,
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
    within('ranked search for a rare word', 'oneWord', 50),
    within('ranked search for three frequent words', 'oftenWords', 50),
    within('ranked search for three words that few messages have', 'seldomWords', 50),
    within('ranked search for frequent words that no message has together', 'apartWords', 100),
    within('ranked search for frequent words from one sender', 'fromWords', 50),
    {
      name: 'search for a rare term against LIKE',
      value: like / times.rare.large,
      unit: 'x',
      goal: { atLeast: 1000 },
      detail: `LIKE ${ms(like)}`,
    },
    {
      name: 'file against stored text',
      value: sizes.file / sizes.text,
      unit: 'x',
      goal: { atMost: 3 },
      detail: `${gigabytes(sizes.file)} for ${gigabytes(sizes.text)} of text; without the index ${gigabytes(sizes.file - sizes.index)}`,
    },
  ];
}

/** Resolves when no job is due; the merge asks for its next part itself. */
async function idle({ daemon }: Service): Promise<void> {
  while (((await daemon.runtime.jobs.nextDue()) ?? Number.POSITIVE_INFINITY) <= Date.now()) {
    await daemon.runtime.jobs.idle();
  }
}

interface Opened {
  readonly context: Context;
  readonly place: FilledMailbox;
  readonly count: number;
  close(): Promise<void>;
}

async function open(count: number): Promise<Opened> {
  const cache = process.env.AGENTMAIL_BENCH_CACHE;
  const home = cache ? join(cache, `reading-${count}`) : mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const notes = join(home, 'filled.json');
  const service = await launch({ home, overrides: { runners: RUN_ONCE } });
  const { context } = service.daemon;
  if (!existsSync(notes)) writeFileSync(notes, JSON.stringify(await fill(service, count)));
  return {
    context,
    place: JSON.parse(readFileSync(notes, 'utf8')) as FilledMailbox,
    count,
    async close() {
      await service.stop();
      if (!cache) rmSync(home, { recursive: true, force: true });
    },
  };
}

async function fill(service: Service, count: number): Promise<FilledMailbox> {
  const { context } = service.daemon;
  const tenant = await createTenant(service);
  const other = await service.call(tenant.admin, api.createMailbox, { name: 'other' });
  const place = { accountId: tenant.accountId, mailboxId: tenant.mailbox.id, otherId: other.body.id };
  await fillMailbox(context, place, count);
  // As in the daily job.
  await beginSearchMerge(context);
  await idle(service);
  return place;
}

type Work =
  | 'newest'
  | 'deep'
  | 'unread'
  | 'threads'
  | 'deepThreads'
  | 'rare'
  | 'common'
  | 'three'
  | 'threeRare'
  | 'elsewhere'
  | 'oneWord'
  | 'oftenWords'
  | 'seldomWords'
  | 'apartWords'
  | 'fromWords';

async function workOf({ context, place, count }: Opened): Promise<Record<Work, () => Promise<unknown>>> {
  const principal = {
    role: 'admin',
    method: 'api_key',
    keyId: null,
    mailboxIds: new Set(),
    account: { id: place.accountId, tier: 'pro', status: 'active' },
  } as unknown as Principal;
  const going = () => new AbortController().signal;
  const list = (query: object) =>
    listMessages(context, principal, { mailboxReference: place.mailboxId, query, hungUp: going });
  const threads = (query: object) =>
    listThreads(context, principal, { mailboxReference: place.mailboxId, query });
  const words = (q: string) => searchMail(context, principal, { query: { q }, hungUp: going });
  const vocabulary = wordsOf(count).filter((word) => word.length > 4);
  const three = (rank: number) => vocabulary.slice(rank, rank + 3).join(' ');
  const deep = await messageAt(context, place.mailboxId, Math.floor(count * 0.1));
  return {
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
    oneWord: () => words(RARE),
    oftenWords: () => words(three(40)),
    seldomWords: () => words(three(2000)),
    // Each is in hundreds of thousands of messages, and none has both.
    apartWords: () => words(`xylophone ${COMMON}`),
    fromWords: () => words(`from:${three(300).split(' ')[0]} ${COMMON}`),
  };
}

/** p50 of either mailbox, and p99 of the large one, milliseconds. */
interface Times {
  readonly small: number;
  readonly large: number;
  readonly slowest: number;
}

/** A slow moment of the machine hits both mailboxes. */
async function timesOf(small: Opened, large: Opened): Promise<Record<Work, Times>> {
  const ofSmall = await workOf(small);
  const times: Partial<Record<Work, Times>> = {};
  for (const [name, ofLarge] of Object.entries(await workOf(large))) {
    const work = name as Work;
    const samples = work === 'elsewhere' ? SAMPLES / 10 : SAMPLES;
    const taken: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let round = 0; round < WARM_UP + samples; round++) {
      const pair = { small: await timed(ofSmall[work]), large: await timed(ofLarge) };
      if (round < WARM_UP) continue;
      taken.small.push(pair.small);
      taken.large.push(pair.large);
    }
    times[work] = {
      small: percentile(taken.small, 0.5),
      large: percentile(taken.large, 0.5),
      slowest: percentile(taken.large, 0.99),
    };
  }
  return times as Record<Work, Times>;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Bytes. */
interface Sizes {
  readonly file: number;
  readonly index: number;
  readonly text: number;
}

async function sizesOf({ context, count }: Opened): Promise<Sizes> {
  return {
    file: await context.store.databaseBytes(),
    index: await indexBytes(context),
    text: messagesIn(count) * MESSAGE_BYTES,
  };
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
    .where(dialectOf(context.store.read).beginning('text', MESSAGE_BYTES), 'like', `%${RARE}%`)
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
