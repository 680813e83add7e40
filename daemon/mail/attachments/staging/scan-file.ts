import { createHash } from 'node:crypto';
import type { ScanScope } from '../../../content/analysis/scope.ts';
import type { StagedResult } from '../../../content/analysis/tasks.ts';
import { outgoingKind } from '../../../content/extract/kind.ts';
import type { Extraction, FailureCode } from '../../../content/extract/outcome.ts';
import type { MailContext } from '../../context.ts';

/** Processor time for a file's text, and its deadline on a busy machine, in milliseconds. */
const CPU = 15_000;
const TIMEOUT = 60_000;

/** An outgoing file. */
export interface OutgoingFile {
  readonly filename: string;
  readonly content_type: string;
  readonly declared_mime_type: string | null;
  readonly blob_id: string | null;
}

/** Failures that mean the file has no readable text. After others it may have text that wasn't scanned. */
const WITHOUT_TEXT: readonly FailureCode[] = ['encrypted', 'malformed', 'no_text'];

/** Scans a file and its text. Null when the scan is incomplete. */
export async function scanFile(
  context: MailContext,
  file: OutgoingFile,
  scope: ScanScope,
): Promise<StagedResult | null> {
  const { store, analysis } = context;
  const content = file.blob_id === null ? null : await store.blobs.read(file.blob_id);
  if (!content) return null;
  const extraction = await extractionOf(context, file, content);
  if (extraction && 'failed' in extraction && !WITHOUT_TEXT.includes(extraction.failed)) return null;
  if (extraction && 'text' in extraction && extraction.truncated) return null;
  return analysis.staged({
    filename: file.filename,
    declaredType: file.declared_mime_type,
    content,
    text: extraction && 'text' in extraction ? extraction.text : null,
    scope,
  });
}

/** Null for a file without text. */
async function extractionOf(
  { extraction, stopping }: MailContext,
  { filename, content_type, declared_mime_type }: OutgoingFile,
  content: Buffer,
): Promise<Extraction | null> {
  const kind = outgoingKind(content_type, filename, declared_mime_type);
  if (kind === null) return null;
  const found = await extraction.outgoing.extract(
    kind,
    { content },
    { cpu: CPU, timeout: TIMEOUT, extent: 'whole' },
  );
  if (!('timedOut' in found)) return found;
  // The next start resumes pending scans.
  stopping.throwIfAborted();
  return { failed: 'time_limit' };
}

/** Digest of a scan's scope: another policy or setting may judge the same file differently. */
export function scopeDigest(scope: ScanScope): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('hex');
}
