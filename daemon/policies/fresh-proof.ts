import type { ActionScope } from '../../shared/contract/reauth.ts';
import type { Principal } from '../access/principal.ts';
import { assertFreshReauth } from '../access/reauth/assert.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';

/** Checks for changes to a mailbox that need a session and fresh proof. */
export interface GatedBody {
  readonly reauth_token?: string | undefined;
  readonly reauth_challenge?: string | undefined;
}

/** Refuses API keys; `facts` name the refused fields. */
export function assertSession(principal: Principal, facts?: Readonly<Record<string, unknown>>): void {
  if (principal.method !== 'session') throw new ServiceError('REAUTH_REQUIRES_SESSION', facts);
}

interface AssertFreshProofInput {
  readonly scope: ActionScope;
  readonly mailboxId: string;
  readonly body: GatedBody;
}

/** Requires a session and fresh proof, bound to the mailbox and the values of this request. */
export function assertFreshProof(
  context: Context,
  principal: Principal,
  { scope, mailboxId, body }: AssertFreshProofInput,
): Promise<void> {
  return assertFreshReauth(context, principal, {
    scope,
    values: { ...body, mailbox_id: mailboxId },
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  });
}
