import { listMailboxes, type MailboxView } from '../../../shared/contract/mailboxes.ts';
import { listMessages } from '../../../shared/contract/reading.ts';
import {
  approveMessage,
  blockMessage,
  denyMessage,
  releaseMessage,
} from '../../../shared/contract/review.ts';
import { ApiError, call, messageOf } from '../api.ts';
import { eventsOf, Feed } from '../events.ts';
import { forEachLimited } from '../limited.ts';
import { FOLLOWED, type QueueEvent, queueEvent } from './events.ts';
import {
  type Fate,
  HELD_STATES,
  type HeldState,
  type Row,
  rowOf,
  STATE_FOR,
  type Verb,
  waits,
} from './rows.ts';

const PAGE = 200;

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
        if (row && waits(row) && !held.has(id))
          rows.set(id, { ...row, fate: { kind: 'decided', outcome: 'decided', by: 'elsewhere' } });
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
        if (!known || known.state !== item.state) rows.set(item.id, rowOf(item));
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
    const fate = await call(endpoint, { params: { id }, body: reason === undefined ? {} : { reason } }).then(
      ({ status }): Fate => ({ kind: 'decided', outcome: status, by: 'you' }),
      (error: unknown) => fateOfRefusal(error, verb, reason),
    );
    this.setFate(id, fate);
    return fate;
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
    if (event.kind === 'decided') {
      const row = this.#state.rows.get(event.id);
      // For your own decisions, the answer has more detail than the event.
      if (row && waits(row))
        this.setFate(event.id, { kind: 'decided', outcome: event.outcome, by: 'elsewhere' });
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
