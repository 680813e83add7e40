import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/factors.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type CodeOutcome, endChallenge, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import { withFreshReauth } from '../reauth/assert.ts';
import { sendSmsCode } from '../send-sms-code.ts';
import type { ClientFacts } from '../sessions/open.ts';
import { codeRefusal, PHONE_CODE_ERRORS } from '../signup/refusal.ts';
import { type EnabledFactor, enableFactor } from './second-factor.ts';

/** Sends a code to the account's phone, to enable it as the second factor. */
export async function enrollSms(
  context: AccessContext,
  principal: Principal,
  { body, client }: CallOf<typeof contract.enrollSms> & { readonly client: ClientFacts },
): Promise<ReplyOf<typeof contract.enrollSms>> {
  const { id } = principal.account;
  const phoneNumber = await phoneOf(context.store.read, id);
  const proof = {
    scope: 'mfa_change',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  } as const;
  const { expiresAt } = await withFreshReauth(context, principal, {
    proof,
    act: (transaction) =>
      sendSmsCode(context, transaction, {
        kind: 'mfa_sms',
        accountId: id,
        phoneNumber,
        purpose: 'second_factor',
        address: client.address,
      }),
  });
  return { expires_at: expiresAt, phone_number_masked: maskPhone(phoneNumber) };
}

export async function confirmSms(
  context: AccessContext,
  principal: Principal,
  code: string,
): Promise<EnabledFactor> {
  const { id } = principal.account;
  const outcome = await context.store.write(
    { account: id },
    async (transaction): Promise<CodeOutcome | EnabledFactor> => {
      const result = await tryCode(context, transaction, { kind: 'mfa_sms', accountId: id, code });
      if (!result.ok) return result;
      await endChallenge(transaction, result.challenge);
      // The number was changed after this code went out.
      if (result.challenge.target !== (await phoneOf(transaction.db, id))) {
        return { ok: false, reason: 'expired' };
      }
      return enableFactor(context, transaction, {
        principal,
        method: 'sms',
        columns: { phone_verified_at: transaction.now },
      });
    },
  );
  if ('status' in outcome) return outcome;
  throw codeRefusal(outcome, PHONE_CODE_ERRORS);
}

async function phoneOf(db: Queries, accountId: string): Promise<string> {
  const { phone_number: phone } = await db
    .selectFrom('accounts')
    .select('phone_number')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (phone !== null) return phone;
  throw new ServiceError(
    'CONFLICT',
    { reason: 'phone_missing' },
    { message: 'The account has no phone number. Add one first.' },
  );
}
