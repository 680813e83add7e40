import { type Selectable, sql } from 'kysely';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { codePoints, firstCodePoints } from '../../../content/stored-text/text.ts';
import type { AttachmentsTable } from '../../../platform/store/schema.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { addUsedBytes } from '../../messages/insert.ts';
import type { PreviewOutcome } from './outcome.ts';

/** The attachment of a preview; `position` counts from 0. */
export interface PreviewOf {
  readonly message_id: string;
  readonly position: number;
  readonly account_id: string;
}

type PreviewColumns = Pick<
  Selectable<AttachmentsTable>,
  | 'preview_status'
  | 'preview_reason_code'
  | 'preview_char_count'
  | 'preview_page_count'
  | 'preview_truncated'
  | 'preview_generated_at'
  | 'preview_extractor'
  | 'worker'
>;

/** Columns of an attachment's row for an outcome. A pending one is the transaction's worker's to extract. */
export function previewColumns(
  outcome: PreviewOutcome,
  { now, worker }: Pick<Transaction, 'now' | 'worker'>,
): PreviewColumns {
  const empty = {
    preview_char_count: null,
    preview_page_count: null,
    preview_truncated: null,
    preview_generated_at: null,
    preview_extractor: null,
    worker: null,
  };
  if (outcome.status === 'pending') {
    return { ...empty, preview_status: 'pending', preview_reason_code: null, worker };
  }
  if (outcome.status !== 'ready') {
    return { ...empty, preview_status: outcome.status, preview_reason_code: outcome.reason };
  }
  const { text, truncated, pageCount, extractor } = outcome.extracted;
  const characters = codePoints(text);
  return {
    ...empty,
    preview_status: 'ready',
    preview_reason_code: null,
    // The length of the cut text is unknown.
    preview_char_count: truncated ? null : characters,
    preview_page_count: pageCount,
    preview_truncated: truncated || characters > LIMITS.attachmentPreviewCharacters,
    preview_generated_at: now,
    preview_extractor: extractor,
  };
}

/** Stores a ready preview; its bytes count as the message's. */
export async function storePreviewText(
  transaction: Transaction,
  of: PreviewOf,
  outcome: PreviewOutcome,
): Promise<void> {
  if (outcome.status !== 'ready') return;
  const { db } = transaction;
  const { message_id, position, account_id } = of;
  const content = firstCodePoints(outcome.extracted.text, LIMITS.attachmentPreviewCharacters);
  const bytes = Buffer.byteLength(content);
  await db.insertInto('attachment_previews').values({ message_id, position, account_id, content }).execute();
  await db
    .updateTable('messages')
    .set((update) => ({ size_bytes: update('size_bytes', '+', bytes) }))
    .where('id', '=', message_id)
    .execute();
  await addUsedBytes(transaction, account_id, bytes);
}

/** Bytes of the account's previews. */
export async function previewBytesOf(db: Queries, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('mailboxes')
    .innerJoin('messages', 'messages.mailbox_id', 'mailboxes.id')
    .innerJoin('attachment_previews', 'attachment_previews.message_id', 'messages.id')
    .select(sql<number>`coalesce(sum(octet_length(attachment_previews.content)), 0)`.as('bytes'))
    .where('mailboxes.account_id', '=', accountId)
    // The constant and the range match everything, but make SQLite use the index of messages with files.
    .where(sql<boolean>`messages.has_attachment = ${sql.lit(true)}`)
    .where('messages.created_at', '>=', 0)
    .executeTakeFirstOrThrow();
  return bytes;
}
