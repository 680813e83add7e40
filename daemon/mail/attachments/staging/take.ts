import type { Transaction } from '../../../platform/store/store.ts';
import { STAGED_EXPIRY } from './expire.ts';
import type { StagedRow } from './table.ts';

/** Turns uploads into files of a message, in the transaction of its row. */

interface AttachFilesInput {
  readonly messageId: string;
  readonly files: readonly StagedRow[];
  readonly html: string | null;
}

/** Writes the files of a message. `cid:<upload id>` in the HTML makes a file inline. */
export async function attachFiles(
  transaction: Transaction,
  { messageId, files, html }: AttachFilesInput,
): Promise<void> {
  if (files.length === 0) return;
  await transaction.db
    .insertInto('attachments')
    .values(
      files.map((file, position) => {
        const contentId = contentIdOf(file, html);
        return {
          message_id: messageId,
          account_id: file.account_id,
          position,
          filename: file.filename,
          content_type: file.content_type,
          declared_mime_type: file.declared_mime_type,
          sniffed_mime_type: file.content_type,
          mime_mismatch: file.mime_mismatch,
          size: file.size,
          hash: file.hash,
          policy_action: file.policy_action,
          av_verdict: file.av_verdict,
          av_signature: file.av_signature,
          av_scanned_at: file.av_scanned_at,
          content_id: contentId,
          content_disposition: contentId === null ? ('attachment' as const) : ('inline' as const),
          upload_id: file.id,
          blob_id: file.blob_id,
        };
      }),
    )
    .execute();
}

/** The Content-ID of an upload that the HTML shows. */
export function contentIdOf({ id }: Pick<StagedRow, 'id'>, html: string | null): string | null {
  return html?.includes(`cid:${id}`) ? id : null;
}

/** Transfers the bytes to the message; each upload is consumed once. */
export async function consumeFiles(
  { db, now }: Transaction,
  messageId: string,
  files: readonly StagedRow[],
): Promise<void> {
  for (const { id } of files) {
    await db
      .updateTable('staged_attachments')
      .set({ consumed_at: now, consumed_message_id: messageId, blob_id: null, draft_id: null })
      .where('id', '=', id)
      .execute();
  }
}

interface HoldFilesInput {
  readonly draftId: string;
  readonly files: readonly StagedRow[];
  readonly html: string | null;
}

/** Reserves exactly these uploads for a draft: they don't expire, and no other message can use them. */
export async function holdFiles(
  transaction: Transaction,
  { draftId, files, html }: HoldFilesInput,
): Promise<void> {
  const kept = new Set(files.map(({ id }) => id));
  await releaseFiles(transaction, draftId, kept);
  for (const id of kept) {
    await transaction.db
      .updateTable('staged_attachments')
      .set({ draft_id: draftId })
      .where('id', '=', id)
      .execute();
  }
  await transaction.db.deleteFrom('attachments').where('message_id', '=', draftId).execute();
  await attachFiles(transaction, { messageId: draftId, files, html });
}

/** Releases a draft's uploads until the end of their day; later they are removed at once. */
export async function releaseFiles(
  transaction: Transaction,
  draftId: string,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { db, now } = transaction;
  const held = await db
    .selectFrom('staged_attachments')
    .select(['id', 'account_id', 'expires_at'])
    .where('draft_id', '=', draftId)
    .execute();
  for (const { id, account_id: accountId, expires_at } of held) {
    if (kept.has(id)) continue;
    await db.updateTable('staged_attachments').set({ draft_id: null }).where('id', '=', id).execute();
    await transaction.schedule({
      kind: STAGED_EXPIRY,
      accountId,
      dueAt: Math.max(now, expires_at),
      payload: { attachment_id: id },
    });
  }
}
