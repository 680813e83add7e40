import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/factors.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { type CodeOutcome, endChallenge, tryCode } from '../challenges.ts';
import { mailCode } from '../code-mail.ts';
import type { AccessContext } from '../context.ts';
import { assertPhoneNumber, maskPhone } from '../phone.ts';
import type { Principal } from '../principal.ts';
import { proofMethods } from '../reauth/methods.ts';
import { sendSmsCode } from '../send-sms-code.ts';
import type { ClientFacts } from '../sessions/open.ts';
import { codeRefusal, EMAIL_CODE_ERRORS, PHONE_CODE_ERRORS } from '../signup/refusal.ts';
import { withReauthOrGrant } from './recovery.ts';

type ConfirmedPhone = ReplyOf<typeof contract.confirmPhoneChange>;

/** Sends a code to the new phone. The old one stays until the code is confirmed. */
export async function startPhoneChange(
  context: AccessContext,
  principal: Principal,
  { body, client }: { readonly body: BodyOf<typeof contract.changePhone>; readonly client: ClientFacts },
): Promise<ReplyOf<typeof contract.changePhone>> {
  const phoneNumber = assertPhoneNumber(context, body.phone_number);
  const { email_code: emailCode, ...proof } = body;
  const send = (transaction: Transaction) =>
    sendSmsCode(context, transaction, {
      kind: 'phone_change',
      accountId: principal.account.id,
      phoneNumber,
      purpose: 'verification_code',
      address: client.address,
    });
  const { expiresAt } =
    emailCode === undefined
      ? await withReauthOrGrant(context, principal, { scope: 'phone_change', body: proof, act: send })
      : await withEmailCode(context, principal, { code: emailCode, act: send });
  return { expires_at: expiresAt, phone_number_masked: maskPhone(phoneNumber) };
}

/** Sets the confirmed phone, which also receives second-factor codes from now on. */
export async function confirmPhoneChange(
  context: AccessContext,
  principal: Principal,
  code: string,
): Promise<ConfirmedPhone> {
  const { id } = principal.account;
  const outcome = await context.store.write(
    { account: id },
    async (transaction): Promise<CodeOutcome | ConfirmedPhone> => {
      const result = await tryCode(context, transaction, { kind: 'phone_change', accountId: id, code });
      if (!result.ok) return result;
      await endChallenge(transaction, result.challenge);
      const phoneNumber = result.challenge.target ?? '';
      await transaction.db
        .updateTable('accounts')
        .set({ phone_number: phoneNumber, phone_verified_at: transaction.now })
        .where('id', '=', id)
        .execute();
      await transaction.audit({
        kind: 'account.phone.changed',
        accountId: id,
        actor: principal.actor,
        after: maskPhone(phoneNumber),
      });
      return { verified: true, phone_number_masked: maskPhone(phoneNumber) };
    },
  );
  if ('verified' in outcome) return outcome;
  throw codeRefusal(outcome, PHONE_CODE_ERRORS);
}

/** Mails a code to a person without any other proof. */
export async function sendPhoneChangeEmailCode(
  context: AccessContext,
  principal: Principal,
): Promise<{ expires_at: string }> {
  const { id, email } = principal.account;
  return context.store.write({ account: id }, async (transaction) => {
    if (!(await hasNoProof(transaction.db, id))) {
      throw new ServiceError(
        'CONFLICT',
        { reason: 'other_proof' },
        { message: 'This account has a password, second factor or phone. Use it to re-authenticate.' },
      );
    }
    const expiresAt = await mailCode(context, transaction, {
      kind: 'phone_change_email',
      accountId: id,
      to: email,
      purpose: 'verification_code',
      subject: 'is your agentmail code',
      what: 'Your code to add a phone number',
    });
    return { expires_at: expiresAt };
  });
}

async function withEmailCode<T>(
  context: AccessContext,
  principal: Principal,
  { code, act }: { readonly code: string; readonly act: (transaction: Transaction) => Promise<T> },
): Promise<T> {
  const { id } = principal.account;
  const outcome = await context.store.write(
    { account: id },
    async (transaction): Promise<CodeOutcome | { result: T }> => {
      // Refused once the account has a better proof.
      if (!(await hasNoProof(transaction.db, id))) return { ok: false, reason: 'expired' };
      const tried = await tryCode(context, transaction, { kind: 'phone_change_email', accountId: id, code });
      if (!tried.ok) return tried;
      await endChallenge(transaction, tried.challenge);
      return { result: await act(transaction) };
    },
  );
  if ('result' in outcome) return outcome.result;
  throw codeRefusal(outcome, EMAIL_CODE_ERRORS);
}

async function hasNoProof(db: Queries, accountId: string): Promise<boolean> {
  const { method, phoneNumber } = await proofMethods(db, accountId);
  return method === 'none' && phoneNumber === null;
}
