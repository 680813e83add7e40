import { LIMITS } from '../../../shared/contract/limits.ts';
import type { ActionScope } from '../../../shared/contract/reauth.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { endChallenge, findByToken, issueToken } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { redeemRecoveryCode } from '../factors/recovery-codes.ts';
import type { Principal } from '../principal.ts';
import { countedProof, withFreshReauth } from '../reauth/assert.ts';

/** Exchanges a recovery code for a grant: one step without the lost factor, in this session. */
export async function recoverMfa(
  context: AccessContext,
  principal: Principal,
  code: string,
): Promise<{ grant: string; expires_at: string }> {
  const { id } = principal.account;
  const grant = await countedProof(context, principal, {
    check: () =>
      context.store.write({ account: id }, async (transaction) => {
        if (!(await redeemRecoveryCode(context, transaction, { accountId: id, code }))) return null;
        await transaction.audit({
          kind: 'account.recovery_code.used',
          accountId: id,
          actor: principal.actor,
        });
        return issueToken(context, transaction, {
          kind: 'recovery_grant',
          accountId: id,
          sessionId: principal.sessionId,
          seconds: LIMITS.recoveryGrantSeconds,
        });
      }),
    wrong: (left) =>
      new ServiceError(
        'VALIDATION_ERROR',
        { reason: 'code_invalid', attempts_left: left },
        { message: 'The recovery code is wrong or was already used.' },
      ),
  });
  return { grant: grant.code, expires_at: grant.expiresAt };
}

interface GrantedBody {
  readonly grant?: string | undefined;
  readonly reauth_token?: string | undefined;
  readonly reauth_challenge?: string | undefined;
}

/** Runs `act` with fresh proof or a recovery grant. A refusal uses up neither. */
export async function withReauthOrGrant<T>(
  context: AccessContext,
  principal: Principal,
  {
    scope,
    body,
    act,
  }: {
    readonly scope: ActionScope;
    readonly body: GrantedBody;
    readonly act: (transaction: Transaction) => Promise<T>;
  },
): Promise<T> {
  const { grant, ...values } = body;
  if (grant === undefined) {
    const { reauth_token: token, reauth_challenge: challenge } = body;
    return withFreshReauth(context, principal, { proof: { scope, values, token, challenge }, act });
  }
  const done = await countedProof(context, principal, {
    check: () =>
      context.store.write({ account: principal.account.id }, async (transaction) => {
        const challenge = await findByToken(context, transaction, { kind: 'recovery_grant', token: grant });
        if (!challenge || challenge.session_id !== principal.sessionId) return null;
        await endChallenge(transaction, challenge);
        return { result: await act(transaction) };
      }),
    wrong: (left) => new ServiceError('REAUTH_INVALID_CHALLENGE', { attempts_left: left }),
  });
  return done.result;
}
