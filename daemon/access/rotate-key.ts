import { ServiceError } from '../platform/errors/service-error.ts';
import type { Transaction } from '../platform/store/store.ts';
import type { AccessContext } from './context.ts';
import { assertWithinKeyCap, insertApiKey } from './create-key.ts';
import type { Principal } from './principal.ts';

/** Creates an admin key and revokes the calling key, or from a session all admin keys, in one transaction. */
export function rotateApiKey(context: AccessContext, principal: Principal): Promise<{ api_key: string }> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const revoked = await revokeAdminKeys(transaction, principal);
    const calling = revoked.find((key) => key.id === principal.keyId);
    // A parallel request revoked this key.
    if (principal.keyId !== null && !calling) throw new ServiceError('API_KEY_REVOKED');
    const key = {
      accountId: principal.account.id,
      role: 'admin' as const,
      label: calling?.label ?? null,
      mailboxIds: [],
    };
    const { apiKey } = await insertApiKey(context, transaction, { key, actor: principal.actor });
    await assertWithinKeyCap(transaction.db, principal.account.id);
    await transaction.audit(
      ...revoked.map(({ id }) => ({
        kind: 'api_key.revoked',
        accountId: principal.account.id,
        actor: principal.actor,
        target: id,
        reason: 'rotation',
      })),
    );
    transaction.publish({ kind: 'account', id: principal.account.id });
    return { api_key: apiKey };
  });
}

function revokeAdminKeys(
  { db, now }: Transaction,
  principal: Principal,
): Promise<{ id: string; label: string | null }[]> {
  let query = db
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: principal.actor.id })
    .where('account_id', '=', principal.account.id)
    .where('role', '=', 'admin')
    .where('revoked_at', 'is', null);
  if (principal.keyId !== null) query = query.where('id', '=', principal.keyId);
  return query.returning(['id', 'label']).execute();
}
