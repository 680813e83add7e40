import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { setKeyInstructionTrust as contract } from '../../shared/contract/keys.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import type { AccessContext } from './context.ts';
import { projectKey } from './list-keys.ts';
import type { Principal } from './principal.ts';
import { assertFreshReauth } from './reauth/assert.ts';
import { activeKey } from './update-key.ts';

/**
 * Switches instruction trust of a key. Enabling needs a person with fresh proof; the key itself may disable
 * it.
 */
export async function setKeyInstructionTrust(
  context: AccessContext,
  principal: Principal,
  { keyId, body }: { readonly keyId: string; readonly body: BodyOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  const accountId = principal.account.id;
  if (principal.role === 'agent' && principal.keyId !== keyId) {
    throw new ServiceError('INSUFFICIENT_SCOPE');
  }
  await activeKey(context.store.read, accountId, keyId);
  if (body.enabled) {
    await assertFreshReauth(context, principal, {
      scope: 'key_instruction_trust_enable',
      values: { ...body, key_id: keyId },
      token: body.reauth_token,
      challenge: body.reauth_challenge,
    });
  }
  return context.store.write({ account: accountId }, async (transaction) => {
    const key = await activeKey(transaction.db, accountId, keyId);
    const { enabled } = body;
    if (key.instruction_trust_enabled === enabled) return projectKey(key);
    await transaction.db
      .updateTable('api_keys')
      .set({ instruction_trust_enabled: enabled })
      .where('id', '=', keyId)
      .execute();
    await transaction.audit({
      kind: 'api_key.instruction_trust.updated',
      accountId,
      actor: principal.actor,
      target: keyId,
      before: !enabled,
      after: enabled,
    });
    return projectKey({ ...key, instruction_trust_enabled: enabled });
  });
}
