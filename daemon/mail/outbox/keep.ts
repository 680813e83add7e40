import { sql } from 'kysely';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { OutboxTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';

/** A mail or text message that stays in the outbox. */
export interface KeptItem {
  readonly kind: 'email' | 'sms';
  readonly purpose: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string | null;
  /** Null where text and HTML are those of the stored message. */
  readonly text: string | null;
  readonly html: string | null;
  /** Blob of the mail. */
  readonly rawBlobId: string | null;
  readonly accountId: string | null;
  readonly messageId: string | null;
}

export async function keepInOutbox(transaction: Transaction, item: KeptItem): Promise<string> {
  const id = transaction.newId();
  await insertItem(transaction.db, {
    id,
    kind: item.kind,
    purpose: item.purpose,
    at: transaction.now,
    sender: item.from,
    recipient: item.to,
    subject: item.subject,
    text: item.text,
    html: item.html,
    raw_blob_id: item.rawBlobId,
    account_id: item.accountId,
    message_id: item.messageId,
  });
  return id;
}

const insertItem = prepareQuery<Omit<OutboxTable, 'seq'>>()((db, param) =>
  db.insertInto('outbox').values({
    id: param('id'),
    kind: param('kind'),
    purpose: param('purpose'),
    at: param('at'),
    sender: param('sender'),
    recipient: param('recipient'),
    subject: param('subject'),
    text: param('text'),
    html: param('html'),
    raw_blob_id: param('raw_blob_id'),
    account_id: param('account_id'),
    message_id: param('message_id'),
  }),
);

/** Copies the text of a message, which is about to be deleted, to the items that refer to it. */
export async function keepTextOf({ db }: Transaction, messageId: string): Promise<void> {
  await db
    .updateTable('outbox')
    .from('message_bodies')
    .set((update) => ({
      text: update.fn.coalesce('message_bodies.text', sql.lit('')),
      html: update.ref('message_bodies.html'),
    }))
    .where('message_bodies.message_id', '=', messageId)
    .where('outbox.message_id', '=', messageId)
    .where('outbox.text', 'is', null)
    .execute();
}
