import type { Queries } from '../../platform/store/store.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { countingMail, OTHER_PARTY } from '../../rules/trust/participants.ts';

/**
 * Whether the mailbox neither delivered to the recipient nor received readable mail from it. Where
 * participants have to be authenticated, only mail that proves its From counts.
 */
export async function isFirstContact(
  db: Queries,
  mailbox: Pick<MailboxRow, 'id' | 'participant_authentication'>,
  recipient: string,
): Promise<boolean> {
  const known = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailbox.id)
    .where(OTHER_PARTY, '=', recipient.toLowerCase())
    .where((where) =>
      where.or([
        where.and([where('direction', '=', 'outbound'), where('state', 'in', ['delivered', 'bounced'])]),
        where.and([
          where('direction', '=', 'inbound'),
          where('state', '=', 'available'),
          countingMail(mailbox),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return !known;
}
