import { expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { freePort, MailSink, type Sunk } from '../support/mail-sink.ts';

/** Messages of the test; a larger number is for runs by hand. */
const MESSAGES = Number(process.env.RELAY_MESSAGES ?? 90);
const CALLERS = 16;

interface Row {
  readonly id: string;
  readonly state: string;
  readonly recipient: string;
}

const recipientOf = (number: number): string => `person${number}@there.example`;

/**
 * Sends what is left until nothing is, or until the daemon is gone; what got no answer is left for the next
 * one.
 */
async function sendAll(daemon: CrashingDaemon, left: Set<number>): Promise<void> {
  const numbers = [...left];
  const caller = async (): Promise<void> => {
    for (let next = numbers.shift(); next !== undefined; next = numbers.shift()) {
      const reply = await daemon.send(daemon.admin, `relay-${next}`, recipientOf(next));
      if (reply === null) return;
      left.delete(next);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** The names of the recipients are not looked up: no DNS knows them. */
async function prepareHome(): Promise<CrashingDaemon> {
  const daemon = await startDaemon();
  const { status } = await daemon.call(daemon.operatorToken, api.updateSettings, {
    'deliverability.dns': 'off',
  });
  expect(status).toBe(200);
  await killDaemon(daemon);
  return daemon;
}

async function rowsOf({ admin, must, mailbox }: CrashingDaemon): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = {}; ; ) {
    const { messages } = await must(admin, api.listMessages, { id: mailbox, limit: 200, ...page });
    rows.push(...messages);
    if (messages.length < 200) return rows;
    page = { before: messages.at(-1)?.id };
  }
}

/** Lets every deferred message have its further tries. */
async function retryUntilSettled(daemon: CrashingDaemon): Promise<Row[]> {
  for (let hours = 0; hours < 24; hours += 4) {
    await daemon.drain();
    const rows = await rowsOf(daemon);
    if (!rows.some(({ state }) => state === 'quarantined')) return rows;
    await daemon.call(daemon.operatorToken, api.advanceClock, { seconds: 4 * 3600 });
  }
  return rowsOf(daemon);
}

it('every message is sent once, or told as not proven, when the relay dies, comes back, and the daemon is killed', {
  timeout: 300_000 + MESSAGES * 200,
}, async () => {
  const port = await freePort();
  const { home } = await prepareHome();
  const flags = ['--log-level', 'silent', '--test-clock', '--relay', `smtp://127.0.0.1:${port}`];
  const left = new Set(Array.from({ length: MESSAGES }, (_, number) => number));
  const received: Sunk[] = [];
  const third = Math.floor(MESSAGES / 3);

  // The relay takes some messages without an answer and is gone; what comes then is deferred.
  const first = await MailSink.start({ port, silentAfter: third });
  let daemon = await startDaemon({ home, flags });
  const sending = sendAll(daemon, left);
  await first.until(third + 5);
  await first.die();
  received.push(...first.received);

  // It is back, and the daemon is killed while answers are due.
  const second = await MailSink.start({ port, silentAfter: third });
  const advanced = daemon.call(daemon.operatorToken, api.advanceClock, { seconds: 61 }).catch(() => null);
  await second.until(third + 5);
  await killDaemon(daemon);
  await Promise.all([sending, advanced, second.die()]);
  received.push(...second.received);

  const last = await MailSink.start({ port });
  daemon = await startDaemon({ home, flags });
  await sendAll(daemon, left);
  const rows = await retryUntilSettled(daemon);
  received.push(...last.received);

  const times = new Map<string, number>();
  for (const { to } of received) times.set(to, (times.get(to) ?? 0) + 1);
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  process.stdout.write(
    `${MESSAGES} messages: ${count('delivered')} delivered, ${count('available')} not proven, ${received.length} received\n`,
  );
  expect(left.size).toBe(0);
  expect(rows.map(({ recipient }) => recipient).sort()).toEqual(
    Array.from({ length: MESSAGES }, (_, number) => recipientOf(number)).sort(),
  );
  expect([...times].filter(([, many]) => many > 1)).toEqual([]);
  expect(rows.filter(({ state, recipient }) => state === 'delivered' && !times.has(recipient))).toEqual([]);
  expect([...new Set(rows.map(({ state }) => state))].sort()).toEqual(['available', 'delivered']);
  expect(count('available')).toBeGreaterThanOrEqual(10);
  await killDaemon(daemon);
  await last.die();
});
