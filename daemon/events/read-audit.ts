import type { AuditEntry } from '../platform/store/audit.ts';
import { SERVICE_ACCOUNT } from '../platform/store/lock-scope.ts';
import type { Store } from '../platform/store/store.ts';
import type { Log } from '../platform/system/log.ts';
import { RETRY_AFTER, type RetryParts, retryAfter } from '../platform/system/schedule-retry.ts';

/** Maximum wait of a row for others, milliseconds. */
const MAX_WAIT = 500;

/** Rows that are written at once. Writing them blocks everything else for a millisecond. */
const FLUSH_ROWS = 128;

/** Rows that wait at most, of a few hundred bytes each, while the store can't be written. */
export const MAX_WAITING = 10_000;

/**
 * Audit of reads. A read needn't wait for a disk: rows are collected and stored together a moment later, and
 * when the daemon stops. Rows that couldn't be written wait and are written again.
 */
export class ReadAudit {
  readonly #store: Store;
  readonly #parts: RetryParts;
  readonly #log: Log;
  #entries: AuditEntry[] = [];
  #flushing: Promise<void> | null = null;
  #cancelAlarm: (() => void) | null = null;
  #isFailing = false;

  constructor(store: Store, parts: RetryParts, log: Log) {
    this.#store = store;
    this.#parts = parts;
    this.#log = log;
  }

  note(entry: AuditEntry): void {
    if (this.#entries.length < MAX_WAITING) this.#entries.push(entry);
    else this.#log.error({ kind: entry.kind }, 'audit row of a read dropped: too many wait to be written');
    this.#scheduleFlush();
  }

  /** Whether rows that couldn't be written wait for a retry. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Resolves when every row is durable, or the store can't be written. */
  async flushed(): Promise<void> {
    while (this.#flushing || this.#entries.length > 0) {
      await (this.#flushing ?? this.#flush());
      if (this.#isFailing) return;
    }
  }

  /** Flushes a full batch at once, a partial one a little later, and one that failed after a while. */
  #scheduleFlush(): void {
    if (this.#flushing || this.#entries.length === 0) return;
    if (this.#entries.length >= FLUSH_ROWS && !this.#isFailing) void this.#flush();
    else {
      const flush = () => {
        this.#cancelAlarm = null;
        return this.#flush();
      };
      this.#cancelAlarm ??= this.#isFailing
        ? retryAfter(this.#parts, RETRY_AFTER, flush)
        : this.#parts.clock.callAfter(MAX_WAIT, () => void flush());
    }
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
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      this.#entries.unshift(...entries);
      this.#log.error({ err: error, rows: entries.length }, 'audit rows of reads not written, will retry');
    }
  }
}
