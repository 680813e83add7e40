import { sql } from 'kysely';
import type { Queries } from '../store/store.ts';

/** Whether the mailbox neither delivered to the recipient nor received readable mail from it (decisions 4.22). */
export async function isFirstContact(db: Queries, mailboxId: string, recipient: string): Promise<boolean> {
  const address = recipient.toLowerCase();
  const known = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where((where) =>
      where.or([
        where.and([
          where('direction', '=', 'outbound'),
          where('state', 'in', ['delivered', 'bounced']),
          where(sql<string>`lower(recipient)`, '=', address),
        ]),
        where.and([
          where('direction', '=', 'inbound'),
          where('state', '=', 'available'),
          where(sql<string>`lower(sender)`, '=', address),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return !known;
}
