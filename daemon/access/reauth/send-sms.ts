import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { sendReauthSms as contract } from '../../../shared/contract/reauth.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import type { AccessContext } from '../context.ts';
import { maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import { sendSmsCode } from '../send-sms-code.ts';
import type { ClientFacts } from '../sessions/open.ts';
import { hashValues } from './canonical.ts';
import { proofMethods } from './methods.ts';

/** Sends a code that proves one action of this session with these values only. */
export async function sendReauthSms(
  context: AccessContext,
  principal: Principal,
  { body, client }: { readonly body: BodyOf<typeof contract>; readonly client: ClientFacts },
): Promise<ReplyOf<typeof contract>> {
  const accountId = principal.account.id;
  return context.store.write({ account: accountId }, async (transaction) => {
    const { method, phoneNumber } = await proofMethods(transaction.db, accountId);
    if (method !== 'sms' || phoneNumber === null) {
      throw invalidField('action_scope', 'requires an account whose second factor is text messages');
    }
    const { id, expiresAt } = await sendSmsCode(context, transaction, {
      kind: 'reauth_sms',
      accountId,
      sessionId: principal.sessionId,
      scope: body.action_scope,
      valuesHash: hashValues(body.values),
      beside: true,
      phoneNumber,
      purpose: 'second_factor',
      address: client.address,
    });
    return { reauth_challenge: id, expires_at: expiresAt, phone_number_masked: maskPhone(phoneNumber) };
  });
}
