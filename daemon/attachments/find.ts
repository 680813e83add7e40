import type { Selectable } from 'kysely';
import { notFound } from '../errors.ts';
import type { AttachmentsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export type AttachmentRow = Selectable<AttachmentsTable>;

/** One attachment of a message by its index. */
export async function attachmentAt(db: Queries, messageId: string, position: number): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('attachments')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('position', '=', position)
    .executeTakeFirst();
  if (!row) throw notFound('Attachment not found.');
  return row;
}
