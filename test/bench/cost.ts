import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as api from '../support/api.ts';
import {
  createSubject,
  newDay,
  type Running,
  type RunningDaemon,
  type Subject,
  startDaemon,
  startReference,
} from './processes.ts';
import { type Figure, median } from './report.ts';
import { CALLERS, Client, TEXT_BYTES } from './sends.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';
import { type WalFigures, watchWal } from './wal.ts';

/**
 * Processor time and bytes of one operation, which depend less on a busy machine than rates do. With another
 * build in `AGENTMAIL_BENCH_BASE`, a checkout, both are measured in turn.
 */

const ROUNDS = 5;
/** Less than a day's budget of the largest plan in a round. */
const SENDS = 800;
const ARRIVALS = 800;
const COUNTED = 640;
/** Clock ticks of /proc, milliseconds. */
const TICK = 10;

interface MeasuredBuild {
  readonly send: number;
  readonly arrival: number;
  readonly sendWal: WalFigures;
  readonly arrivalWal: WalFigures;
}

export async function benchCost(): Promise<Figure[]> {
  const base = process.env.AGENTMAIL_BENCH_BASE;
  const ours: MeasuredBuild[] = [];
  const theirs: MeasuredBuild[] = [];
  const trivial: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure());
    trivial.push(await trivialPost());
    if (base !== undefined) theirs.push(await measure(base));
  }
  return figuresOf(ours, theirs, median(trivial));
}

async function measure(checkout?: string): Promise<MeasuredBuild> {
  const daemon = await startDaemon({
    flags: ['--test-clock'],
    ...(checkout !== undefined && { checkout }),
  });
  try {
    const subject = await createSubject(daemon);
    const client = new Client(daemon, subject.admin);
    const mailbox = subject.mailboxes[0]?.id ?? '';
    await client.send(mailbox, 200);
    await newDay(daemon);
    const send = await costOf(daemon, SENDS, () => client.send(mailbox, SENDS));
    await newDay(daemon);
    const sendWal = await walOf(daemon, () => client.send(mailbox, COUNTED));
    client.close();
    await receive(daemon, subject, 200);
    const arrival = await costOf(daemon, ARRIVALS, () => receive(daemon, subject, ARRIVALS));
    const arrivalWal = await walOf(daemon, () => receive(daemon, subject, COUNTED));
    return { send, arrival, sendWal, arrivalWal };
  } finally {
    await daemon.stop();
  }
}

/** Accepts messages, and waits until all are read. */
async function receive(daemon: RunningDaemon, subject: Subject, messages: number): Promise<void> {
  await runSmtpLoad({
    port: Number(daemon.ready.smtp?.split(':')[1]),
    sessions: CALLERS,
    messages,
    message: (number) => textMessage(TEXT_BYTES, number),
    recipient: subject.mailboxes[0]?.address ?? '',
  });
  await daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 600 });
}

async function trivialPost(): Promise<number> {
  const bare = await startReference('bare-fastify');
  const client = new Client(bare, 'key');
  await client.post('/v1/messages', 200);
  const cost = await costOf(bare, SENDS, () => client.post('/v1/messages', SENDS));
  client.close();
  await bare.stop();
  return cost;
}

/** Milliseconds of processor time of all threads for each operation. */
export async function costOf(
  { child }: Pick<Running, 'child'>,
  count: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = processorTime(child.pid);
  await work();
  return (processorTime(child.pid) - before) / count;
}

/** Milliseconds of processor time of a process, on request with those of its processes that ended. */
export function processorTime(pid: number | string | undefined, { withEnded = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number);
  return ticks.reduce((sum, some) => sum + some, 0) * TICK;
}

async function walOf({ home }: RunningDaemon, work: () => Promise<unknown>): Promise<WalFigures> {
  const watch = watchWal(join(home, 'agentmail.db'));
  try {
    await work();
    return watch.figures();
  } finally {
    watch.close();
  }
}

function figuresOf(
  ours: readonly MeasuredBuild[],
  theirs: readonly MeasuredBuild[],
  trivial: number,
): Figure[] {
  const pair = (of: (measured: MeasuredBuild) => number) => ({
    ours: median(ours.map(of)),
    theirs: theirs.length === 0 ? null : median(theirs.map(of)),
  });
  const figure = (
    name: string,
    of: (measured: MeasuredBuild) => number,
    { unit, goal, more = '' }: { unit: string; goal: Figure['goal']; more?: string },
  ): Figure => {
    const { ours: value, theirs: other } = pair(of);
    const base =
      other === null ? '' : `${other.toPrecision(3)} of the other build, ${(value / other).toFixed(2)} of it`;
    return { name, value, unit, goal, detail: [more, base].filter(Boolean).join('; ') };
  };
  const posts = `a trivial POST ${trivial.toFixed(2)} ms`;
  return [
    figure('processor time of a send, 2 KB, 16 callers', ({ send }) => send, {
      unit: 'ms',
      goal: { atMost: 1.5 },
      more: posts,
    }),
    figure('processor time of an arrival, 2 KB', ({ arrival }) => arrival, {
      unit: 'ms',
      goal: { atMost: 1.1 },
    }),
    figure('sends per commit, 16 callers', ({ sendWal }) => COUNTED / sendWal.commits, {
      unit: '',
      goal: { atLeast: 8 },
    }),
    figure('bytes written by a send, of its text', ({ sendWal }) => sendWal.bytes / COUNTED / TEXT_BYTES, {
      unit: 'x',
      goal: { atMost: 20 },
    }),
    figure(
      'bytes written by an arrival, of its text',
      ({ arrivalWal }) => arrivalWal.bytes / COUNTED / TEXT_BYTES,
      {
        unit: 'x',
        goal: { atMost: 20 },
      },
    ),
    figure(
      'disk of a sent message, of its text',
      ({ sendWal }) => sendWal.databaseBytes / COUNTED / TEXT_BYTES,
      {
        unit: 'x',
        goal: { atMost: 2.5 },
      },
    ),
    figure(
      'disk of an arrived message, of its bytes',
      ({ arrivalWal }) => arrivalWal.databaseBytes / COUNTED / TEXT_BYTES,
      { unit: 'x', goal: { atMost: 2.5 } },
    ),
  ];
}
