import type { Scan } from '../../../../shared/contract/scan.ts';
import { incompleteScan } from '../../../content/analysis/incomplete.ts';
import { mergeScans } from '../../../content/analysis/merge-scans.ts';
import type { ScanScope } from '../../../content/analysis/scope.ts';
import { prepareQuery } from '../../../platform/store/prepared.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import { type OutgoingFile, scanFile, scopeDigest } from './scan-file.ts';

/** A file of a message and the scan of its upload. */
export interface ScannedFile extends OutgoingFile {
  readonly scan: Scan | null;
  readonly scan_scope: string | null;
}

interface WithFileScansInput {
  readonly scan: Scan;
  readonly files: readonly ScannedFile[];
  readonly scope: ScanScope;
}

/**
 * Adds the findings of a message's files to its scan. A file that was scanned under another policy is scanned
 * again.
 */
export async function withFileScans(
  context: MailContext,
  { scan, files, scope }: WithFileScansInput,
): Promise<Scan> {
  const scans: Scan[] = [];
  for (const [position, file] of files.entries()) {
    const found = await scanOf(context, file, scope);
    const findings = found.findings.map((finding) => ({ ...finding, attachment_index: position }));
    scans.push({ ...found, findings });
  }
  return scans.length === 0 ? scan : mergeScans([scan, ...scans]);
}

async function scanOf(context: MailContext, file: ScannedFile, scope: ScanScope): Promise<Scan> {
  if (file.scan !== null && file.scan_scope === scopeDigest(scope)) return file.scan;
  const result = await scanFile(context, file, scope);
  return (result ?? incompleteScan("A file couldn't be scanned completely.")).scan;
}

/** Files of an outgoing message, in order. */
export async function filesOf(db: Queries, messageId: string): Promise<ScannedFile[]> {
  return (await findFiles(db, { message_id: messageId })).rows;
}

const findFiles = prepareQuery<{ message_id: string }>()((db, param) =>
  db
    .selectFrom('attachments')
    .innerJoin('staged_attachments', 'staged_attachments.id', 'attachments.upload_id')
    .select([
      'staged_attachments.filename',
      'attachments.content_type',
      'attachments.declared_mime_type',
      'attachments.blob_id',
      'staged_attachments.scan',
      'staged_attachments.scan_scope',
    ])
    .where('attachments.message_id', '=', param('message_id'))
    .orderBy('attachments.position'),
);
