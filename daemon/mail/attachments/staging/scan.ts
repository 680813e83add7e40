import type { Scan } from '../../../../shared/contract/scan.ts';
import { type ScanScope, scanScope } from '../../../content/analysis/scope.ts';
import type { StagedResult } from '../../../content/analysis/tasks.ts';
import type { MailContext } from '../../context.ts';
import { scanFile, scopeDigest } from './scan-file.ts';
import type { StagedRow } from './table.ts';

/** Scans an upload under its mailbox's policy, once. */
export async function scanStaged(context: MailContext, id: string): Promise<void> {
  const { store } = context;
  const row = await store.read
    .selectFrom('staged_attachments')
    .innerJoin('mailboxes', 'mailboxes.id', 'staged_attachments.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'staged_attachments.account_id')
    .select([
      'staged_attachments.filename',
      'staged_attachments.content_type',
      'staged_attachments.declared_mime_type',
      'staged_attachments.blob_id',
      'mailboxes.scanner_policy',
      'accounts.url_reputation_active',
    ])
    .where('staged_attachments.id', '=', id)
    .where('content_scan_status', '=', 'pending')
    .where('staged_attachments.worker', '=', store.cluster.node)
    .executeTakeFirst();
  if (!row?.blob_id) return;
  const scope = scanScope(context, row);
  const result = await scanFile(context, row, scope);
  await store.write('none', ({ db, now, worker }) =>
    db
      .updateTable('staged_attachments')
      .set(result ? outcomeOf(result, scope, now) : { content_scan_status: 'error' })
      .set({ worker: null })
      .where('id', '=', id)
      .where('content_scan_status', '=', 'pending')
      .where('worker', '=', worker)
      .execute(),
  );
}

function outcomeOf({ scan, attachment }: StagedResult, scope: ScanScope, now: number): Partial<StagedRow> {
  const antivirus = attachment?.antivirus ?? 'skipped';
  return {
    content_scan_status: statusOf(scan),
    scan,
    scan_scope: scopeDigest(scope),
    policy_action: attachment?.policyAction ?? 'metadata_only',
    mime_mismatch: attachment?.mismatch ?? false,
    av_verdict: antivirus,
    av_signature: attachment?.signature ?? null,
    av_scanned_at: antivirus === 'skipped' ? null : now,
  };
}

/** An incomplete scan prevents sending. Findings don't; they count for the message. */
function statusOf(scan: Scan): StagedRow['content_scan_status'] {
  if (scan.categories.some(({ category }) => category === 'scan_incomplete')) return 'error';
  return scan.verdict === 'clean' ? 'clean' : 'flagged';
}
