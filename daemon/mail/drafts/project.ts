import type { Selectable } from 'kysely';
import type { Draft, DraftSummary } from '../../../shared/contract/drafts.ts';
import {
  SCAN_DECISIONS,
  type Scan,
  type ScanDecision,
  VERDICT_OF_DECISION,
} from '../../../shared/contract/scan.ts';
import type { Principal } from '../../access/principal.ts';
import type { AttachmentsTable } from '../../platform/store/schema.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import { ownReplyTo } from '../messages/addresses.ts';
import { shownTexts } from '../messages/body.ts';
import type { DraftRow } from '../messages/drafts/table.ts';
import { type Projection, projectDetail } from '../messages/project.ts';
import { projectionFor } from '../messages/projection.ts';
import { viewRecipient } from '../messages/recipients.ts';
import { attachmentsOf } from '../messages/table.ts';
import { recipientNoteField } from '../outbound/recipient-note.ts';

/** A draft as its reader gets it, redacted and cut like a message. */
export async function projectDraft(
  context: MailContext,
  principal: Principal,
  { row, ...options }: { readonly row: DraftRow } & Partial<Pick<Projection, 'wholeBodies'>>,
): Promise<Draft> {
  const texts = await shownTexts(context, row);
  const attachments = row.has_attachment ? await attachmentsOf(context.store.read, row.id) : [];
  const how = await projectionFor(context, principal, { rows: [row], ...options });
  const answers = ownReplyTo(row);
  const { body, html_text, scan } = projectDetail(row, { ...texts, attachments }, how);
  return {
    ...projectSummary(row),
    body,
    ...(html_text && { html_text }),
    scan,
    ...(await recipientNoteField(context.store.read, row)),
    thread_id: row.thread_id,
    in_reply_to: row.in_reply_to,
    subaddress_mode: row.subaddress_mode,
    ...(answers && { reply_to: answers }),
    ...(row.labels && { labels: [...row.labels] }),
    ...(row.metadata && { metadata: row.metadata }),
    attachments: attachments.map(projectFile),
  };
}

export function projectSummary(row: DraftRow): DraftSummary {
  return {
    id: row.id,
    mailbox_id: row.mailbox_id,
    mailbox_name: row.mailbox_name,
    state: row.state,
    revision: row.revision,
    sender: row.sender,
    recipient: row.recipient,
    ...(row.recipients && { recipients: row.recipients.map(viewRecipient) }),
    subject: row.subject,
    has_html: row.has_html === 1,
    worst_decision: worstDecisionOf(row.scan),
    subaddress_instance_id: row.subaddress_instance_id,
    // A draft that was sent by hand has no `send_at`.
    send_at: row.state === 'draft' || row.trigger === 'schedule' ? isoTimeOrNull(row.send_at) : null,
    original_send_at: isoTimeOrNull(row.original_send_at),
    send_attempts: row.send_attempts,
    last_dispatch_error_code: row.last_dispatch_error_code,
    last_dispatch_attempt_at: isoTimeOrNull(row.last_dispatch_attempt_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** The worst decision of a scan. */
export function worstDecisionOf(scan: Scan | null): ScanDecision {
  return SCAN_DECISIONS.find((decision) => VERDICT_OF_DECISION[decision] === scan?.verdict) ?? 'allow';
}

function projectFile(row: Selectable<AttachmentsTable>): Draft['attachments'][number] {
  const { filename, content_type, size, upload_id, policy_action } = row;
  return { filename, content_type, size, upload_id, policy_action };
}
