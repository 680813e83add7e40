import type { getAttachmentPreview as contract } from '../../../shared/contract/attachments.ts';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import { denied, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { attachmentName } from '../messages/attachment-name.ts';
import { type MessageRow, resolveMessage } from '../messages/table.ts';
import { type AttachmentRow, attachmentAt } from './find.ts';
import { previewObstacle } from './preview-access.ts';

/** Returns the extracted text of an attachment, up to the limit of previews. */
export async function getAttachmentPreview(
  context: MailContext,
  principal: Principal,
  { params: { id, idx: position }, query: { quarantine_access: asked } }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { store, readAudit } = context;
  const message = await resolveMessage(store.read, principal, { id, unbound: 'masked_404' });
  const row = await attachmentAt(store.read, message.id, position);
  if (isHeldBack(message) && isKeptFromText(principal, message, asked)) throw withheld(message);
  const obstacle = await previewObstacle(context, principal, message);
  if (obstacle) throw denied('ATTACHMENT_PREVIEW_DISABLED', obstacle);
  assertReady(row);
  const text = await store.read
    .selectFrom('attachment_previews')
    .select('content')
    .where('message_id', '=', message.id)
    .where('position', '=', position)
    .executeTakeFirst();
  if (!text || row.preview_generated_at === null) throw unavailable(row);
  readAudit.note({
    kind: 'message.attachment_preview.read',
    accountId: message.account_id,
    mailboxId: message.mailbox_id,
    actor: principal.actor,
    target: message.id,
    after: { index: position },
  });
  return {
    attachment: {
      filename: attachmentName(row),
      content_type: row.content_type,
      size: row.size,
      hash: row.hash,
    },
    preview: {
      kind: 'text',
      content: text.content,
      truncated: row.preview_truncated ?? false,
      char_count: row.preview_char_count,
      page_count: row.preview_page_count,
      extractor: row.preview_extractor ?? 'text',
      generated_at: isoTime(row.preview_generated_at),
    },
  };
}

function withheld({ state }: MessageRow): ServiceError {
  return new ServiceError('ATTACHMENT_PREVIEW_DISABLED', { reason: 'content_withheld', state });
}

function assertReady(row: AttachmentRow): void {
  if (row.preview_status === 'pending') throw new ServiceError('ATTACHMENT_PREVIEW_PENDING');
  if (row.preview_status === 'blocked') {
    throw new ServiceError('ATTACHMENT_PREVIEW_BLOCKED', { reason: row.preview_reason_code });
  }
  if (row.preview_status !== 'ready') throw unavailable(row);
}

function unavailable(row: AttachmentRow): ServiceError {
  if (row.preview_status === 'ready') return notFound('Attachment not found.');
  return new ServiceError('ATTACHMENT_PREVIEW_NOT_AVAILABLE', {
    reason: row.preview_reason_code ?? 'unsupported_type',
  });
}
