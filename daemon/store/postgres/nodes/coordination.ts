import type pg from 'pg';
import { ask } from '../client.ts';
import { ConnectionLostError } from '../trouble.ts';
import { NODES_CHANNEL } from './heartbeat.ts';

/** Milliseconds after which a statement without an answer counts as a lost connection. */
const PATIENCE = 8_000;

/** The connection for heartbeats and leases. It's opened when it's needed, and again after it was lost. */
export class CoordinationConnection {
  readonly #connect: () => Promise<pg.Client>;
  readonly #notified: (node: string) => void;
  #client: Promise<pg.Client> | null = null;

  /** `notified` is called when another node ends. Behind some poolers it never is. */
  constructor(connect: () => Promise<pg.Client>, notified: (node: string) => void) {
    this.#connect = connect;
    this.#notified = notified;
  }

  async ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.#client ??= this.#open();
    const used = this.#client;
    try {
      const client = await used;
      const { rows } = await answerWithin(PATIENCE, ask(client, { text, values: [...values] }));
      return rows as Row[];
    } catch (error) {
      if (error instanceof ConnectionLostError && this.#client === used) this.#forget();
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#client;
    this.#client = null;
    await (await open?.catch(() => null))?.end();
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#connect();
    client.on('notification', ({ payload = '' }) => this.#notified(payload));
    client.once('end', () => this.#drop(client));
    await ask(client, `listen ${NODES_CHANNEL}`);
    return client;
  }

  #forget(): void {
    const lost = this.#client;
    this.#client = null;
    // Nobody waits for the end of a connection that doesn't answer.
    void lost?.then((client) => client.end()).catch(() => undefined);
  }

  /** The next statement opens another connection, instead of failing on one that has ended. */
  async #drop(ended: pg.Client): Promise<void> {
    const current = this.#client;
    if ((await current?.catch(() => null)) === ended && this.#client === current) this.#client = null;
  }
}

/** A network that loses all packets ends no connection. */
async function answerWithin<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionLostError(new Error('no answer'))), milliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
