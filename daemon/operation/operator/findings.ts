import type { MessageFindings } from '../../../shared/contract/findings.ts';
import type { ScanFinding } from '../../../shared/contract/scan.ts';
import type { Principal } from '../../access/principal.ts';
import { scanScope } from '../../content/analysis/scope.ts';
import { documentKind } from '../../content/extract/kind.ts';
import type { DocumentSource } from '../../content/extract/messages.ts';
import { shown } from '../../content/stored-text/redaction.ts';
import { codePoints } from '../../content/stored-text/text.ts';
import type { Context } from '../../context.ts';
import type { AttachmentRow } from '../../mail/attachments/find.ts';
import { attachmentsOf, type MessageRow, resolveMessage, selectMessages } from '../../mail/messages/table.ts';
import { Places } from '../../mail/review/places.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { type Actor, OPERATOR } from '../../platform/store/actor.ts';

/** Limits for the text of one attachment, in milliseconds: a person is waiting. */
const READING_TIME = { cpu: 5_000, timeout: 8_000 };
const NO_CONTENT = { text: null, html: null, pii_spans: null };

/** Findings of any message, for the operator. */
export async function getFindings(context: Context, id: string): Promise<MessageFindings> {
  const row = await selectMessages(context.store.read).where('messages.id', '=', id).executeTakeFirst();
  if (!row || row.state === 'deleted') throw notFound('Message not found.');
  return findingsOf(context, row, OPERATOR);
}

/** Findings of a message of the account, for a signed-in person. */
export async function getMessageFindings(
  context: Context,
  principal: Principal,
  id: string,
): Promise<MessageFindings> {
  const row = await resolveMessage(context.store.read, principal, { id, unbound: 'masked_404' });
  return findingsOf(context, row, principal.actor);
}

/**
 * Findings with their positions. Only findings are stored, so the positions come from another scan of the
 * texts. Positions don't reveal data that the mailbox redacts.
 */
async function findingsOf(context: Context, row: MessageRow, actor: Actor): Promise<MessageFindings> {
  const { store, analysis, readAudit } = context;
  const { findings } = row.scan === null ? { findings: [] } : row.scan;
  const stored =
    (await store.read
      .selectFrom('message_bodies')
      .select(['text', 'html', 'pii_spans'])
      .where('message_id', '=', row.id)
      .executeTakeFirst()) ?? NO_CONTENT;
  const isOpen = row.pii_mode === 'passthrough';
  const texts = isOpen ? await textsOfAttachments(context, row, findings) : new Map<number, string>();
  const located =
    findings.length === 0
      ? []
      : await analysis.locate({
          direction: row.direction,
          subject: row.subject,
          text: stored.text ?? '',
          html: stored.html,
          texts,
          // The policy at the time of the scan may have been stricter, so scan with the strictest.
          scope: {
            ...scanScope(context, { scanner_policy: null, url_reputation_active: true }),
            clamd: null,
          },
        });
  const text = shown(context, row, stored);
  const html = isOpen ? stored.html : null;
  const places = new Places({ subject: row.subject, text, html, attachments: texts }, located);
  readAudit.note({
    kind: 'message.findings.read',
    accountId: row.account_id,
    mailboxId: row.mailbox_id,
    actor,
    target: row.id,
  });
  return {
    message_id: row.id,
    char_count: text && codePoints(text.text),
    findings: findings.map((finding) => ({ ...finding, places: places.of(finding) })),
  };
}

/** Texts of attachments with findings. */
async function textsOfAttachments(
  context: Context,
  row: MessageRow,
  findings: readonly ScanFinding[],
): Promise<Map<number, string>> {
  const wanted = new Set(
    findings
      .filter((finding) => finding.attachment_policy_action === 'derived_text_finding')
      .map(({ attachment_index }) => attachment_index),
  );
  const texts = new Map<number, string>();
  if (wanted.size === 0) return texts;
  for (const attachment of await attachmentsOf(context.store.read, row.id)) {
    if (!wanted.has(attachment.position)) continue;
    const text = await textOf(context, row, attachment);
    if (text !== null) texts.set(attachment.position, text);
  }
  return texts;
}

async function textOf(
  { store, extraction }: Context,
  { raw_blob_id }: MessageRow,
  { content_type, filename, declared_mime_type, position, blob_id }: AttachmentRow,
): Promise<string | null> {
  const kind = documentKind(content_type, filename, declared_mime_type);
  if (kind === null) return null;
  const from = (source: DocumentSource) => extraction.pending.extract(kind, source, READING_TIME);
  const content = blob_id === null ? null : await store.blobs.read(blob_id);
  const found = content
    ? await from({ content })
    : await store.blobs.lend([raw_blob_id], async ([message]) => message && from({ message, position }));
  return found && 'text' in found ? found.text : null;
}
