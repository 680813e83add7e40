import type { Selectable } from 'kysely';
import type { MessagesTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { MailContext } from '../context.ts';
import { keepTextOf } from '../outbox/keep.ts';
import { addUsedBytes } from './insert.ts';
import { withoutReason } from './review.ts';
import type { Change } from './transitions/causes.ts';

/** Result of a purge. */
export interface Purged {
  /** File of the raw message that's still to be removed. */
  readonly rawFile: string | null;
  /** Other blobs whose files are still to be removed. */
  readonly files: readonly string[];
  /** Number of derived records: the text with its spans, and each attachment. */
  readonly derivatives: number;
}

/**
 * Purges the content of a message and returns the columns of the deleted row. Id, mailbox, thread, direction,
 * states, times and key stay, and with them why it was held, its verdict and the decision, for callers that
 * repeat its idempotency key.
 */
export async function purgeContent(
  { store }: Pick<MailContext, 'store'>,
  transaction: Transaction,
  message: Selectable<MessagesTable>,
): Promise<Purged & { readonly columns: Change['columns'] & object }> {
  const { db } = transaction;
  const { id, raw_blob_id: raw } = message;
  const attachments = await db
    .deleteFrom('attachments')
    .where('message_id', '=', id)
    .returning('blob_id')
    .execute();
  // Blobs of outgoing files; inbound attachments are in the raw message.
  const files: string[] = [];
  for (const { blob_id: blob } of attachments) {
    if (blob !== null && (await store.blobs.forget(transaction, blob))) files.push(blob);
  }
  await keepTextOf(transaction, id);
  const body = await db.deleteFrom('message_bodies').where('message_id', '=', id).executeTakeFirst();
  await db.updateTable('idempotency_keys').set({ content: null }).where('message_id', '=', id).execute();
  await addUsedBytes(transaction, message.account_id, -message.size_bytes);
  const hasRawFile = raw !== null && (await store.blobs.forget(transaction, raw));
  return {
    rawFile: hasRawFile ? raw : null,
    files,
    derivatives: attachments.length + Number(body.numDeletedRows),
    columns: {
      sender: '',
      recipient: '',
      envelope_sender: null,
      from_address: null,
      other_authors: null,
      recipients: null,
      labels: null,
      metadata: null,
      reply_to: null,
      other_recipients: null,
      header_addresses: null,
      files_left_out: null,
      calendar_reply: null,
      peer: null,
      subject: '',
      body_preview: '',
      in_reply_to: null,
      reference_ids: [],
      subaddress_instance_id: null,
      sender_authentication: null,
      firewall_block: null,
      starred: false,
      has_attachment: false,
      raw_blob_id: null,
      size_bytes: 0,
      // Findings may quote the text.
      scan: message.scan && { ...message.scan, findings: [] },
      review: withoutReason(message.review),
    },
  };
}
