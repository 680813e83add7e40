import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { verifyEmail as contract } from '../../../shared/contract/signup.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { type CodeOutcome, endChallenge, findOpen, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import { sendSmsCode } from '../send-sms-code.ts';
import type { ClientFacts } from '../sessions/open.ts';
import { codeRefusal, EMAIL_CODE_ERRORS } from './refusal.ts';
import { confirmFactor, phoneIsPending, signupState, unlockWhenComplete } from './state.ts';

type VerifyEmailReply = ReplyOf<typeof contract>;

/** Verifies the email by its code and sends the phone's code. Repeating it after success changes nothing. */
export async function verifyEmail(
  context: AccessContext,
  principal: Principal,
  { code, client }: { readonly code: string; readonly client: ClientFacts },
): Promise<VerifyEmailReply> {
  const accountId = principal.account.id;
  const outcome = await context.store.write(
    { account: accountId },
    async (transaction): Promise<CodeOutcome | VerifyEmailReply> => {
      const state = await signupState(transaction.db, accountId);
      if (state.email_verified_at === null) {
        const attempt = { kind: 'email_verification' as const, accountId, code };
        const result = await tryCode(context, transaction, attempt);
        if (!result.ok) return result;
        await endChallenge(transaction, result.challenge);
        await confirmFactor(transaction, { accountId, factor: 'email', actor: principal.actor });
      }
      const delivery = await deliverPhoneCode(context, transaction, { accountId, client });
      await unlockWhenComplete(context, transaction, accountId);
      return {
        verified: true,
        sms_delivery_status: delivery,
        phone_number_masked: state.phone_number === null ? null : maskPhone(state.phone_number),
      };
    },
  );
  if ('verified' in outcome) return outcome;
  throw codeRefusal(outcome, EMAIL_CODE_ERRORS);
}

/** Sends the phone's code unless none is needed or one is still valid. */
async function deliverPhoneCode(
  context: AccessContext,
  transaction: Transaction,
  { accountId, client }: { readonly accountId: string; readonly client: ClientFacts },
): Promise<VerifyEmailReply['sms_delivery_status']> {
  const state = await signupState(transaction.db, accountId);
  if (!phoneIsPending(context, state)) return 'not_required';
  // The operator created the account without a number; its owner has to name one first.
  if (state.phone_number === null) return 'pending';
  if (await findOpen(transaction, 'phone_verification', accountId)) return 'already_sent';
  try {
    const { outcome } = await sendSmsCode(context, transaction, {
      kind: 'phone_verification',
      accountId,
      phoneNumber: state.phone_number,
      purpose: 'verification_code',
      address: client.address,
    });
    return outcome;
  } catch (error) {
    // The email stays verified; the person can request the code again.
    if (error instanceof ServiceError) return 'failed';
    throw error;
  }
}
