import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as api from '../support/api.ts';
import { createSubject, type RunningDaemon, type Subject, startDaemon } from './processes.ts';
import { type Figure, median, percentile } from './report.ts';
import { runSmtpLoad, SmtpSession, textMessage } from './smtp-load.ts';
import { openWaiter } from './waiter.ts';

const MESSAGES = 3000;
const SESSIONS = 50;
const BYTES = 2000;
/** Arrivals a second in another mailbox, and milliseconds between two of them. */
const RATE = 200;
const INTERVAL = 1000 / RATE;
const SAMPLES = 40;
/** Milliseconds for a wait to begin. */
const BEFORE = 50;

/** How fast arrivals can be read, and whether a flood of them delays who waits on another mailbox. */
export async function benchArrivals(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon, 2);
  await receive(daemon, subject, MESSAGES / 10);
  const shares: { share: number; accepted: number; available: number }[] = [];
  for (let round = 0; round < rounds; round++) shares.push(await receive(daemon, subject, MESSAGES));
  const alone = await waitTimes(daemon, subject);
  const flood = startFlood(daemon, subject);
  const beside = await waitTimes(daemon, subject);
  const arrived = await flood.stop();
  await daemon.stop();
  const [calm, loaded] = [alone, beside].map((times) => percentile(times, 0.5)) as [number, number];
  return [
    {
      name: 'arrivals to available, of accepting alone',
      value: median(shares.map(({ share }) => share)),
      unit: 'x',
      goal: { atLeast: 0.45 },
      detail: `${Math.round(median(shares.map(({ available }) => available)))} messages/s, accepted ${Math.round(median(shares.map(({ accepted }) => accepted)))}/s`,
    },
    {
      name: `wait on a calm mailbox beside ${RATE} arrivals/s`,
      value: loaded / calm,
      unit: 'x',
      goal: { atMost: 1.5 },
      detail: `250 to answer, p50 ${loaded.toFixed(1)} ms, p99 ${percentile(beside, 0.99).toFixed(1)}; alone ${calm.toFixed(1)} ms; ${Math.round(arrived)} arrived a second`,
    },
  ];
}

/** Messages a second until the last is accepted, and until all are read. */
async function receive(daemon: RunningDaemon, subject: Subject, messages: number) {
  const started = performance.now();
  const accepted = await runSmtpLoad({
    port: smtpPort(daemon),
    sessions: SESSIONS,
    messages,
    message: (number) => textMessage(BYTES, number),
    recipient: subject.mailboxes[0]?.address ?? '',
  });
  await daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 600 });
  const available = messages / ((performance.now() - started) / 1000);
  return { share: available / accepted, accepted, available };
}

/** Milliseconds from 250 to an answered wait on the second mailbox. */
async function waitTimes(daemon: RunningDaemon, subject: Subject): Promise<number[]> {
  const [, calm] = subject.mailboxes;
  if (!calm) throw new Error('no mailbox');
  const agent = new Agent({ keepAlive: true });
  const session = await SmtpSession.open(smtpPort(daemon), 1);
  const times: number[] = [];
  let since = new Date().toISOString();
  for (let sample = -5; sample < SAMPLES; sample++) {
    const query = `timeout=30&since=${encodeURIComponent(since)}`;
    const waiter = openWaiter(daemon.ready.http ?? '', agent, subject.admin, calm.id, query);
    await pause(BEFORE);
    await session.send(calm.address, textMessage(BYTES, sample + 5));
    const accepted = performance.now();
    const { at, message } = await waiter.answered;
    since = message?.created_at ?? since;
    if (sample >= 0) times.push(Math.max(0, at - accepted));
  }
  session.close();
  agent.destroy();
  return times;
}

/**
 * Arrivals in the first mailbox at a fixed rate, until `stop`, which returns how many there were a second.
 */
function startFlood(daemon: RunningDaemon, subject: Subject): { stop(): Promise<number> } {
  const started = performance.now();
  const recipient = subject.mailboxes[0]?.address ?? '';
  let isOver = false;
  let sent = 0;
  const run = async () => {
    const session = await SmtpSession.open(smtpPort(daemon), 2);
    while (!isOver) {
      // Catches up after a slow reply, so that the rate stays.
      const early = started + sent * INTERVAL - performance.now();
      sent++;
      if (early > 0) await pause(early);
      await session.send(recipient, textMessage(BYTES, sent));
    }
    session.close();
  };
  const sessions = Array.from({ length: 8 }, run);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(sessions);
      return sent / ((performance.now() - started) / 1000);
    },
  };
}

function smtpPort(daemon: RunningDaemon): number {
  return Number(daemon.ready.smtp?.split(':')[1]);
}
