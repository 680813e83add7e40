import { sql } from 'kysely';
import { labelsIn } from '../../shared/contract/labels.ts';
import type { MessageState } from '../../shared/contract/messages.ts';
import type { Principal } from '../access/principal.ts';
import type { MailboxReach } from '../access/reach.ts';
import { dialectOf } from '../platform/store/dialect.ts';
import { entryPattern } from '../platform/store/entry-pattern.ts';
import type { RulesContext } from '../rules/context.ts';
import { resolveMailbox } from '../rules/mailboxes/table.ts';
import { isHeldBack } from '../rules/mailboxes/withheld.ts';
import { renderEnvelope } from './envelope.ts';
import { type LogEntry, LogStream } from './log-stream.ts';

/** Unchecked parameters of an event stream. */
export interface EventRequest {
  /** Cursor or timestamp; now when undefined. */
  readonly since: string | undefined;
  /** Comma-separated. */
  readonly events: string | undefined;
  readonly mailbox: string | undefined;
  /** Only events of messages with all of these. */
  readonly label: string | undefined;
  readonly tag: string | undefined;
}

interface EventFilter {
  readonly accountId: string;
  readonly types: readonly string[] | null;
  readonly mailboxId: string | null;
  readonly labels: readonly string[];
  readonly tag: string | undefined;
}

/** Opens an event stream after all checks that can refuse it. */
export async function openEventStream(
  context: RulesContext,
  principal: Principal,
  { since, events, mailbox: reference, label, tag }: EventRequest,
): Promise<LogStream> {
  const mailbox =
    reference === undefined
      ? null
      : await resolveMailbox(context.store.read, principal, { reference, unbound: 'denied_403' });
  const filter = {
    accountId: principal.account.id,
    types: events?.split(',') ?? null,
    mailboxId: mailbox?.id ?? null,
    labels: labelsIn(label),
    tag,
  };
  return LogStream.open(context, principal, {
    log: 'events',
    after: (seq, reach, limit) => eventsAfter(context, filter, { seq, reach, limit }),
    since,
  });
}

async function eventsAfter(
  { store }: Pick<RulesContext, 'store'>,
  { accountId, types, mailboxId, labels, tag }: EventFilter,
  { seq, reach, limit }: { seq: number; reach: MailboxReach; limit: number },
): Promise<LogEntry[]> {
  let query = store.read
    .selectFrom('events')
    .leftJoin('mailboxes', 'mailboxes.id', 'events.mailbox_id')
    .leftJoin('messages', 'messages.id', 'events.message_id')
    .select(['events.seq', 'events.id', 'type', 'occurred_at', 'data', 'pii_mode'])
    .select(['messages.state as message_state', 'messages.direction', 'agent_quarantine_access'])
    .where('events.account_id', '=', accountId)
    .where('events.seq', '>', seq);
  if (types) query = query.where('type', 'in', types);
  if (mailboxId !== null) query = query.where('events.mailbox_id', '=', mailboxId);
  const { jsonField } = dialectOf(store.read);
  if (tag !== undefined) query = query.where(jsonField('events.data', 'subaddress_instance_id'), '=', tag);
  for (const label of labels) {
    query = query.where(
      sql<boolean>`${jsonField('events.data', 'labels')} like ${entryPattern(label)} escape '\\'`,
    );
  }
  if (reach !== 'account') query = query.where('events.mailbox_id', 'in', [...reach]);
  const rows = await query.orderBy('events.seq').limit(limit).execute();
  return rows.map((row) => {
    const told = {
      id: row.id,
      type: row.type,
      occurredAt: row.occurred_at,
      accountId,
      data: row.data,
    };
    const data = renderEnvelope(told, { ...row, isWithheld: reach !== 'account' && isWithheld(row) });
    return { seq: row.seq, at: row.occurred_at, type: row.type, data };
  });
}

/** Whether the text of the event's message is withheld from agents. */
function isWithheld(row: {
  readonly agent_quarantine_access: 'full' | 'metadata' | null;
  readonly direction: 'inbound' | 'outbound' | null;
  readonly message_state: MessageState | null;
}): boolean {
  if (row.agent_quarantine_access !== 'metadata' || row.message_state === null) return false;
  return isHeldBack({ direction: row.direction ?? 'inbound', state: row.message_state });
}
