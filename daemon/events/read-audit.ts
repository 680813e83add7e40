import type { AuditEntry } from '../store/audit.ts';
import { SERVICE_ACCOUNT } from '../store/lock-scope.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** Maximum wait of a row for others, milliseconds. */
const MAX_WAIT = 500;

/** Rows that are written at once. Writing them blocks everything else for a millisecond. */
const FLUSH_ROWS = 128;

/**
 * Audit of reads. A read needn't wait for a disk: rows are collected and stored together a moment later, and
 * when the daemon stops.
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
    this.#scheduleFlush();
  }

  /** Resolves when every row is durable. */
  async flushed(): Promise<void> {
    while (this.#flushing || this.#entries.length > 0) await (this.#flushing ?? this.#flush());
  }

  /** Flushes a full batch at once, and a partial one a little later. */
  #scheduleFlush(): void {
    if (this.#flushing || this.#entries.length === 0) return;
    if (this.#entries.length >= FLUSH_ROWS) void this.#flush();
    else this.#cancelAlarm ??= this.#clock.callAfter(MAX_WAIT, () => void this.#flush());
  }

  #flush(): Promise<void> {
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
    this.#flushing ??= this.#persist(this.#entries.splice(0, FLUSH_ROWS)).finally(() => {
      this.#flushing = null;
      this.#scheduleFlush();
    });
    return this.#flushing;
  }

  async #persist(entries: readonly AuditEntry[]): Promise<void> {
    try {
      const accounts = entries.map((entry) => entry.accountId ?? SERVICE_ACCOUNT);
      await this.#store.write({ accounts }, (transaction) => transaction.audit(...entries));
    } catch (error) {
      this.#log.error({ err: error }, 'audit rows of reads not written');
    }
  }
}
