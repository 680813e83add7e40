import type { RemovedCategory } from '../../../shared/contract/messages.ts';
import { scanScope } from '../../content/analysis/scope.ts';
import type { ScanResult } from '../../content/analysis/tasks.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { withFileScans } from '../attachments/staging/scans.ts';
import type { StagedRow } from '../attachments/staging/table.ts';
import type { MailContext } from '../context.ts';
import type { Addressees } from '../outbound/recipients.ts';

/** Content of a draft. */
export interface DraftContent {
  readonly addressees: Addressees;
  readonly subject: string;
  readonly body: string;
  /** Sanitized HTML. */
  readonly html: string | null;
  /** Kinds of content that the sanitizer removed; null without HTML. */
  readonly removed: readonly RemovedCategory[] | null;
}

/** Scans a draft as its send will, including its uploads. */
export async function scanDraft(
  context: MailContext,
  mailbox: MailboxRow,
  { content, files }: { readonly content: DraftContent; readonly files: readonly StagedRow[] },
): Promise<ScanResult> {
  const { url_reputation_active } = await context.store.read
    .selectFrom('accounts')
    .select('url_reputation_active')
    .where('id', '=', mailbox.account_id)
    .executeTakeFirstOrThrow();
  const { subject, body: text, html } = content;
  const scope = scanScope(context, { ...mailbox, url_reputation_active });
  const result = await context.analysis.outbound({ subject, text, html, scope }, mailbox.account_id);
  return { ...result, scan: await withFileScans(context, { scan: result.scan, files, scope }) };
}

/** Bytes of the text and HTML; uploads are counted separately. */
export function bytesOfContent({ body, html }: Pick<DraftContent, 'body' | 'html'>): number {
  return Buffer.byteLength(body) + (html === null ? 0 : Buffer.byteLength(html));
}
