import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ask, closeClient, cutOff } from '../client.ts';
import { payloadsOf } from './payload.ts';

/** The channel of all nodes of a database. */
export const CHANNEL = 'agentmail_signals';
/** Milliseconds before a statement that failed is sent again. */
const PAUSE = 500;
/** Signals of a statement from which more are gathered before the next one, and for how many milliseconds. */
const MANY = 8;
const GATHERING = 5;
/** Milliseconds that the last statement may take. */
const CLOSING_TIME = 2_000;

/**
 * Signals are lost in a crash anyway, so the commit doesn't wait for the disk. Set by the statement itself,
 * since poolers lose what is set for a session.
 */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', payload)
  from unnest($1::text[]) as payload`;

/**
 * Sends signals to other nodes: one statement at a time on a connection of its own, and what gathers
 * meanwhile with the next. Within a transaction that writes data, NOTIFY would take a lock of the whole
 * database until the commit is on the disk.
 */
export class SignalSender {
  readonly #connect: () => Promise<pg.Client>;
  readonly #run: string;
  readonly #stopping = new AbortController();
  #waiting = new Set<string>();
  #sending: Promise<void> | null = null;
  #client: pg.Client | null = null;

  constructor(connect: () => Promise<pg.Client>, run: string) {
    this.#connect = connect;
    this.#run = run;
  }

  /** Sends a line of a payload soon. */
  add(line: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#waiting.add(line);
    this.#sending ??= this.#sendAll();
  }

  /** Gives up a connection on which an answer doesn't come. */
  reconnect(): void {
    this.#drop();
  }

  /** Sends what is waiting, if the database can be reached. */
  async close(): Promise<void> {
    this.#stopping.abort();
    // Without an answer it would wait for ever.
    const timer = setTimeout(() => this.#drop(), CLOSING_TIME);
    await this.#sending;
    clearTimeout(timer);
    await closeClient(this.#client);
  }

  async #sendAll(): Promise<void> {
    // The hooks of one commit run in this turn.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const lines = [...this.#waiting];
      this.#waiting = new Set();
      if (await this.#send(lines)) {
        // Each statement wakes a process of every node.
        if (lines.length >= MANY) await this.#pause(GATHERING);
        continue;
      }
      if (this.#stopping.signal.aborted) break;
      for (const line of lines) this.#waiting.add(line);
      await this.#pause(PAUSE);
    }
    this.#sending = null;
  }

  async #send(lines: readonly string[]): Promise<boolean> {
    try {
      this.#client ??= await this.#connect();
      await ask(this.#client, { name: 'notify', text: NOTIFY, values: [payloadsOf(this.#run, lines)] });
      return true;
    } catch {
      // A repeated signal does no harm, so it isn't asked which of them were sent.
      this.#drop();
      return false;
    }
  }

  /** Waits, but not when it's closing. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await delay(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    cutOff(client);
  }
}
