import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Daemon } from '../../daemon/daemon.ts';
import { RETRIES_AT_ONCE, retryDispatch } from '../../daemon/mail/review/retry-deferred.ts';
import { DEFAULTS } from '../../daemon/platform/settings/config.ts';
import * as api from '../support/api.ts';
import { apiAt } from '../support/calls.ts';
import { startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';

const MESSAGES = 1000;
const CONNECTIONS = 10;
const SENDERS = 16;
const BODY = 'The figures of the week are in, and they look like those of the week before.\n'.repeat(26);

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/**
 * The way of a waiting message through the relay: loaded, composed, signed or not, handed over, with a commit
 * before the first byte and one for the outcome; against a pool of nodemailer that composes, signs or not,
 * and hands over.
 */
export async function benchRelay(rounds: number): Promise<Figure[]> {
  const sink = await startReference('bare-smtp');
  const port = Number(sink.ready.smtp?.split(':')[1]);
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const daemon = await startRelaying(home, port);
  const ids = await sendAll(daemon);
  const figures: Figure[] = [];
  for (const signed of [true, false]) {
    if (!signed) await daemon.context.store.write('none', ({ db }) => db.deleteFrom('dkim_keys').execute());
    const result = await inTurn(
      rounds,
      () => deliver(daemon, ids),
      () => handOver(port, signed),
    );
    figures.push({
      name: `relay, ${MESSAGES} x 2 KB, ${CONNECTIONS} connections, ${signed ? 'signed' : 'not signed'}`,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast: 0.5 },
      detail: `${Math.round(result.ours)} messages/s, nodemailer's pool ${Math.round(result.reference)}`,
    });
  }
  await Promise.all([daemon.stop(), sink.stop()]);
  rmSync(home, { recursive: true, force: true });
  return figures;
}

async function startRelaying(home: string, port: number): Promise<Daemon> {
  const daemon = await Daemon.create({
    ...DEFAULTS,
    home,
    http: { host: '127.0.0.1', port: 0 },
    smtp: { host: '127.0.0.1', port: 0 },
    testClock: false,
    version: '0.0.0-bench',
    logLevel: 'warn',
    deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
    mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${port}` } },
  });
  await daemon.start();
  return daemon;
}

/** Messages as clients make them; returns their ids. */
async function sendAll(daemon: Daemon): Promise<string[]> {
  const { must } = apiAt(() => daemon.runtime.http);
  const account = await must(daemon.operatorToken, api.operatorCreateAccount, { email: 'bench@example.com' });
  await must(account.api_key, api.createMailbox, { name: 'box' });
  const ids: string[] = [];
  await atOnce(SENDERS, MESSAGES, async (number) => {
    const to = `person${number}@example.com`;
    const letter = { from_mailbox: 'box', to, subject: 'Report', body: BODY };
    const sent = await must(account.api_key, api.send, letter);
    ids.push(sent.message_id);
  });
  return ids;
}

/** Messages per second, as the job of deferred ones hands them over; each of them waits again at first. */
async function deliver(daemon: Daemon, ids: readonly string[]): Promise<number> {
  const { context } = daemon;
  await context.store.write('none', ({ db }) =>
    db.updateTable('messages').set({ state: 'quarantined' }).where('direction', '=', 'outbound').execute(),
  );
  const started = performance.now();
  await atOnce(RETRIES_AT_ONCE, ids.length, (number) =>
    retryDispatch(context, { message_id: ids[number], tries: 1 }),
  );
  const rate = ids.length / ((performance.now() - started) / 1000);
  const left = await context.store.read
    .selectFrom('messages')
    .select('state')
    .where('state', '!=', 'delivered')
    .execute();
  if (left.length > 0) throw new Error(`${left.length} messages are ${left[0]?.state}`);
  return rate;
}

/** Messages per second of a pool that keeps nothing. */
async function handOver(port: number, signed: boolean): Promise<number> {
  const pool = createTransport({
    ...(signed && { dkim: { domainName: 'agentmail.localhost', keySelector: 'am1', privateKey: KEY } }),
    ...{ host: '127.0.0.1', port, pool: true, maxConnections: CONNECTIONS, ignoreTLS: true },
    maxMessages: 100,
  });
  const started = performance.now();
  await Promise.all(
    Array.from({ length: MESSAGES }, (_, number) =>
      pool.sendMail({
        from: 'box@agentmail.localhost',
        to: `person${number}@example.com`,
        subject: 'Report',
        text: BODY,
      }),
    ),
  );
  const rate = MESSAGES / ((performance.now() - started) / 1000);
  pool.close();
  return rate;
}

async function atOnce(
  lines: number,
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: lines }, line));
}
