import { prepareQuery } from '../../../platform/store/prepared.ts';
import type { Store } from '../../../platform/store/store.ts';

/** A file of an outgoing message. */
export interface OutboundAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Set when the HTML shows the file. */
  readonly contentId: string | null;
}

/** A file of a message that is stored. */
export interface StoredFile {
  readonly filename: string | null;
  readonly content_type: string;
  readonly content_id: string | null;
  readonly blob_id: string | null;
}

const findFiles = prepareQuery<{ message_id: string }>()((db, param) =>
  db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'content_id', 'blob_id'])
    .where('message_id', '=', param('message_id'))
    .orderBy('position'),
);

/** The files of an outgoing message, in order. */
export async function storedFiles({ read }: Store, messageId: string): Promise<StoredFile[]> {
  return (await findFiles(read, { message_id: messageId })).rows;
}

/** Loads files to send. */
export async function outboundAttachments(
  { blobs }: Store,
  files: readonly StoredFile[],
): Promise<OutboundAttachment[]> {
  const attachments: OutboundAttachment[] = [];
  for (const { filename, content_type, content_id, blob_id } of files) {
    const content = blob_id === null ? null : await blobs.read(blob_id);
    // Sending without a promised file would be worse than not sending.
    if (content === null) throw new Error(`the bytes of the file ${filename} are missing`);
    attachments.push({
      filename: filename ?? 'attachment',
      contentType: content_type,
      content,
      contentId: content_id,
    });
  }
  return attachments;
}
