import type pg from 'pg';
import { cutOff } from './client.ts';
import { wasCommitted } from './commit-record.ts';

/** Milliseconds between two attempts to look commits up. */
const PAUSE = 1000;

/** Options of `UndecidedCommits`. */
export interface UndecidedCommitsOptions {
  readonly connect: () => Promise<pg.Client>;
  /** Called when one of them had happened, although its transactions failed for their callers. */
  readonly onHappened: () => void;
}

/** Commits whose outcome couldn't be found out in time. They are looked up until the server answers. */
export class UndecidedCommits {
  readonly #options: UndecidedCommitsOptions;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: UndecidedCommitsOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#timer = undefined;
        if (!this.isEmpty) this.#schedule();
      });
    }, PAUSE).unref();
  }

  async #look(): Promise<void> {
    let client: pg.Client | null = null;
    try {
      client = await this.#options.connect();
      for (const id of [...this.#ids]) {
        const hasHappened = await wasCommitted(client, id);
        this.#ids.delete(id);
        if (hasHappened) this.#options.onHappened();
      }
    } catch {
      // The next attempt asks for those that are left.
    } finally {
      cutOff(client);
    }
  }
}
