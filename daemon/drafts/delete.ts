import type { Principal } from '../access/principal.ts';
import { mailboxIsHeld } from '../accounts/holds/table.ts';
import { releaseFiles } from '../attachments/staging/take.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { purgeContent } from '../messages/delete-content.ts';
import { addUsedBytes } from '../messages/insert.ts';
import { moveState } from '../messages/states.ts';
import { assertUnsent, resolveDraft } from './table.ts';

/** `DELETE /v1/drafts/:id`: purges the content, releases uploads and ends the schedule. */
export async function deleteDraft(
  context: Context,
  principal: Principal,
  id: string,
): Promise<{ status: 'deleted'; draft_id: string }> {
  await context.store.write(async (transaction) => {
    const { db, now } = transaction;
    const row = await resolveDraft(db, principal, id, 'denied_403');
    if (await mailboxIsHeld(db, row.account_id, row.mailbox_id)) throw new ServiceError('LEGAL_HOLD_ACTIVE');
    assertUnsent(row);
    await releaseFiles(transaction, id);
    // The uploads keep their bytes.
    await db.deleteFrom('attachments').where('message_id', '=', id).execute();
    const message = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { columns } = await purgeContent(context, transaction, message);
    await moveState(transaction, id, ['draft', 'deleted'], {
      ...columns,
      deleted_from: 'draft',
      deleted_at: now,
    });
    await addUsedBytes(transaction, row.account_id, -row.size_bytes);
    await db.deleteFrom('drafts').where('message_id', '=', id).execute();
    await transaction.audit({
      kind: 'draft.content.deleted',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target: id,
    });
    transaction.wake('mailbox', row.mailbox_id);
  });
  return { status: 'deleted', draft_id: id };
}
