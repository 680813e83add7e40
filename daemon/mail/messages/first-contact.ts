import { sql } from 'kysely';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { countingMail, OTHER_PARTY } from '../../rules/trust/participants.ts';

type Known = Pick<MailboxRow, 'id' | 'participant_authentication'>;

/** Whether the mailbox has its first contact with any of the recipients. */
export async function hasFirstContact(
  db: Queries,
  mailbox: Known,
  recipients: readonly { readonly address: string }[],
): Promise<boolean> {
  for (const { address } of recipients) {
    if (await isFirstContact(db, mailbox, address)) return true;
  }
  return false;
}

/**
 * Whether the mailbox neither delivered to the recipient nor received readable mail from it. Where
 * participants have to be authenticated, only mail that proves its From counts. With `before`, only mail
 * before that time counts.
 */
export async function isFirstContact(
  db: Queries,
  { before = Number.MAX_SAFE_INTEGER, ...mailbox }: Known & { readonly before?: number },
  recipient: string,
): Promise<boolean> {
  const known = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailbox.id)
    .where('created_at', '<', before)
    .where(OTHER_PARTY, '=', recipient.toLowerCase())
    .where((where) =>
      where.or([
        where.and([
          where('direction', '=', 'outbound'),
          where('state', 'in', ['delivered', 'bounced']),
          // It has an outcome for each of several.
          where('recipients', 'is', null),
        ]),
        where.and([
          where('direction', '=', 'inbound'),
          where('state', '=', 'available'),
          countingMail(mailbox),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return !known && !(await wasAmongSeveral(db, { id: mailbox.id, before }, recipient));
}

/** Whether a message to several was delivered to the recipient. */
async function wasAmongSeveral(
  db: Queries,
  { id, before }: Pick<Known, 'id'> & { readonly before: number },
  recipient: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', id)
    .where('created_at', '<', before)
    .where('recipients', 'is not', null)
    .where(
      sql<boolean>`exists (select 1 from ${dialectOf(db).elementsOf('messages.recipients')}
        where value ->> 'status' in ('delivered', 'bounced') and lower(value ->> 'address') = ${recipient.toLowerCase()})`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
