import type { Selectable } from 'kysely';
import { detectExtension } from 'nodemailer/lib/mime-funcs/mime-types.js';
import type { AttachmentsTable } from '../../platform/store/schema.ts';

const MEDIA = /^(image|audio|video)\//;

/**
 * The name of an attachment; one that came without a name gets one from its type and place, as
 * `attachment-1.pdf`.
 */
export function attachmentName(
  row: Pick<Selectable<AttachmentsTable>, 'filename' | 'content_type' | 'position'>,
): string {
  if (row.filename !== null) return row.filename;
  const kind = MEDIA.exec(row.content_type)?.[1] ?? 'attachment';
  const extension = detectExtension(row.content_type);
  // The library answers with * for application/octet-stream.
  return `${kind}-${row.position + 1}.${/^\w+$/.test(extension) ? extension : 'bin'}`;
}
