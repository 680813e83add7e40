import type { ActionScope } from '../../../shared/contract/reauth.ts';
import type { Loosening } from '../../../shared/policies/loosening.ts';
import type { Principal } from '../../access/principal.ts';
import { assertFreshReauth, type FreshProof } from '../../access/reauth/assert.ts';
import { proofMethods } from '../../access/reauth/methods.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';

/** Checks for changes that loosen safety. */

/** The proof in a body. */
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
  context: RulesContext,
  principal: Principal,
  { scope, mailboxId, body }: AssertFreshProofInput,
): Promise<void> {
  return assertFreshReauth(context, principal, proofIn(body, scope, { mailbox_id: mailboxId }));
}

/** The proof in a body, bound to its values and to those of the path. */
export function proofIn(
  body: GatedBody,
  scope: ActionScope,
  path: Readonly<Record<string, string>> = {},
): FreshProof {
  return {
    scope,
    values: { ...body, ...path },
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  };
}

/** Requires what loosening takes: a person where keys may not, and fresh proof of every session. */
export async function assertMayLoosen(
  context: RulesContext,
  principal: Principal,
  { loosened, proof }: { readonly loosened: readonly Loosening[]; readonly proof: FreshProof },
): Promise<void> {
  assertMayKey(principal, loosened);
  if (principal.method === 'session' && loosened.length > 0)
    await assertFreshReauth(context, principal, proof);
}

/** Repeats the check on what is stored now: the proof has to cover all that the change loosens by then. */
export async function assertStillMayLoosen(
  { db }: Transaction,
  principal: Principal,
  { proven, loosened }: { readonly proven: readonly Loosening[]; readonly loosened: readonly Loosening[] },
): Promise<void> {
  assertMayKey(principal, loosened);
  if (principal.method !== 'session') return;
  const fields = loosened.map(({ field }) => field);
  if (fields.every((field) => proven.some((each) => each.field === field))) return;
  const { method } = await proofMethods(db, principal.account.id);
  throw new ServiceError('REAUTH_REQUIRED', { method, fields });
}

function assertMayKey(principal: Principal, loosened: readonly Loosening[]): void {
  const fields = loosened.filter(({ by }) => by === 'person').map(({ field }) => field);
  if (fields.length > 0) assertSession(principal, { fields });
}
