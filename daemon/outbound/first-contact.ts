import { sql } from 'kysely';
import type { Queries } from '../store/store.ts';

/** The address on the other side of a message, as the index of messages by it has it. */
const OTHER_PARTY = sql<string>`lower(case direction when 'outbound' then recipient else sender end)`;

/** Whether the mailbox neither delivered to the recipient nor received readable mail from it (decisions 4.22). */
export async function isFirstContact(db: Queries, mailboxId: string, recipient: string): Promise<boolean> {
  const known = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where(OTHER_PARTY, '=', recipient.toLowerCase())
    .where((where) =>
      where.or([
        where.and([where('direction', '=', 'outbound'), where('state', 'in', ['delivered', 'bounced'])]),
        where.and([where('direction', '=', 'inbound'), where('state', '=', 'available')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return !known;
}
