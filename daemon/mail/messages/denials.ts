import { sql } from 'kysely';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import type { MessageFacts } from './transitions/facts.ts';

/**
 * Denied messages wait for a better version. A denial is open until a new version is held or sent, or until
 * somebody marks the denied message as read.
 */

/**
 * Opens the denial of a message. Its time is the next free millisecond of its mailbox, so that waits which
 * continue after one miss none.
 */
export async function openDenial({ db, now }: Transaction, message: MessageFacts): Promise<void> {
  const [newest] = (await findNewest(db, { mailbox_id: message.mailbox_id })).rows;
  const denied_at = Math.max(now, (newest?.denied_at ?? 0) + 1);
  await db
    .updateTable('messages')
    .set({ denied_at, denial_open: true })
    .where('id', '=', message.id)
    .execute();
}

const findNewest = prepareQuery<{ mailbox_id: string }>()((db, param) =>
  db
    .selectFrom('messages')
    .select('denied_at')
    .where('mailbox_id', '=', param('mailbox_id'))
    .where('denied_at', 'is not', null)
    .orderBy('denied_at', 'desc')
    .limit(1),
);

/** Closes the denial of a message, if it's open; returns whether it was. */
export async function closeDenial(db: Queries, id: string): Promise<boolean> {
  return (await close(db, { id })).changed > 0n;
}

const close = prepareQuery<{ id: string }>()((db, param) =>
  db.updateTable('messages').set({ denial_open: false }).where('id', '=', param('id')).where(IS_OPEN),
);

/** Written into the text, where the partial index knows it. */
export const IS_OPEN = sql<boolean>`messages.denial_open = ${sql.lit(true)}`;

/**
 * Marks the message that an outgoing one answers as read, where its sender asked for it, and closes the
 * denial of the one that it revises.
 */
export async function settleAnswered(
  { db, now }: Transaction,
  { answers_id, marks_read, revises }: MessageFacts,
): Promise<void> {
  if (marks_read && answers_id != null) await markRead(db, { id: answers_id, read_at: now });
  if (revises != null) await closeDenial(db, revises);
}

const markRead = prepareQuery<{ id: string; read_at: number }>()((db, param) =>
  db
    .updateTable('messages')
    .set({ read_at: param('read_at') })
    .where('id', '=', param('id'))
    .where('direction', '=', 'inbound')
    .where('read_at', 'is', null),
);
