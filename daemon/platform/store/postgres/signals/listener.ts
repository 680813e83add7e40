import type pg from 'pg';
import { ask, cutOff } from '../client.ts';
import { CHANNEL } from './sender.ts';

/** Milliseconds between attempts to connect. */
const PAUSE = 1_000;

/** Options of a listener. */
interface ListenerOptions {
  readonly connect: () => Promise<pg.Client>;
  readonly received: (payload: string) => void;
  /** Called whenever it begins to listen; earlier payloads may be lost. */
  readonly listening: () => void;
}

/** Listens for payloads on a connection of its own, and connects again when it's lost. */
export class SignalListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #opening: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get isListening(): boolean {
    return this.#client !== null;
  }

  /** Begins to listen, on a new connection if there is one. */
  async open(): Promise<void> {
    this.#drop();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#retry);
    await this.#opening;
    this.#drop();
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#isOver) return;
    let client: pg.Client | null = null;
    try {
      client = await this.#options.connect();
      client.on('notification', ({ payload = '' }) => this.#options.received(payload));
      await ask(client, `listen ${CHANNEL}`);
    } catch {
      cutOff(client);
      this.#retry = setTimeout(() => void this.open(), PAUSE).unref();
      return;
    }
    const open = client;
    this.#client = open;
    open.once('end', () => {
      if (this.#client === open) void this.open();
    });
    if (!this.#isOver) this.#options.listening();
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    cutOff(client);
  }
}
