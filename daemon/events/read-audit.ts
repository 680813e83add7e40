import type { AuditEntry } from '../store/audit.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** Milliseconds that a row waits for company. */
const LINGER = 500;

/** So many rows wait for no more. Writing them holds up all else for a millisecond. */
const FLUSH_ROWS = 128;

/**
 * Audit of reads. A read changes nothing, so its answer does not wait for a disk; rows are collected and made
 * durable together a moment later, and at the stop of the daemon.
 */
export class ReadAudit {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  #entries: AuditEntry[] = [];
  #flushing: Promise<void> | null = null;
  #cancelAlarm: (() => void) | null = null;

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(entry: AuditEntry): void {
    this.#entries.push(entry);
    this.#plan();
  }

  /** Resolves when all that was noted is durable. */
  async settle(): Promise<void> {
    while (this.#flushing || this.#entries.length > 0) await (this.#flushing ?? this.#flush());
  }

  /** Flushes at once when there is enough for one transaction, else a little later: there is more to come. */
  #plan(): void {
    if (this.#flushing || this.#entries.length === 0) return;
    if (this.#entries.length >= FLUSH_ROWS) void this.#flush();
    else this.#cancelAlarm ??= this.#clock.callAfter(LINGER, () => void this.#flush());
  }

  #flush(): Promise<void> {
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
    this.#flushing ??= this.#writeDown(this.#entries.splice(0, FLUSH_ROWS)).finally(() => {
      this.#flushing = null;
      this.#plan();
    });
    return this.#flushing;
  }

  async #writeDown(entries: readonly AuditEntry[]): Promise<void> {
    try {
      await this.#store.write((transaction) => transaction.audit(...entries));
    } catch (error) {
      this.#log.error({ err: error }, 'audit rows of reads could not be written');
    }
  }
}
