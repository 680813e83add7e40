import { prepareQuery } from '../store/prepared.ts';
import type { OutboxTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';

/** A mail or text message that stays in the outbox. */
export interface KeptItem {
  readonly kind: 'email' | 'sms';
  readonly purpose: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
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
