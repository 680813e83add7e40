import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/signup.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { type CodeOutcome, endChallenge, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { assertPhoneNumber, maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import { sendSmsCode } from '../send-sms-code.ts';
import type { ClientFacts } from '../sessions/open.ts';
import { codeRefusal, PHONE_CODE_ERRORS } from './refusal.ts';
import { confirmFactor, phoneIsPending, signupState, unlockWhenComplete } from './state.ts';

type Verified = ReplyOf<typeof contract.verifyPhone>;

/** Verifies the phone by its newest code. */
export async function verifyPhone(
  context: AccessContext,
  principal: Principal,
  code: string,
): Promise<Verified> {
  const accountId = principal.account.id;
  const outcome = await context.store.write(
    { account: accountId },
    async (transaction): Promise<CodeOutcome | Verified> => {
      const state = await signupState(transaction.db, accountId);
      if (state.email_verified_at === null) throw new ServiceError('EMAIL_NOT_VERIFIED');
      const masked = maskPhone(state.phone_number ?? '');
      if (state.phone_verified_at !== null) return { verified: true, phone_number_masked: masked };
      const attempt = { kind: 'phone_verification' as const, accountId, code };
      const result = await tryCode(context, transaction, attempt);
      if (!result.ok) return result;
      await endChallenge(transaction, result.challenge);
      // The number was corrected after this code went out.
      if (result.challenge.target !== state.phone_number) return { ok: false, reason: 'expired' };
      await confirmFactor(transaction, { accountId, factor: 'phone', actor: principal.actor });
      await unlockWhenComplete(context, transaction, accountId);
      return { verified: true, phone_number_masked: masked };
    },
  );
  if ('verified' in outcome) return outcome;
  throw codeRefusal(outcome, PHONE_CODE_ERRORS);
}

interface ResendPhoneCodeInput {
  readonly body: BodyOf<typeof contract.resendPhoneVerification>;
  readonly client: ClientFacts;
}

/** Sends a new code; during sign-up also to a corrected number. */
export async function resendPhoneCode(
  context: AccessContext,
  principal: Principal,
  { body, client }: ResendPhoneCodeInput,
): Promise<ReplyOf<typeof contract.resendPhoneVerification>> {
  const accountId = principal.account.id;
  return context.store.write({ account: accountId }, async (transaction) => {
    const state = await signupState(transaction.db, accountId);
    if (state.email_verified_at === null) throw new ServiceError('EMAIL_NOT_VERIFIED');
    if (state.phone_verified_at !== null)
      throw phoneIsSettled('phone_verified', 'The phone number is already verified');
    // After sign-up a number change needs a person with fresh proof, or any key holder could take over the
    // number.
    if (!phoneIsPending(context, state) && (body.phone_number !== undefined || state.phone_number === null)) {
      throw phoneIsSettled('signup_complete', 'Sign-up is already complete');
    }
    const phoneNumber =
      body.phone_number === undefined ? state.phone_number : assertPhoneNumber(context, body.phone_number);
    if (phoneNumber === null) throw invalidField('phone_number', 'is required');
    await correctPhone(transaction, principal, { before: state.phone_number, after: phoneNumber });
    const { expiresAt } = await sendSmsCode(context, transaction, {
      kind: 'phone_verification',
      accountId,
      phoneNumber,
      purpose: 'verification_code',
      address: client.address,
    });
    return {
      message: 'A code was sent to your phone.',
      phone_number_masked: maskPhone(phoneNumber),
      expires_at: expiresAt,
    };
  });
}

function phoneIsSettled(reason: string, what: string): ServiceError {
  return new ServiceError(
    'CONFLICT',
    { reason },
    { message: `${what}. Sign in to change the phone number.` },
  );
}

async function correctPhone(
  transaction: Transaction,
  { account, actor }: Principal,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<void> {
  if (before === after) return;
  await transaction.db
    .updateTable('accounts')
    .set({ phone_number: after })
    .where('id', '=', account.id)
    .execute();
  await transaction.audit({
    kind: 'account.phone.changed',
    accountId: account.id,
    actor,
    after: maskPhone(after),
  });
}
