import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/factors.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import {
  type ChallengeRow,
  type CodeOutcome,
  countWrongTry,
  endChallenge,
  findUnended,
  issueToken,
  isTriedTooOften,
} from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { matchingStep, newTotpSecret } from '../factors/totp.ts';
import type { Principal } from '../principal.ts';
import { assertFreshReauth, withFreshReauth } from '../reauth/assert.ts';
import { codeRefusal, EMAIL_CODE_ERRORS } from '../signup/refusal.ts';
import { type EnabledFactor, enableFactor } from './second-factor.ts';

/** Creates a secret for an authenticator app. It isn't in use until a code of it was confirmed. */
export async function setUpTotp(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract.setUpTotp>,
): Promise<ReplyOf<typeof contract.setUpTotp>> {
  await assertFreshReauth(context, principal, {
    scope: 'mfa_change',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  });
  const { secret, url, sealed } = newTotpSecret(context, principal.account.email);
  await context.store.write({ account: principal.account.id }, (transaction) =>
    issueToken(context, transaction, {
      kind: 'totp_setup',
      accountId: principal.account.id,
      sessionId: principal.sessionId,
      target: sealed.toString('base64'),
      seconds: LIMITS.totpSetupSeconds,
    }),
  );
  return { secret, otpauth_url: url };
}

/** Enables the app as the second factor after a right code. */
export async function enableTotp(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract.enableTotp>,
): Promise<EnabledFactor> {
  const { challenge, sealed, step } = await checkCode(context, principal, body.code);
  const proof = {
    scope: 'mfa_change',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  } as const;
  return withFreshReauth(context, principal, {
    proof,
    act: async (transaction) => {
      const open = await findUnended(transaction, 'totp_setup', principal.account.id);
      // A parallel request confirmed or replaced the setup.
      if (open?.id !== challenge.id) throw nothingSetUp();
      await endChallenge(transaction, challenge);
      return enableFactor(context, transaction, {
        principal,
        method: 'totp',
        columns: {
          totp_secret: sealed,
          totp_used_steps: [step],
        },
      });
    },
  });
}

function nothingSetUp(): ServiceError {
  return new ServiceError('VERIFICATION_CODE_EXPIRED', undefined, {
    message: 'There is no pending setup to confirm. Set up the authenticator app again.',
  });
}

interface CheckedCode {
  readonly challenge: ChallengeRow;
  readonly sealed: Buffer;
  readonly step: number;
}

/** Checks the code against the pending secret; a wrong one is counted. */
async function checkCode(context: AccessContext, principal: Principal, code: string): Promise<CheckedCode> {
  const outcome = await context.store.write(
    { account: principal.account.id },
    async (transaction): Promise<CheckedCode | CodeOutcome> => {
      const challenge = await findUnended(transaction, 'totp_setup', principal.account.id);
      if (!challenge?.target || challenge.session_id !== principal.sessionId) {
        throw nothingSetUp();
      }
      if (isTriedTooOften(challenge)) return { ok: false, reason: 'locked' };
      const sealed = Buffer.from(challenge.target, 'base64');
      const step = matchingStep(context, { sealed, code, now: transaction.now });
      if (step !== null) return { challenge, sealed, step };
      return { ok: false, reason: 'wrong', attemptsLeft: await countWrongTry(transaction, challenge) };
    },
  );
  if ('step' in outcome) return outcome;
  throw codeRefusal(outcome, EMAIL_CODE_ERRORS);
}
