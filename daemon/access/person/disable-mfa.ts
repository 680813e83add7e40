import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { disableMfa as contract } from '../../../shared/contract/factors.ts';
import type { AccessContext } from '../context.ts';
import type { Principal } from '../principal.ts';
import { withReauthOrGrant } from './recovery.ts';
import { disableFactor } from './second-factor.ts';

/** Disables the second factor, with fresh proof or a recovery grant. */
export async function disableMfa(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<{ status: 'disabled' }> {
  await withReauthOrGrant(context, principal, {
    scope: 'mfa_change',
    body,
    act: (transaction) => disableFactor(transaction, principal),
  });
  return { status: 'disabled' };
}
