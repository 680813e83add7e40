import type { Selectable } from 'kysely';
import type { Attachment } from '../../../shared/contract/messages.ts';
import type { AttachmentsTable } from '../../platform/store/schema.ts';
import { isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { attachmentName } from './attachment-name.ts';

export function projectAttachment(row: Selectable<AttachmentsTable>): Attachment {
  const inline = row.content_disposition === 'inline';
  return {
    filename: attachmentName(row),
    content_type: row.content_type,
    size: row.size,
    hash: row.hash,
    policy_action: row.policy_action,
    sniffed_mime_type: row.sniffed_mime_type,
    declared_mime_type: row.declared_mime_type,
    mime_mismatch: row.mime_mismatch,
    av_verdict: row.av_verdict,
    av_signature: row.av_signature,
    av_scanned_at: isoTimeOrNull(row.av_scanned_at),
    stored: true,
    content_id: row.content_id,
    content_disposition: row.content_disposition,
    inline,
    // The raw message, and the attachment with it, is kept until it's deleted.
    raw_retention: 'retained_for_raw_download',
    raw_deleted_at: null,
    upload_id: row.upload_id,
    preview_status: row.preview_status,
    preview_kind: row.preview_status === 'ready' ? 'text' : null,
    preview_reason_code: row.preview_reason_code,
    preview_char_count: row.preview_char_count,
    preview_page_count: row.preview_page_count,
    preview_truncated: row.preview_truncated,
    preview_generated_at: isoTimeOrNull(row.preview_generated_at),
  };
}
