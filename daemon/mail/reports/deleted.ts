import type { EventData } from '../../../shared/contract/events.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Outgoing } from '../outbound/outgoing.ts';

/** Columns of a reported message. */
export type Reported = Pick<
  Outgoing,
  'id' | 'account_id' | 'mailbox_id' | 'state' | 'recipient' | 'recipients' | 'rfc_message_id'
>;

/**
 * Loads a deleted message. Its row no longer has the recipient, but its delivery event does while events are
 * kept. Null without either.
 */
export async function loadDeleted(
  db: Queries,
  { messageId, place }: { readonly messageId: string; readonly place: number | null },
): Promise<Reported | null> {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'account_id', 'mailbox_id', 'state', 'recipients', 'rfc_message_id'])
    .where('id', '=', messageId)
    .where('direction', '=', 'outbound')
    .where('state', '=', 'deleted')
    .executeTakeFirst();
  if (!row) return null;
  const delivery = await db
    .selectFrom('events')
    .select('data')
    .where('account_id', '=', row.account_id)
    .where('type', '=', 'message.delivered')
    .where('message_id', '=', messageId)
    .orderBy('seq')
    .executeTakeFirst();
  const recipient = delivery && recipientIn(delivery.data, place);
  return recipient ? { ...row, recipient } : null;
}

/** The address in the data of an event, by its place among several. */
function recipientIn(data: Readonly<Record<string, unknown>>, place: number | null): string | null {
  const { recipient, recipients } = data as Partial<EventData<'message.delivered'>>;
  if (recipients === undefined) return recipient ?? null;
  return (place === null ? undefined : recipients[place]?.address) ?? null;
}
