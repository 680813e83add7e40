import { Agent, request } from 'node:http';
import { DISABLEABLE_CRITERIA, DISABLEABLE_SCANNERS } from '../../shared/contract/scan.ts';
import * as api from '../support/api.ts';
import { unchecked } from '../support/calls.ts';
import { createSubject, newDay, type RunningDaemon, startDaemon } from './processes.ts';
import { prose } from './prose.ts';
import { type Figure, inTurn, median, percentile } from './report.ts';
import { openFloor } from './transactions.ts';

export const CALLERS = 16;
/** Of the text of a send. */
export const TEXT_BYTES = 2000;
/** Of one round: less than a day's budget of the largest plan. */
const SENDS = 400;
const READS = 2000;

/** Disables every scanner that a mailbox may disable. */
const UNSCANNED = {
  language_mode: 'disabled',
  disabled_scanners: [...DISABLEABLE_SCANNERS],
  disabled_proxy_criteria: [...DISABLEABLE_CRITERIA],
};

/**
 * Sends over HTTP against the rate at which the store commits at all, and what they do to those who read
 * meanwhile.
 */
export async function benchSends(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon({ flags: ['--test-clock'] });
  const floor = await openFloor();
  const subject = await createSubject(daemon, 2);
  const [scanned, unscanned] = subject.mailboxes;
  if (!scanned || !unscanned) throw new Error('no mailbox');
  await disableScanners(daemon, subject.admin, unscanned.id);
  const client = new Client(daemon, subject.admin);
  const figures: Figure[] = [];
  for (const { name, mailbox, atLeast } of [
    { name: 'sends, 2 KB, 16 at once, everything on', mailbox: scanned.id, atLeast: 0.1 },
    { name: 'sends, 2 KB, 16 at once, content scanning off', mailbox: unscanned.id, atLeast: 0.3 },
  ]) {
    await client.send(mailbox, 100);
    const result = await inTurn(
      rounds,
      async () => {
        await newDay(daemon);
        return client.send(mailbox, SENDS);
      },
      () => floor.rate(CALLERS),
    );
    figures.push({
      name,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast },
      detail: `${Math.round(result.ours)} sends/s, transactions ${Math.round(result.reference)}/s`,
    });
  }
  figures.push(await benchReaders(daemon, client, scanned.id, rounds));
  client.close();
  await Promise.all([daemon.stop(), floor.close()]);
  return figures;
}

/** Readers alone, and beside sends that do not stop. */
async function benchReaders(
  daemon: RunningDaemon,
  client: Client,
  mailbox: string,
  rounds: number,
): Promise<Figure> {
  const path = `/v1/mailboxes/${mailbox}/messages?limit=1`;
  const { messages } = await client.get<{ messages: { id: string }[] }>(path);
  const message = `/v1/messages/${messages[0]?.id}`;
  await client.read(message, READS);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await newDay(daemon);
    alone.push(await client.read(message, READS));
    let over = false;
    const sending = client.sendWhile(mailbox, () => !over);
    beside.push(await client.read(message, READS));
    over = true;
    await sending;
  }
  return {
    name: 'p99 of reads beside 16 senders, 16 readers',
    value: median(alone.map((time, index) => (beside[index] ?? Number.NaN) / time)),
    unit: 'x',
    goal: { atMost: 2 },
    detail: `${median(beside).toFixed(1)} ms, alone ${median(alone).toFixed(1)} ms`,
  };
}

/** Turns off all scanners of a mailbox that can be turned off. */
export async function disableScanners(daemon: RunningDaemon, admin: string, id: string): Promise<void> {
  await daemon.must(admin, api.updateMailbox, unchecked({ id, scanner_policy: UNSCANNED }));
}

export class Client {
  readonly #daemon: Pick<RunningDaemon, 'ready'>;
  readonly #key: string;
  readonly #callers: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 * CALLERS });
  #count = 0;

  constructor(daemon: Pick<RunningDaemon, 'ready'>, key: string, callers: number = CALLERS) {
    this.#daemon = daemon;
    this.#key = key;
    this.#callers = callers;
  }

  /** Sends per second. */
  async send(mailbox: string, count: number): Promise<number> {
    const started = performance.now();
    await this.#times(count, () => this.#sendOne(mailbox));
    return count / ((performance.now() - started) / 1000);
  }

  /** Posts the body of a send to a path. */
  post(path: string, count: number): Promise<void> {
    return this.#times(
      count,
      async () => void (await this.#request('POST', path, { body: prose(TEXT_BYTES, 0) })),
    );
  }

  async sendWhile(mailbox: string, goesOn: () => boolean): Promise<void> {
    const caller = async (): Promise<void> => {
      for (let left = Math.floor(900 / CALLERS); left > 0 && goesOn(); left--) await this.#sendOne(mailbox);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  }

  /** 99th percentile of the time of a read, milliseconds. */
  async read(path: string, count: number): Promise<number> {
    const times: number[] = [];
    await this.#times(count, async () => {
      const started = performance.now();
      await this.get(path);
      times.push(performance.now() - started);
    });
    return percentile(times, 0.99);
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse(await this.#request('GET', path)) as T;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #sendOne(mailbox: string): Promise<void> {
    this.#count += 1;
    const answer = await this.#request(
      'POST',
      '/v1/messages/send',
      {
        from_mailbox: mailbox,
        to: `person${this.#count}@example.com`,
        subject: 'Report',
        body: prose(TEXT_BYTES, this.#count),
      },
      { 'idempotency-key': `bench-${this.#callers}-${this.#count}` },
    );
    const { status } = JSON.parse(answer) as { status: string };
    if (status !== 'sent') throw new Error(answer);
  }

  async #times(count: number, work: () => Promise<void>): Promise<void> {
    let left = count;
    const caller = async (): Promise<void> => {
      while (left-- > 0) await work();
    };
    await Promise.all(Array.from({ length: this.#callers }, caller));
  }

  #request(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<string> {
    const { hostname, port } = new URL(this.#daemon.ready.http ?? '');
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${this.#key}`,
      ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
      ...more,
    };
    return new Promise((resolve, reject) => {
      const sent = request({ agent: this.#agent, method, hostname, port, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.once('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        });
      });
      sent.once('error', reject);
      sent.end(bytes ?? undefined);
    });
  }
}
