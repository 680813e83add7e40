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

const insertItem = prepareQuery<Omit<OutboxTable, 'seq'>>()((db, slot) =>
  db.insertInto('outbox').values({
    id: slot('id'),
    kind: slot('kind'),
    purpose: slot('purpose'),
    at: slot('at'),
    sender: slot('sender'),
    recipient: slot('recipient'),
    subject: slot('subject'),
    text: slot('text'),
    html: slot('html'),
    raw_blob_id: slot('raw_blob_id'),
    account_id: slot('account_id'),
    message_id: slot('message_id'),
  }),
);
