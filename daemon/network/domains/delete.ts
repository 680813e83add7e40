import type { AccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import { removeDkimKeys } from './dkim-keys.ts';
import { resolveDomain } from './table.ts';

/** Deletes a domain, and its key unless another account has added the same name. */
export function deleteDomain(
  context: AccessContext,
  principal: Principal,
  id: string,
): Promise<{ status: 'deleted' }> {
  return context.store.write({ accounts: [SERVICE_ACCOUNT, principal.account.id] }, async (transaction) => {
    const { db } = transaction;
    const row = await resolveDomain(db, principal, id);
    const live = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('domain_id', '=', row.id)
      .where('status', '!=', 'deleted')
      .execute();
    if (live.length > 0) {
      throw new ServiceError(
        'CONFLICT',
        { reason: 'domain_has_mailboxes', mailbox_ids: live.map((mailbox) => mailbox.id) },
        { message: 'The domain has mailboxes. Delete them first.' },
      );
    }
    await db.deleteFrom('domains').where('id', '=', row.id).execute();
    const others = await db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', row.name)
      .executeTakeFirst();
    if (!others) await removeDkimKeys(transaction, row.name);
    await transaction.audit({
      kind: 'domain.deleted',
      accountId: row.account_id,
      actor: principal.actor,
      target: row.id,
      before: { domain_name: row.name },
    });
    return { status: 'deleted' };
  });
}
