import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { ActionScope } from '../../../shared/contract/reauth.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { endChallenge, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { redeemTotp } from '../factors/totp.ts';
import { passwordMatches } from '../password.ts';
import type { Principal } from '../principal.ts';
import { hashValues } from './canonical.ts';
import { type ProofMethods, proofMethods } from './methods.ts';

type ReauthContext = Pick<AccessContext, 'store' | 'clock' | 'random' | 'secrets' | 'guards'>;

/** A proof in a request, and the action it's for. */
export interface FreshProof {
  readonly scope: ActionScope;
  /**
   * The values that the proof is bound to: the body without `reauth_*`, and the `mailbox_id` or `key_id` of
   * the path.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** `reauth_token` of the body. */
  readonly token: string | undefined;
  /** `reauth_challenge` of the body. */
  readonly challenge: string | undefined;
}

const INVALID = {
  totp: 'REAUTH_INVALID_TOTP',
  password: 'REAUTH_INVALID_PASSWORD',
  sms: 'REAUTH_INVALID_CHALLENGE',
} as const;

/**
 * Refuses unless a signed-in person proves their identity. A right proof is used up; a wrong one counts, and
 * the fifth within 15 minutes locks proofs of the account. Call it outside transactions, after every other
 * check.
 */
export async function assertFreshReauth(
  context: ReauthContext,
  principal: Principal,
  proof: FreshProof,
): Promise<void> {
  await withFreshReauth(context, principal, { proof, act: async () => undefined });
}

/**
 * Like `assertFreshReauth`, but runs `act` in the transaction that uses the proof up: a refusal leaves the
 * proof valid.
 */
export async function withFreshReauth<T>(
  context: ReauthContext,
  principal: Principal,
  { proof, act }: { readonly proof: FreshProof; readonly act: (transaction: Transaction) => Promise<T> },
): Promise<T> {
  if (principal.method !== 'session') throw new ServiceError('REAUTH_REQUIRES_SESSION');
  const methods = await proofMethods(context.store.read, principal.account.id);
  const { method, passwordHash } = methods;
  const complete = proof.token !== undefined && (method !== 'sms' || proof.challenge !== undefined);
  if (method === 'none' || !complete) throw new ServiceError('REAUTH_REQUIRED', { method });
  const done = await countedProof(context, principal, {
    check: async () => {
      if (method === 'password' && !(await passwordMatches(proof.token ?? '', passwordHash))) return null;
      return context.store.write({ account: principal.account.id }, async (transaction) =>
        (await isRedeemed(context, transaction, { principal, method, proof }))
          ? { result: await act(transaction) }
          : null,
      );
    },
    wrong: (left) => new ServiceError(INVALID[method], { attempts_left: left }),
  });
  return done.result;
}

/** Checks a proof under the account's lockout. A wrong one (null) counts and is refused. */
export async function countedProof<T>(
  { guards }: Pick<AccessContext, 'guards'>,
  principal: Principal,
  {
    check,
    wrong,
  }: { readonly check: () => Promise<T | null>; readonly wrong: (attemptsLeft: number) => ServiceError },
): Promise<T> {
  const counter = { subject: `account ${principal.account.id}`, scope: 'reauth', ...LIMITS.failedReauths };
  const attempt = await guards.throttles.guard([counter], check);
  if (attempt.kind === 'blocked') throw lockedOut(attempt.wait);
  if (attempt.kind === 'wrong') throw wrong(attempt.left);
  return attempt.result;
}

interface IsRedeemedInput {
  readonly principal: Principal;
  readonly method: Exclude<ProofMethods['method'], 'none'>;
  readonly proof: FreshProof;
}

/** Redeems a one-time proof; false when it's wrong. */
function isRedeemed(
  context: ReauthContext,
  transaction: Transaction,
  { principal, method, proof }: IsRedeemedInput,
): Promise<boolean> {
  if (method === 'totp')
    return redeemTotp(context, transaction, { accountId: principal.account.id, code: proof.token ?? '' });
  if (method === 'sms') return redeemChallenge(context, transaction, { principal, proof });
  return Promise.resolve(true);
}

/** The challenge has to match this session, action and values. */
async function redeemChallenge(
  context: ReauthContext,
  transaction: Transaction,
  { principal, proof }: { readonly principal: Principal; readonly proof: FreshProof },
): Promise<boolean> {
  const outcome = await tryCode(context, transaction, {
    kind: 'reauth_sms',
    accountId: principal.account.id,
    code: proof.token ?? '',
    id: proof.challenge ?? '',
  });
  if (!outcome.ok) return false;
  const { challenge } = outcome;
  const fits =
    challenge.session_id === principal.sessionId &&
    challenge.scope === proof.scope &&
    challenge.values_hash !== null &&
    timingSafeEqual(challenge.values_hash, hashValues(proof.values));
  if (fits) await endChallenge(transaction, challenge);
  return fits;
}

function lockedOut(wait: number): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    { reason: 'reauth_lockout', retry_after: Math.ceil(wait / 1000) },
    { message: 'Too many failed re-authentication attempts. Try again later.' },
  );
}
