import { notFound, ServiceError } from '../platform/errors/service-error.ts';
import { isoTime } from '../platform/system/iso-time.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

export interface RevokedKey {
  readonly status: 'revoked';
  readonly revoked_at: string;
  readonly revoked_by: string;
}

/** Revokes a key. An agent key may only name itself, and gets the same refusal for any other id. */
export async function revokeApiKey(
  context: AccessContext,
  principal: Principal,
  keyId: string,
): Promise<RevokedKey> {
  if (principal.role === 'agent' && principal.keyId !== keyId) {
    throw new ServiceError('INSUFFICIENT_SCOPE');
  }
  const revokedBy = principal.actor.id;
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const result = await db
      .updateTable('api_keys')
      .set({ revoked_at: now, revoked_by: revokedBy })
      .where('id', '=', keyId)
      .where('account_id', '=', principal.account.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw notFound('No active key has this ID.');
    await transaction.audit({
      kind: 'api_key.revoked',
      accountId: principal.account.id,
      actor: principal.actor,
      target: keyId,
    });
    transaction.publish({ kind: 'account', id: principal.account.id });
    return { status: 'revoked', revoked_at: isoTime(now), revoked_by: revokedBy };
  });
}
