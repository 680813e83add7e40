import { listMailboxes, type MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { listMessages } from '../../../../shared/contract/reading.ts';
import {
  approveMessage,
  blockMessage,
  denyMessage,
  releaseMessage,
  undoDecision,
} from '../../../../shared/contract/review.ts';
import { ApiError, call, messageOf } from '../api.ts';
import { eventsOf, Feed } from '../events.ts';
import { forEachLimited } from '../limited.ts';
import { FOLLOWED, type QueueEvent, queueEvent } from './events.ts';
import {
  type Fate,
  HELD_STATES,
  type HeldState,
  isOpen,
  type Row,
  rowOf,
  STATE_FOR,
  type Verb,
  waits,
} from './rows.ts';

const PAGE = 200;
/** A decision of yours that is overdue by this was refused without an event that arrived. */
const OVERDUE_MS = 5000;

const ENDPOINTS = {
  approve: approveMessage,
  deny: denyMessage,
  release: releaseMessage,
  block: blockMessage,
} as const;

/** The queue as the view shows it; replaced with every change. */
export interface QueueState {
  readonly rows: ReadonlyMap<string, Row>;
  readonly mailboxes: ReadonlyMap<string, MailboxView>;
  readonly isLoaded: boolean;
  readonly link: 'connecting' | 'live' | 'lost';
  readonly problem: string | undefined;
}

const EMPTY: QueueState = {
  rows: new Map(),
  mailboxes: new Map(),
  isLoaded: false,
  link: 'connecting',
  problem: undefined,
};

/** Everything held in the account's mailboxes, kept up to date by the event stream. */
export class Queue {
  #state = EMPTY;
  readonly #listeners = new Set<() => void>();
  #feed: Feed | undefined;
  #loading = 0;

  readonly get = (): QueueState => this.#state;

  /** Loads and follows the queue while somebody looks at it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#feed ??= new Feed(eventsOf(FOLLOWED), {
      opened: () => {
        this.#change({ link: 'live' });
        void this.load();
      },
      lost: () => this.#change({ link: 'lost' }),
      happened: (envelope) => {
        const event = queueEvent(envelope);
        if (event) this.#happened(event);
      },
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#feed?.close();
      this.#feed = undefined;
      // The next one to look at it may be signed in to another account.
      this.#loading += 1;
      this.#state = EMPTY;
    };
  };

  /** Loads all of it. Rows that aren't held any more are decided elsewhere. */
  async load(): Promise<void> {
    this.#loading += 1;
    const run = this.#loading;
    const before = new Set(this.#state.rows.keys());
    const held = new Set<string>();
    try {
      const { mailboxes } = await call(listMailboxes, {});
      this.#change({ mailboxes: new Map(mailboxes.map((each) => [each.id, each])) });
      const sources = mailboxes.flatMap(({ id }) => HELD_STATES.map((state) => ({ id, state })));
      await forEachLimited(sources, async ({ id, state }) => {
        if (run === this.#loading) await this.#loadSource(id, state, held);
      });
      if (run !== this.#loading) return;
      const rows = new Map(this.#state.rows);
      for (const id of before) {
        const row = rows.get(id);
        if (row && isOpen(row) && !held.has(id)) {
          const by = row.fate.kind === 'scheduled' ? row.fate.by : 'elsewhere';
          rows.set(id, { ...row, fate: { kind: 'decided', outcome: 'decided', by } });
        }
      }
      this.#change({ rows, isLoaded: true, problem: undefined });
    } catch (error) {
      if (run === this.#loading) this.#change({ problem: messageOf(error) });
    }
  }

  async #loadSource(id: string, status: HeldState, held: Set<string>): Promise<void> {
    for (let after: string | undefined; ; ) {
      const { messages } = await call(listMessages, {
        params: { id },
        query: { status, limit: PAGE, sort: 'oldest', ...(after !== undefined && { after }) },
      });
      const rows = new Map(this.#state.rows);
      for (const item of messages) {
        held.add(item.id);
        const known = rows.get(item.id);
        const fresh = rowOf(item);
        if (!known || known.state !== item.state) rows.set(item.id, fresh);
        else rows.set(item.id, { ...fresh, fate: fateAfterLoad(known.fate, fresh.fate) });
      }
      this.#change({ rows });
      after = messages.at(-1)?.id;
      if (messages.length < PAGE) return;
    }
  }

  /** Tells the daemon a decision; resolves with what became of it. */
  async decide(id: string, verb: Verb, reason: string | undefined): Promise<Fate> {
    this.setFate(id, { kind: 'deciding' });
    const endpoint: (typeof ENDPOINTS)[Verb] = ENDPOINTS[verb];
    const body = { undo: true, ...(reason !== undefined && { reason }) };
    const fate = await call(endpoint, { params: { id }, body }).then(
      (reply): Fate =>
        reply.status === 'scheduled'
          ? { kind: 'scheduled', verb, dueAt: Date.now() + reply.undo_seconds * 1000, by: 'you' }
          : { kind: 'decided', outcome: reply.status, by: 'you' },
      (error: unknown) => {
        // Whose decision it is isn't in the list yet.
        if (error instanceof ApiError && error.code === 'DECISION_PENDING') void this.load();
        return fateOfRefusal(error, verb, reason);
      },
    );
    this.setFate(id, fate);
    return fate;
  }

  /** Takes a decision back; resolves with the reason when it can't be. */
  async undo(id: string): Promise<string | undefined> {
    try {
      await call(undoDecision, { params: { id } });
      if (this.#state.rows.get(id)?.fate.kind === 'scheduled') this.setFate(id, { kind: 'waiting' });
      return undefined;
    } catch (error) {
      void this.load();
      return messageOf(error);
    }
  }

  /** Attacks that the scan proved, once a message is loaded. */
  setProven(id: string, proven: readonly string[]): void {
    const row = this.#state.rows.get(id);
    if (row && row.proven.join() !== proven.join()) this.#put({ ...row, proven });
  }

  setFate(id: string, fate: Fate): void {
    const row = this.#state.rows.get(id);
    if (row) this.#put({ ...row, fate });
  }

  /** Takes decided rows off the list. */
  clearDecided(): void {
    this.#change({
      rows: new Map([...this.#state.rows].filter(([, { fate }]) => fate.kind !== 'decided')),
    });
  }

  #happened(event: QueueEvent): void {
    if (event.kind !== 'held') {
      const row = this.#state.rows.get(event.id);
      const fate = row && fateAfterEvent(row, event);
      if (fate) this.setFate(event.id, fate);
      return;
    }
    const { row } = event;
    const mailbox = this.#state.mailboxes.get(row.mailboxId);
    if (!mailbox) void this.load();
    else if (this.#state.rows.get(row.id)?.state !== row.state)
      this.#put({ ...row, mailboxName: mailbox.name });
  }

  #put(row: Row): void {
    this.#change({ rows: new Map(this.#state.rows).set(row.id, row) });
  }

  #change(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function fateOfRefusal(error: unknown, verb: Verb, reason: string | undefined): Fate {
  if (error instanceof ApiError) {
    const { state } = error.details;
    if (error.code === 'NOT_FOUND') return { kind: 'decided', outcome: 'deleted', by: 'elsewhere' };
    if (error.code === 'CONFLICT' && typeof state === 'string' && state !== STATE_FOR[verb])
      return { kind: 'decided', outcome: state, by: 'elsewhere' };
  }
  return { kind: 'failed', message: messageOf(error), reason };
}

/** The fate of a row that a load has again: what others decided is known from the load. */
function fateAfterLoad(known: Fate, loaded: Fate): Fate {
  const isOutdated =
    known.kind === 'scheduled' && (known.by === 'elsewhere' || Date.now() - known.dueAt > OVERDUE_MS);
  if (loaded.kind === 'scheduled') return isOutdated || waits({ fate: known }) ? loaded : known;
  return isOutdated ? loaded : known;
}

/** Undefined when the answer to your own request has more detail. */
function fateAfterEvent(row: Row, event: Exclude<QueueEvent, { kind: 'held' }>): Fate | undefined {
  const { fate } = row;
  switch (event.kind) {
    case 'decided': {
      if (!isOpen(row)) return undefined;
      const isYours = fate.kind === 'scheduled' && fate.by === 'you';
      return isYours
        ? { kind: 'decided', outcome: event.own, by: 'you' }
        : { kind: 'decided', outcome: event.outcome, by: 'elsewhere' };
    }
    case 'scheduled':
      return waits(row)
        ? { kind: 'scheduled', verb: event.verb, dueAt: event.dueAt, by: 'elsewhere' }
        : undefined;
    case 'undone':
      return fate.kind === 'scheduled' ? { kind: 'waiting' } : undefined;
    case 'failed':
      return fate.kind === 'scheduled'
        ? {
            kind: 'failed',
            message: `It couldn't take effect (${event.code}) and is still held.`,
            reason: undefined,
          }
        : undefined;
  }
}
