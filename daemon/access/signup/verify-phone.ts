import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/signup.ts';
import type { Context } from '../../context.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { sendSmsCode } from '../../sms/send-code.ts';
import { type CodeOutcome, endChallenge, tryCode } from '../challenges.ts';
import { assertPhoneNumber, maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import type { Client } from '../sessions/open.ts';
import { codeRefusal, PHONE_CODE_ERRORS } from './refusal.ts';
import { confirmFactor, signupState, unlockWhenComplete } from './state.ts';

type Verified = ReplyOf<typeof contract.verifyPhone>;

/** Confirms the phone with the newest code sent to it. */
export async function verifyPhone(context: Context, principal: Principal, code: string): Promise<Verified> {
  const accountId = principal.account.id;
  const outcome = await context.store.write(async (transaction): Promise<CodeOutcome | Verified> => {
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
    await confirmFactor(context, transaction, accountId, 'phone', principal.actor);
    await unlockWhenComplete(context, transaction, accountId);
    return { verified: true, phone_number_masked: masked };
  });
  if ('verified' in outcome) return outcome;
  throw codeRefusal(outcome, PHONE_CODE_ERRORS);
}

/** Sends the phone's code once more, to a corrected number where one is given. */
export async function resendPhoneCode(
  context: Context,
  principal: Principal,
  body: BodyOf<typeof contract.resendPhoneVerification>,
  client: Client,
): Promise<ReplyOf<typeof contract.resendPhoneVerification>> {
  const accountId = principal.account.id;
  return context.store.write(async (transaction) => {
    const state = await signupState(transaction.db, accountId);
    if (state.email_verified_at === null) throw new ServiceError('EMAIL_NOT_VERIFIED');
    if (state.phone_verified_at !== null) {
      throw new ServiceError(
        'CONFLICT',
        { reason: 'phone_verified' },
        { message: 'The phone is verified; change it in a session.' },
      );
    }
    const phoneNumber =
      body.phone_number === undefined ? state.phone_number : assertPhoneNumber(context, body.phone_number);
    if (phoneNumber === null) throw invalidField('phone_number', 'is needed');
    await transaction.db
      .updateTable('accounts')
      .set({ phone_number: phoneNumber })
      .where('id', '=', accountId)
      .execute();
    const { expiresAt } = await sendSmsCode(context, transaction, {
      kind: 'phone_verification',
      accountId,
      phoneNumber,
      purpose: 'verification_code',
      address: client.address,
    });
    return {
      message: 'A code is on its way to your phone.',
      phone_number_masked: maskPhone(phoneNumber),
      expires_at: expiresAt,
    };
  });
}
