import type pg from 'pg';
import { answerWithin, ask, closeClient, cutOff } from '../client.ts';
import { ConnectionLostError } from '../trouble.ts';

/** Channel for nodes that end, by their names, and for work that they leave while they run. */
export const NODES_CHANNEL = 'agentmail_nodes';
/** Channel for requests between nodes, and answers. */
export const REQUESTS_CHANNEL = 'agentmail_node_requests';

/** The connection for heartbeats and leases. It's opened when it's needed, and again after it was lost. */
export class CoordinationConnection {
  readonly #connect: () => Promise<pg.Client>;
  readonly #answerTime: number;
  readonly #notified: (payload: string) => void;
  #client: Promise<pg.Client> | null = null;

  /** `notified` is called for the payloads of both channels. Behind some poolers it never is. */
  constructor(connect: () => Promise<pg.Client>, answerTime: number, notified: (payload: string) => void) {
    this.#connect = connect;
    this.#answerTime = answerTime;
    this.#notified = notified;
  }

  async ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.#client ??= this.#open();
    const used = this.#client;
    try {
      const client = await used;
      const { rows } = await answerWithin(this.#answerTime, ask(client, { text, values: [...values] }));
      return rows as Row[];
    } catch (error) {
      if (error instanceof ConnectionLostError && this.#client === used) this.#forget();
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#client;
    this.#client = null;
    await closeClient(await open?.catch(() => null));
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#connect();
    client.on('notification', ({ payload = '' }) => this.#notified(payload));
    client.once('end', () => this.#drop(client));
    await ask(client, `listen ${NODES_CHANNEL}; listen ${REQUESTS_CHANNEL}`);
    return client;
  }

  #forget(): void {
    const lost = this.#client;
    this.#client = null;
    void lost?.then(cutOff).catch(() => undefined);
  }

  /** The next statement opens another connection, instead of failing on one that has ended. */
  async #drop(ended: pg.Client): Promise<void> {
    const current = this.#client;
    if ((await current?.catch(() => null)) === ended && this.#client === current) this.#client = null;
  }
}
