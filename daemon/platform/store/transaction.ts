import type { EventType } from '../../../shared/contract/events.ts';
import type { Random } from '../system/random.ts';
import { type AuditEntry, insertAudit } from './audit.ts';
import { insertJob, type NewJob } from './jobs.ts';
import type { LocalWork, NewEvent, Ports, StoredText, TextOwner } from './ports.ts';
import type { Queries } from './queries.ts';
import type { SearchChanges } from './search-changes.ts';
import type { Signal } from './signals.ts';
import { together } from './together.ts';

/** The store's part of a transaction. */
interface StoreWork {
  readonly db: Queries;
  readonly now: number;
  readonly random: Random;
  readonly ports: Ports;
  readonly worker: string;
  readonly onCommit: (hook: () => void) => void;
  readonly search: SearchChanges;
}

/**
 * A unit of work that becomes durable as a whole, or not at all. It awaits queries of `db` and nothing else.
 */
export class Transaction {
  readonly db: Queries;
  /** Start time, milliseconds since 1970. */
  readonly now: number;
  /** The worker that begins and ends what rows are in progress for. */
  readonly worker: string;
  /** Runs a hook of this process once the work is durable; never after a rollback. */
  readonly onCommit: (hook: () => void) => void;
  readonly search: SearchChanges;
  readonly #work: StoreWork;
  readonly #published = new Set<string>();

  constructor(work: StoreWork) {
    this.db = work.db;
    this.now = work.now;
    this.worker = work.worker;
    this.onCommit = work.onCommit;
    this.search = work.search;
    this.#work = work;
  }

  /** Makes an id that sorts by the time of the transaction. */
  newId(): string {
    return this.#work.random.id(this.now);
  }

  /**
   * Writes events and their deliveries to webhooks. An event within the throttle of an earlier one is
   * dropped.
   */
  emit<T extends EventType>(...events: readonly NewEvent<T>[]): Promise<void> {
    return this.#work.ports.emit(this, events);
  }

  /** Writes audit rows. */
  async audit(...entries: readonly AuditEntry[]): Promise<void> {
    await together(...entries.map((entry) => insertAudit(this, entry)));
  }

  /** Schedules a job. */
  async schedule(job: NewJob): Promise<void> {
    await insertJob(this, job);
    this.publish({ kind: 'jobs', id: job.kind });
  }

  /** Puts the text of a message into the search index, in place of its earlier text. */
  index(message: TextOwner, stored: StoredText): Promise<void> {
    return this.#work.ports.index(this, message, stored);
  }

  /** Publishes a signal after the commit; a repeated one is published once. */
  publish(signal: Signal): void {
    const key = `${signal.kind} ${signal.id}`;
    if (this.#published.has(key)) return;
    this.#published.add(key);
    const { signals } = this.#work.ports;
    this.onCommit(() => signals.publish(signal));
  }

  /** Starts work of this process after the commit. */
  start<T extends keyof LocalWork>(work: T, subject: LocalWork[T]): void {
    const { start } = this.#work.ports;
    this.onCommit(() => start[work](subject));
  }
}
