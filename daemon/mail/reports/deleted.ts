import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';
import type { Outgoing } from '../outbound/outgoing.ts';

/** Columns of a reported message. */
export type Reported = Pick<
  Outgoing,
  'id' | 'account_id' | 'mailbox_id' | 'state' | 'recipient' | 'rfc_message_id'
>;

/**
 * Loads a deleted message. Its row no longer has the recipient, but its delivery event does while events are
 * kept. Null without either.
 */
export async function loadDeleted(db: Queries, messageId: string): Promise<Reported | null> {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'account_id', 'mailbox_id', 'state', 'rfc_message_id'])
    .where('id', '=', messageId)
    .where('direction', '=', 'outbound')
    .where('state', '=', 'deleted')
    .executeTakeFirst();
  if (!row) return null;
  const delivery = await db
    .selectFrom('events')
    .select(sql<string>`data ->> 'recipient'`.as('recipient'))
    .where('account_id', '=', row.account_id)
    .where('type', '=', 'message.delivered')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return delivery ? { ...row, ...delivery } : null;
}
