import { accountScope } from '../../../platform/store/lock-scope.ts';
import { removeStaged } from '../../attachments/staging/expire.ts';
import { scanUnattended } from '../../attachments/staging/scan-unattended.ts';
import { storeUpload } from '../../attachments/staging/stage.ts';
import { stagedById } from '../../attachments/staging/table.ts';
import type { MailContext } from '../../context.ts';
import { addUsedBytes } from '../../messages/insert.ts';
import { enforceGates } from '../gates/index.ts';
import type { Submission } from '../submission.ts';

/**
 * Sends a submission with copies of the files that it forwards. They are uploads like any other: scanned,
 * consumed with the row of the message, and removed after a day when a crash leaves them. The gates answer
 * first, so that a refused forward stores nothing.
 */
export async function withCopies<T>(
  context: MailContext,
  submission: Submission,
  send: (submission: Submission) => Promise<T>,
): Promise<T> {
  const { forwards, attachmentIds = [] } = submission;
  if (!forwards || forwards.files.length === 0) return send(submission);
  const attempt = { origin: 'send', draftId: null } as const;
  const passed = await enforceGates({ context, db: context.store.read, submission }, attempt);
  const copies: string[] = [];
  try {
    for (const file of forwards.files) {
      const { filename, contentType, isSource } = file;
      const id = await storeUpload(context, submission.mailbox, {
        filename,
        declaredType: contentType,
        content: Buffer.from(await file.read()),
        contentType: isSource ? contentType : undefined,
      });
      copies.push(id);
      await scanUnattended(context, id);
    }
    return await send({
      ...passed,
      forwards: { ...forwards, files: [] },
      attachmentIds: [...attachmentIds, ...copies],
    });
  } catch (error) {
    for (const id of copies) await discard(context, id);
    throw error;
  }
}

/** Removes a copy, unless a message has it. */
async function discard(context: MailContext, id: string): Promise<void> {
  const upload = await stagedById(context.store.read, id);
  await context.store.write(accountScope(upload), async (transaction) => {
    const row = await stagedById(transaction.db, id);
    if (!row || row.consumed_at !== null) return;
    await removeStaged(context, transaction, row);
    await addUsedBytes(transaction, row.account_id, -row.size);
  });
}
