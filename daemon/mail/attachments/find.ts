import type { Selectable } from 'kysely';
import { notFound } from '../../platform/errors/service-error.ts';
import type { AttachmentsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

export type AttachmentRow = Selectable<AttachmentsTable>;

/** Returns an attachment by its index, or refuses with 404. */
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
