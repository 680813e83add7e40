import type { Queries } from '../../../platform/store/store.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { type MessageRow, selectMessages } from '../../messages/table.ts';

/** Identifiers that are looked up; a long conversation names its newest messages last. */
const MOST_IDS = 20;

/**
 * The message of a mailbox that the identifiers name, the first one that there is. A mail program knows its
 * own messages by the Message-ID that it gave them, which is their idempotency key here.
 */
export async function namedMessage(
  db: Queries,
  mailbox: Pick<MailboxRow, 'id' | 'account_id'>,
  identifiers: readonly string[],
): Promise<MessageRow | null> {
  const ids = [...new Set(identifiers)].slice(0, MOST_IDS);
  if (ids.length === 0) return null;
  const keys = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'message_id'])
    .where('account_id', '=', mailbox.account_id)
    .where('mailbox_id', '=', mailbox.id)
    .where('namespace', '=', 'send')
    .where('key', 'in', ids)
    .execute();
  const sent = new Map(keys.map(({ key, message_id }) => [message_id, key]));
  const rows = await selectMessages(db)
    .where('messages.mailbox_id', '=', mailbox.id)
    .where((where) =>
      where.or([
        where('messages.rfc_message_id', 'in', ids),
        ...(sent.size > 0 ? [where('messages.id', 'in', [...sent.keys()])] : []),
      ]),
    )
    .where((where) =>
      where.or([
        where.and([
          where('messages.direction', '=', 'inbound'),
          where('messages.state', 'in', ['available', 'quarantined']),
        ]),
        where.and([where('messages.direction', '=', 'outbound'), where('messages.state', '=', 'delivered')]),
      ]),
    )
    .orderBy('messages.seq')
    .execute();
  const place = ({ id, rfc_message_id }: MessageRow) =>
    ids.findIndex((each) => each === rfc_message_id || each === sent.get(id));
  return rows.toSorted((one, other) => place(one) - place(other))[0] ?? null;
}
