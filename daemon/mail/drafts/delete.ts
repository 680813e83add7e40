import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { mailboxIsHeld } from '../../rules/legal-holds/table.ts';
import { releaseFiles } from '../attachments/staging/take.ts';
import type { MailContext } from '../context.ts';
import { purgeContent } from '../messages/delete-content.ts';
import { assertUnsent, resolveDraft } from '../messages/drafts/table.ts';
import { transition } from '../messages/transitions/transition.ts';

/** `DELETE /v1/drafts/:id`: purges the content, releases uploads and ends the schedule. */
export async function deleteDraft(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<{ status: 'deleted'; draft_id: string }> {
  await context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const row = await resolveDraft(db, principal, { id, unbound: 'denied_403' });
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
    await transition(transaction, message, {
      to: 'deleted',
      cause: 'deleted',
      actor: principal.actor,
      columns,
    });
    await db.deleteFrom('drafts').where('message_id', '=', id).execute();
  });
  return { status: 'deleted', draft_id: id };
}
