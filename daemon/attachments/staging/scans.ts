import type { Scan } from '../../../shared/contract/scan.ts';
import { mergeScans } from '../../analysis/merge-scans.ts';
import type { Queries } from '../../store/store.ts';

/** What was found in the files of a message counts for it (decisions 7.20). */
export function withFileScans(
  scan: Scan,
  files: readonly { readonly position: number; readonly scan: string | null }[],
): Scan {
  const scans = files.flatMap(({ position, scan: text }) => {
    if (text === null) return [];
    const found = JSON.parse(text) as Scan;
    const findings = found.findings.map((finding) => ({ ...finding, attachment_index: position }));
    return [{ ...found, findings }];
  });
  return scans.length === 0 ? scan : mergeScans([scan, ...scans]);
}

/** The scans of the uploads that a message took. */
export function fileScansOf(
  db: Queries,
  messageId: string,
): Promise<{ position: number; scan: string | null }[]> {
  return db
    .selectFrom('attachments')
    .innerJoin('staged_attachments', 'staged_attachments.id', 'attachments.upload_id')
    .select(['attachments.position', 'staged_attachments.scan'])
    .where('attachments.message_id', '=', messageId)
    .orderBy('attachments.position')
    .execute();
}
