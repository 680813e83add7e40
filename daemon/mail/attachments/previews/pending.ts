import type { ScannerPolicy } from '../../../../shared/contract/scan.ts';
import { scanScope } from '../../../content/analysis/scope.ts';
import { documentKind } from '../../../content/extract/kind.ts';
import type { DocumentSource, TimedOut } from '../../../content/extract/messages.ts';
import type { DocumentKind, Extraction } from '../../../content/extract/outcome.ts';
import { indexFiles } from '../../../content/stored-text/search-index.ts';
import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { MailContext } from '../../context.ts';
import { findingsAbout, outcomeOfText, type PreviewOutcome } from './outcome.ts';
import { previewColumns, storePreviewText } from './store.ts';

/** Processor time for one document, and its deadline on a busy machine, in milliseconds. */
const CPU = 15_000;
const TIMEOUT = 60_000;

interface PendingRow {
  readonly message_id: string;
  readonly position: number;
  readonly account_id: string;
  readonly filename: string | null;
  readonly content_type: string;
  readonly declared_mime_type: string | null;
  readonly raw_blob_id: string | null;
  /** Blob of an outgoing file; inbound attachments are in the raw message. */
  readonly blob_id: string | null;
  readonly scanner_policy: ScannerPolicy | null;
  readonly url_reputation_active: boolean;
}

/** Extracts the pending attachments of a message. An interrupted run starts over. */
export async function readPending(context: MailContext, messageId: string): Promise<void> {
  for (const row of await pendingOf(context, messageId)) {
    const outcome = await read(context, row);
    if (outcome.status === 'pending') return;
    await context.store.write(accountScope(row), async (transaction) => {
      const updated = await transaction.db
        .updateTable('attachments')
        .set(previewColumns(outcome, transaction))
        .where('message_id', '=', row.message_id)
        .where('position', '=', row.position)
        .where('preview_status', '=', 'pending')
        .where('worker', '=', transaction.worker)
        .executeTakeFirst();
      // A message deleted meanwhile has no attachments any more, and another worker may have taken them over.
      if (updated.numUpdatedRows === 0n) return;
      await storePreviewText(transaction, row, outcome);
      if (outcome.status === 'ready') await indexFiles(transaction, row.message_id);
    });
  }
}

function pendingOf({ store }: MailContext, messageId: string): Promise<PendingRow[]> {
  return store.read
    .selectFrom('attachments')
    .innerJoin('messages', 'messages.id', 'attachments.message_id')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .select([
      'attachments.message_id',
      'attachments.position',
      'messages.account_id',
      'attachments.filename',
      'attachments.content_type',
      'attachments.declared_mime_type',
      'messages.raw_blob_id',
      'attachments.blob_id',
      'mailboxes.scanner_policy',
      'accounts.url_reputation_active',
    ])
    .where('attachments.message_id', '=', messageId)
    .where('preview_status', '=', 'pending')
    .where('attachments.worker', '=', store.cluster.node)
    .orderBy('attachments.position')
    .execute();
}

/** Pending only while the daemon stops. */
async function read(context: MailContext, row: PendingRow): Promise<PreviewOutcome> {
  const kind = documentKind(row.content_type, row.filename, row.declared_mime_type);
  const found = kind && (await extract(context, row, kind));
  if (!found) return { status: 'failed', reason: 'source_missing' };
  if ('timedOut' in found) {
    return context.stopping.aborted ? { status: 'pending' } : { status: 'failed', reason: 'time_limit' };
  }
  if ('failed' in found) return { status: 'failed', reason: found.failed };
  const { position: index, filename } = row;
  const scan = await context.analysis.attachmentTexts({
    texts: [{ index, filename, text: found.text }],
    scope: scanScope(context, row),
  });
  return outcomeOfText(found, findingsAbout(scan, index));
}

/** Null when the bytes are gone. */
async function extract(
  { store, extraction }: MailContext,
  { blob_id, raw_blob_id, position }: PendingRow,
  kind: DocumentKind,
): Promise<Extraction | TimedOut | null> {
  const from = (source: DocumentSource) =>
    extraction.pending.extract(kind, source, { cpu: CPU, timeout: TIMEOUT });
  if (blob_id !== null) {
    const content = await store.blobs.read(blob_id);
    return content && from({ content });
  }
  return store.blobs.lend([raw_blob_id], async ([message]) => (message ? from({ message, position }) : null));
}
