import { sql } from 'kysely';
import type { EventData } from '../../../../shared/contract/events.ts';
import { withOthers } from '../../../../shared/named-address.ts';
import type { Context } from '../../../context.ts';
import { renderEnvelope } from '../../../events/envelope.ts';
import { dialectOf } from '../../../platform/store/dialect.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isOwnNotice, NOTICE_PREFIX } from '../message-id.ts';
import { queueLink, reviewLink } from './link.ts';
import type { HeldItem, HeldNotice } from './notice.ts';
import type { NoticeTargetRow } from './table.ts';

/** A target with a planned notice. */
export type PlannedTarget = NoticeTargetRow & { readonly pending_seq: number; readonly pending_at: number };

/** Messages that one notice names; others are counted. */
const NAMED = 20;
/** Messages that are compared with our own notices. */
const COMPARED = 1000;

/** Everything that a target has to be told now; null if all of it was decided meanwhile. */
export async function gatherHolds(context: Context, target: PlannedTarget): Promise<HeldNotice | null> {
  const db = context.store.read;
  const returned = await returnedNotices(context, db, target);
  let held = heldSince(db, target);
  if (returned.length > 0) held = held.where('messages.id', 'not in', dialectOf(db).listOf(returned));
  const { count } = await held
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return null;
  const rows = await held
    .select([
      'messages.id',
      'messages.direction',
      'messages.state',
      'events.account_id',
      'events.type',
      'events.occurred_at',
      'events.data',
      'mailboxes.address',
      'mailboxes.pii_mode',
    ])
    .orderBy('events.seq')
    .limit(NAMED)
    .execute();
  return {
    count,
    items: rows.map((row) => itemOf(context, row)),
    waiting: await waitingFor(db, target),
    queue: queueLink(context),
  };
}

/** The last hold that `gatherHolds` looks at, if it is read before. */
export async function lastHold(db: Queries, { account_id, pending_seq, pending_at }: PlannedTarget) {
  const { last } = await holdsOf(db, account_id)
    .where('events.occurred_at', '>=', pending_at)
    .select((select) => select.fn.max<number | null>('events.seq').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(last ?? 0, pending_seq);
}

/** The first hold after another that concerns the target, whatever became of it. */
export async function nextHold(
  db: Queries,
  target: NoticeTargetRow,
  after: { readonly seq: number; readonly at: number },
): Promise<{ readonly seq: number; readonly at: number } | undefined> {
  const types = target.states.map((state) => `message.${state}`);
  let holds = holdsOf(db, target.account_id)
    .where('events.occurred_at', '>=', after.at)
    .where('events.seq', '>', after.seq)
    .where('events.type', 'in', types);
  if (target.mailbox_ids)
    holds = holds.where('events.mailbox_id', 'in', dialectOf(db).listOf(target.mailbox_ids));
  return holds
    .select(['events.seq', 'events.occurred_at as at'])
    .orderBy('events.occurred_at')
    .limit(1)
    .executeTakeFirst();
}

function holdsOf(db: Queries, accountId: string) {
  return (
    db
      .selectFrom('events')
      .where('events.account_id', '=', accountId)
      // In these words, as the partial index has them.
      .where(sql<boolean>`events.type in ('message.pending_review', 'message.quarantined')`)
  );
}

/** Messages whose hold isn't told of yet and that are still held. */
function heldSince(db: Queries, { account_id, pending_seq, pending_at, states, mailbox_ids }: PlannedTarget) {
  const held = holdsOf(db, account_id)
    .innerJoin('messages', 'messages.id', 'events.message_id')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .where('events.occurred_at', '>=', pending_at)
    .where('events.seq', '>=', pending_seq)
    .where('messages.state', 'in', states)
    .where(sql<boolean>`events.type = 'message.' || messages.state`);
  return mailbox_ids ? held.where('messages.mailbox_id', 'in', dialectOf(db).listOf(mailbox_ids)) : held;
}

/** Own notices that came back and were held. Telling of them would never end. */
async function returnedNotices(
  { secrets }: Context,
  db: Queries,
  target: PlannedTarget,
): Promise<readonly string[]> {
  const alike = await heldSince(db, target)
    .where('messages.direction', '=', 'inbound')
    .where('messages.rfc_message_id', 'like', `${NOTICE_PREFIX}%`)
    .select(['messages.id', 'messages.rfc_message_id'])
    .limit(COMPARED)
    .execute();
  return alike.filter((row) => isOwnNotice(secrets, row.rfc_message_id ?? '')).map(({ id }) => id);
}

async function waitingFor(
  db: Queries,
  { account_id, states, mailbox_ids }: NoticeTargetRow,
): Promise<number> {
  let waiting = db
    .selectFrom('messages')
    .where('account_id', '=', account_id)
    // In these words, as the partial index has them.
    .where(sql<boolean>`state in ('pending_review', 'quarantined')`)
    .where('state', 'in', states);
  if (mailbox_ids) waiting = waiting.where('mailbox_id', 'in', dialectOf(db).listOf(mailbox_ids));
  const { count } = await waiting
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface NoticedHold {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly state: 'quarantined' | 'pending_review' | string;
  readonly account_id: string;
  readonly type: string;
  readonly occurred_at: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly pii_mode: 'passthrough' | 'redacted';
}

/** Rendered as webhooks get it, so that redaction applies. */
function itemOf(context: Context, row: NoticedHold): HeldItem {
  const { data } = renderEnvelope(
    {
      id: row.id,
      type: row.type,
      occurredAt: row.occurred_at,
      accountId: row.account_id,
      data: row.data,
    },
    { pii_mode: row.pii_mode, message_state: null },
  );
  return {
    messageId: row.id,
    mailbox: row.address,
    isInbound: row.direction === 'inbound',
    other: row.direction === 'inbound' ? String(data.sender) : recipientsIn(data),
    subject: String(data.subject),
    reasons: data.reasons as readonly string[],
    link: reviewLink(context, row.id),
  };
}

/** The recipients of a held message, in short. */
function recipientsIn(data: Readonly<Record<string, unknown>>): string {
  const { recipient = '', recipients } = data as Partial<EventData<'message.pending_review'>>;
  return withOthers(recipient, recipients);
}
