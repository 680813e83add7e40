import { storedFiles } from '../attachments/staging/outbound-attachments.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from '../messages/table.ts';
import { outboundMail } from './outbound-mail.ts';
import { loadOutgoing } from './outgoing.ts';

/**
 * The source of a message: received mail as it arrived, sent mail composed from its parts. Null once deleted.
 */
export async function sourceOf(context: MailContext, row: MessageRow): Promise<Buffer | null> {
  const { store } = context;
  const { read, blobs } = store;
  if (row.raw_blob_id !== null) return blobs.read(row.raw_blob_id);
  const outgoing = row.direction === 'outbound' ? await loadOutgoing(read, row.id) : undefined;
  if (!outgoing) return null;
  const files = await storedFiles(store, row.id);
  const { raw } = await outboundMail(context, outgoing, { files, at: row.dispatched_at ?? row.created_at });
  return raw;
}
