import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { resolveMailbox } from '../mailboxes/table.ts';
import { renderEnvelope } from './envelope.ts';
import { Heartbeat } from './heartbeat.ts';
import { cursorOf, headOf, type Position, positionOf } from './position.ts';
import { currentSight, type Sight } from './reader.ts';
import { Wakeup } from './wakeup.ts';

/** Events that are read and written in one go. */
const PAGE = 200;

export interface StreamRequest {
  /** Cursor or timestamp; from now on when undefined. */
  readonly since: string | undefined;
  /** Comma-separated. */
  readonly events: string | undefined;
  readonly mailbox: string | undefined;
}

/** The event log of an account as one caller sees it, from a position on and without end. */
export class EventStream {
  readonly #context: Context;
  readonly #principal: Principal;
  readonly #types: readonly string[] | null;
  readonly #mailboxId: string | null;
  #position: Position;

  private constructor(
    context: Context,
    principal: Principal,
    options: { types: readonly string[] | null; mailboxId: string | null; position: Position },
  ) {
    this.#context = context;
    this.#principal = principal;
    this.#types = options.types;
    this.#mailboxId = options.mailboxId;
    this.#position = options.position;
  }

  /** Checks everything that can be refused. */
  static async open(context: Context, principal: Principal, request: StreamRequest): Promise<EventStream> {
    const { id } = principal.account;
    const mailbox =
      request.mailbox === undefined
        ? null
        : await resolveMailbox(context.store.read, principal, request.mailbox, 'denied_403');
    const position =
      request.since === undefined ? await headOf(context, id) : await positionOf(context, id, request.since);
    return new EventStream(context, principal, {
      types: request.events?.split(',') ?? null,
      mailboxId: mailbox?.id ?? null,
      position,
    });
  }

  /** Resuming from it misses nothing and repeats nothing. */
  get cursor(): string {
    return cursorOf(this.#context, this.#principal.account.id, this.#position);
  }

  /** The text of the stream, piece by piece, until the signal, the end of the credential or of the daemon. */
  async *text(hungUp: AbortSignal): AsyncGenerator<string> {
    const { feed, clock, stopping } = this.#context;
    const change = new Wakeup();
    const unwatch = feed.watch({
      accountChanged: (accountId) => {
        if (accountId === this.#principal.account.id) change.wake();
      },
    });
    const signal = AbortSignal.any([hungUp, stopping]);
    signal.addEventListener('abort', change.wake, { once: true });
    const heartbeat = new Heartbeat(clock, change.wake);
    try {
      yield ': connected\n\n';
      while (!signal.aborted) {
        change.reset();
        const sight = await currentSight(this.#context, this.#principal);
        if (sight === null) return;
        const page = await this.#readPage(sight);
        if (page.length > 0) yield page.join('');
        else if (heartbeat.isDue) yield ': still here\n\n';
        if (page.length > 0 || heartbeat.isDue) heartbeat.restart();
        if (page.length < PAGE) await change.happened;
      }
    } finally {
      heartbeat.stop();
      unwatch();
      signal.removeEventListener('abort', change.wake);
    }
  }

  /** The next events in the form of the wire; moves the position past them and past what is filtered out. */
  async #readPage(sight: Sight): Promise<string[]> {
    const { id: accountId } = this.#principal.account;
    // Read before the page: what is committed in between comes with the page or after this position.
    const head = await headOf(this.#context, accountId);
    const rows = await this.#select(accountId, sight).execute();
    const page = rows.map((row) => {
      this.#position = { seq: row.seq, at: row.occurred_at };
      const envelope = renderEnvelope(
        {
          id: row.id,
          type: row.type,
          occurredAt: row.occurred_at,
          accountId,
          data: JSON.parse(row.data),
        },
        row.pii_mode ?? 'unknown',
      );
      return `id: ${this.cursor}\nevent: ${row.type}\ndata: ${JSON.stringify(envelope)}\n\n`;
    });
    if (rows.length < PAGE && head.seq > this.#position.seq) this.#position = head;
    return page;
  }

  #select(accountId: string, sight: Sight) {
    let query = this.#context.store.read
      .selectFrom('events')
      .leftJoin('mailboxes', 'mailboxes.id', 'events.mailbox_id')
      .select(['seq', 'events.id', 'type', 'occurred_at', 'data', 'pii_mode'])
      .where('events.account_id', '=', accountId)
      .where('seq', '>', this.#position.seq);
    if (this.#types) query = query.where('type', 'in', this.#types);
    if (this.#mailboxId !== null) query = query.where('mailbox_id', '=', this.#mailboxId);
    if (sight !== 'account') query = query.where('mailbox_id', 'in', [...sight]);
    return query.orderBy('seq').limit(PAGE);
  }
}
