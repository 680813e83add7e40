import type { getAttachmentPreview as contract } from '../../../shared/contract/attachments.ts';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import { denied, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { requiredTier, tierHas } from '../../rules/mailboxes/attachments/exposure.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { attachmentName } from '../messages/attachment-name.ts';
import { type MessageRow, resolveMessage } from '../messages/table.ts';
import { type AttachmentRow, attachmentAt } from './find.ts';

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
  if (principal.method !== 'session') await assertKeysMayRead(context, principal, message);
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

/** People may always read previews; keys where plan and mailbox allow it. */
async function assertKeysMayRead(
  context: MailContext,
  principal: Principal,
  message: MessageRow,
): Promise<void> {
  const { tier } = principal.account;
  if (!tierHas('derived_content', tier)) {
    throw denied('ATTACHMENT_PREVIEW_DISABLED', {
      reason_axis: 'tier',
      reason: 'paid_plan_needed',
      required_tier: requiredTier('derived_content'),
    });
  }
  const mailbox = await context.store.read
    .selectFrom('mailboxes')
    .select('attachment_exposure_mode')
    .where('id', '=', message.mailbox_id)
    .executeTakeFirst();
  if (!mailbox || mailbox.attachment_exposure_mode === 'metadata_only') {
    throw denied('ATTACHMENT_PREVIEW_DISABLED', {
      reason_axis: 'mailbox_config',
      reason: 'metadata_only',
      required_mailbox_mode: 'derived_content',
    });
  }
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
