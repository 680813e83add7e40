import { sql } from 'kysely';
import type { MessagesTable, SenderAuthentication } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { MailboxRow } from '../mailboxes/table.ts';

/** The address on the other side of a message, as the index of messages by it has it. */
export const OTHER_PARTY = sql<string>`lower(case direction when 'outbound' then recipient else sender end)`;

/** States in which an inbound message makes its sender a participant of the thread. */
export const SPEAKING: readonly MessagesTable['state'][] = ['available', 'quarantined'];

/** An inbound message whose From address is proven; the same as `isProven` of its row. */
const PROVEN = sql<boolean>`(sender_authentication ->> 'verdict' = 'verified_aligned'
  and sender_authentication ->> 'vouched_by' is null)`;

/**
 * Whether the From address is proven: an unaligned pass proves another domain, and a local relay's word
 * nothing.
 */
export function isProven({ verdict, vouched_by }: SenderAuthentication): boolean {
  return verdict === 'verified_aligned' && vouched_by === undefined;
}

/** Inbound mail that counts for rules about agents, by the mailbox's switch. */
export function countingMail({ participant_authentication }: Pick<MailboxRow, 'participant_authentication'>) {
  return participant_authentication === 'authenticated' ? PROVEN : sql<boolean>`true`;
}

/** Whether an address wrote in a thread of a mailbox; `counting` leaves out mail that doesn't count. */
export async function isParticipant(
  db: Queries,
  { mailboxId, threadId, address }: { mailboxId: string; threadId: string; address: string },
  counting = sql<boolean>`true`,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .where('direction', '=', 'inbound')
    .where('state', 'in', SPEAKING)
    .where(sql<string>`lower(sender)`, '=', address.toLowerCase())
    .where(counting)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
