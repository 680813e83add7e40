import { prepareQuery } from '../../store/prepared.ts';
import type { Store } from '../../store/store.ts';

/** A file of an outgoing message. */
export interface OutboundAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Set when the HTML shows the file. */
  readonly contentId: string | null;
}

const findFiles = prepareQuery<{ message_id: string }>()((db, param) =>
  db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'content_id', 'blob_id'])
    .where('message_id', '=', param('message_id'))
    .orderBy('position'),
);

/** Loads the files of an outgoing message, in order. */
export async function outboundAttachments(
  { blobs, read }: Store,
  messageId: string,
): Promise<OutboundAttachment[]> {
  const { rows } = await findFiles(read, { message_id: messageId });
  const attachments: OutboundAttachment[] = [];
  for (const row of rows) {
    const content = row.blob_id === null ? null : await blobs.read(read, row.blob_id);
    // Sending without a promised file would be worse than not sending.
    if (content === null) throw new Error(`the bytes of a file of message ${messageId} are missing`);
    attachments.push({
      filename: row.filename ?? 'attachment',
      contentType: row.content_type,
      content,
      contentId: row.content_id,
    });
  }
  return attachments;
}
