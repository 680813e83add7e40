import type { Store } from '../store/store.ts';
import type { Log } from '../system/log.ts';
import type { Random } from '../system/random.ts';
import { type AuditEntry, writeAudit } from './audit.ts';

/** Rows of one flush; a multi-row insert has a bounded number of parameters. */
const FLUSH_ROWS = 200;

/**
 * Audit of reads. A read changes nothing, so its answer does not wait for a disk; rows are collected and made
 * durable together a moment later, and at the stop of the daemon.
 */
export class ReadAudit {
  readonly #store: Store;
  readonly #random: Random;
  readonly #log: Log;
  #entries: AuditEntry[] = [];
  #flushing: Promise<void> | null = null;

  constructor(store: Store, random: Random, log: Log) {
    this.#store = store;
    this.#random = random;
    this.#log = log;
  }

  note(entry: AuditEntry): void {
    this.#entries.push(entry);
    this.#flushing ??= this.#flush();
  }

  /** Resolves when all that was noted is durable. */
  async settle(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    try {
      while (this.#entries.length > 0) {
        // One more turn of the event loop lets reads that arrive together share a transaction.
        await new Promise((resolve) => setImmediate(resolve));
        const batch = this.#entries.splice(0, FLUSH_ROWS);
        await this.#store.write((transaction) => writeAudit(this.#random, transaction, ...batch));
      }
    } catch (error) {
      this.#log.error({ err: error }, 'audit rows of reads could not be written');
    } finally {
      this.#flushing = null;
    }
  }
}
