import { type Calendar, MAX_CALENDAR_BYTES } from '../../../shared/contract/calendars.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import type { MailContext } from '../context.ts';
import { attachmentsOf, type MessageRow } from '../messages/table.ts';
import type { AttachmentRow } from './find.ts';
import { previewObstacle } from './preview-access.ts';

const CALENDAR = 'text/calendar';

/**
 * The event of the first calendar file of inbound mail, read anew from the scanned bytes. Null for a reader
 * who may not read the preview of that file, and where the mailbox redacts: names, addresses and places in it
 * would need a scan of their own.
 */
export async function shownCalendar(
  context: MailContext,
  principal: Principal,
  { row, detail }: { readonly row: MessageRow; readonly detail: MessageDetail },
): Promise<Calendar | null> {
  if (detail.content_withheld) return null;
  if (!detail.attachments.some(({ content_type }) => content_type === CALENDAR)) return null;
  return calendarOf(context, principal, row);
}

/** As `shownCalendar`, for a reader from whom no text of the message is withheld. */
export async function calendarOf(
  context: MailContext,
  principal: Principal,
  row: MessageRow,
): Promise<Calendar | null> {
  if (row.direction !== 'inbound' || row.pii_mode !== 'passthrough') return null;
  if (await previewObstacle(context, principal, row)) return null;
  const files = await attachmentsOf(context.store.read, row.id);
  const file = files.find(isCleared);
  if (!file || row.raw_blob_id === null) return null;
  const stored = await context.store.blobs.read(row.raw_blob_id);
  return stored && context.analysis.calendar({ stored, position: file.position, hash: file.hash });
}

/** All of its text was scanned as that of a calendar, and may be shown. */
function isCleared(file: AttachmentRow): boolean {
  return (
    file.content_type === CALENDAR &&
    file.size <= MAX_CALENDAR_BYTES &&
    file.preview_status === 'ready' &&
    file.preview_extractor === 'text' &&
    // Null when the text is longer than what is scanned.
    file.preview_char_count !== null
  );
}
