import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { openHomeFile } from '../support/database-file.ts';
import { answer, HttpsReceiver, type ReceivedRequest } from '../support/https-receiver.ts';
import { type RunningDaemon, residentMegabytes, startDaemon } from './processes.ts';
import { type Figure, inTurn, median, percentile } from './report.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('./references/bare-https-client.ts', import.meta.url));
const BODY_BYTES = 430;
const THROUGHPUT = 2000;
const LATENCIES = 300;
const PENDING = 100_000;
const SETTLE_MS = 3000;

interface Setup {
  readonly daemon: RunningDaemon;
  readonly admin: string;
  readonly receiver: HttpsReceiver;
  readonly authority: string;
}

/** How fast webhooks are, what those that wait cost, and whether one that hangs slows another. */
export async function benchWebhooks(rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-bench-ca-'));
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, (await testAuthority()).certificate);
  const receiver = await HttpsReceiver.start();
  const flags = ['--allow-private-webhooks'];
  const env = { NODE_EXTRA_CA_CERTS: authority };
  const daemon = await startDaemon({ flags, env });
  const { api_key: admin } = await daemon.must(daemon.operatorToken, api.operatorCreateAccount, {
    email: 'bench@example.com',
  });
  const setup = { daemon, admin, receiver, authority };
  try {
    return [
      await latency(setup),
      await slowNeighbour(setup),
      await throughput(setup, rounds),
      await memory({ ...setup, flags, env }),
    ];
  } finally {
    await daemon.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function subscribe({ daemon, admin, receiver }: Setup, path: string): Promise<string> {
  const made = await daemon.must(admin, api.createWebhook, {
    url: receiver.url(path),
    enabled_events: ['recipient_blocklist.added'],
  });
  return made.webhook.id;
}

/** Milliseconds from the transaction of an event to its request, one at a time, at the receiver of `path`. */
async function latencies(setup: Setup, id: string, path: string): Promise<number[]> {
  const { daemon, admin, receiver } = setup;
  const seen: number[] = [];
  let arrived = (_request: ReceivedRequest): void => undefined;
  receiver.behave = (response, request) => {
    if (request.path === '/hang') return;
    response.writeHead(200).end();
    if (request.path === path) arrived(request);
  };
  for (let number = 0; number < LATENCIES; number += 1) {
    const request = new Promise<void>((resolve) => {
      arrived = ({ event }) => {
        seen.push(Date.now() - Date.parse(event.occurred_at));
        resolve();
      };
    });
    await daemon.must(admin, api.testWebhook, { id });
    await request;
  }
  return seen;
}

async function latency(setup: Setup): Promise<Figure> {
  const id = await subscribe(setup, '/fast');
  await latencies(setup, id, '/fast');
  const seen = await latencies(setup, id, '/fast');
  await setup.daemon.must(setup.admin, api.deleteWebhook, { id });
  return {
    name: 'event to request at an idle receiver, p99',
    value: percentile(seen, 0.99),
    unit: 'ms',
    goal: { atMost: 15 },
    detail: `median ${median(seen)} ms of ${seen.length}, transaction and commit included`,
  };
}

async function slowNeighbour(setup: Setup): Promise<Figure> {
  const { daemon, admin } = setup;
  const id = await subscribe(setup, '/fast');
  const alone = percentile(await latencies(setup, id, '/fast'), 0.99);
  const hanging = await subscribe(setup, '/hang');
  for (let number = 0; number < 200; number += 1) {
    await daemon.must(admin, api.testWebhook, { id: hanging });
  }
  const beside = percentile(await latencies(setup, id, '/fast'), 0.99);
  for (const each of [id, hanging]) await daemon.must(admin, api.deleteWebhook, { id: each });
  return {
    name: 'p99 beside a receiver that hangs',
    value: beside / alone,
    unit: 'x',
    goal: { atMost: 1.5 },
    detail: `${beside} ms against ${alone} ms alone`,
  };
}

async function throughput(setup: Setup, rounds: number): Promise<Figure> {
  const { receiver, authority } = setup;
  receiver.behave = answer(200);
  const body = JSON.stringify({ filler: 'x'.repeat(BODY_BYTES - 13) });
  const result = await inTurn(
    rounds,
    () => deliverBatch(setup),
    async () => {
      const url = receiver.url('/bare');
      const { stdout } = await run(process.execPath, [CLIENT, url, String(THROUGHPUT), authority, body]);
      return (JSON.parse(stdout) as { rate: number }).rate;
    },
  );
  return {
    name: 'deliveries to one receiver',
    value: result.ratio,
    unit: 'x',
    goal: { atLeast: 0.5 },
    detail: `${Math.round(result.ours)}/s against ${Math.round(result.reference)}/s of a bare keep-alive client`,
  };
}

/**
 * Deliveries per second of what waits when a webhook is resumed: its retries are begun by hand, all at once.
 */
async function deliverBatch(setup: Setup): Promise<number> {
  const { daemon, receiver } = setup;
  const { api_key: owner } = await daemon.must(daemon.operatorToken, api.operatorCreateAccount, {
    email: `batch-${Math.random()}@example.com`,
  });
  const own = { ...setup, admin: owner };
  await subscribe(own, '/batch');
  receiver.requests.length = 0;
  const times: number[] = [];
  receiver.behave = (response) => {
    times.push(performance.now());
    response.writeHead(200).end();
  };
  const emails = (from: number) =>
    Array.from({ length: 1000 }, (_, number) => `n${from + number}@example.org`);
  for (let from = 0; from < THROUGHPUT; from += 1000) {
    await daemon.must(owner, api.addSuppressions, { emails: emails(from) });
  }
  await receiver.received(THROUGHPUT);
  await daemon.must(daemon.operatorToken, api.drain);
  return ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
}

/** Memory of a fresh daemon with 100,000 deliveries behind a hanging receiver. */
async function memory(
  setup: Setup & { readonly flags: readonly string[]; readonly env: Readonly<Record<string, string>> },
): Promise<Figure> {
  setup.receiver.behave = () => undefined;
  const megabytes: number[] = [];
  for (const pending of [8, PENDING]) {
    const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
    const options = { flags: setup.flags, env: setup.env, home };
    const first = await startDaemon(options);
    const { api_key: admin } = await first.must(first.operatorToken, api.operatorCreateAccount, {
      email: 'bench@example.com',
    });
    const id = await subscribe({ ...setup, daemon: first, admin }, '/hang');
    await first.stop();
    queue(home, id, pending);
    setup.receiver.requests.length = 0;
    const daemon = await startDaemon(options);
    await setup.receiver.received(8);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    megabytes.push(residentMegabytes(daemon.child.pid ?? 0));
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  }
  const [few = 0, many = 0] = megabytes;
  return {
    name: '100,000 deliveries that wait',
    value: many - few,
    unit: 'MB',
    goal: { atMost: 30 },
    detail: `${Math.round(many)} MB against ${Math.round(few)} MB with eight`,
  };
}

/** Rows as the daemon writes them, written while it is down. */
function queue(home: string, webhookId: string, count: number): void {
  const database = openHomeFile(home, 'write');
  const { account_id: accountId } = database
    .prepare('select account_id from webhooks where id = ?')
    .get(webhookId) as { account_id: string };
  const insert = database.prepare(
    `insert into webhook_deliveries (id, webhook_id, account_id, event_type, test_data, queued_at, next_attempt_at, created_at)
     values (?, ?, ?, 'webhook.test', ?, ?, ?, ?)`,
  );
  const data = JSON.stringify({ webhook_id: webhookId, message: 'This is a test of your webhook.' });
  const now = Date.now();
  database.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      insert.run(id, webhookId, accountId, data, now, now, now);
    }
  })();
  database.close();
}
