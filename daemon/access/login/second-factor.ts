import type { Selectable } from 'kysely';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { endChallenge, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { isRecoveryCode, redeemRecoveryCode } from '../factors/recovery-codes.ts';
import { redeemTotp } from '../factors/totp.ts';
import { sendSmsCode } from '../send-sms-code.ts';

/** Details of MFA_REQUIRED. */
export interface SecondFactorRequest {
  readonly method: 'totp' | 'sms';
  readonly challenge?: string;
  readonly expires_at?: string;
}

export interface SecondFactorAnswer {
  readonly code: string | undefined;
  readonly challenge: string | undefined;
  /** Network address of the caller. */
  readonly address: string;
}

type FactorAccount = Pick<Selectable<AccountsTable>, 'id' | 'mfa_method' | 'phone_number'>;

/** Checks the second factor (null: wrong), or requests it. A recovery code replaces either method. */
export async function checkSecondFactor(
  context: AccessContext,
  transaction: Transaction,
  { account, answer }: { readonly account: FactorAccount; readonly answer: SecondFactorAnswer },
): Promise<'passed' | null | SecondFactorRequest> {
  if (answer.code === undefined)
    return requestCode(context, transaction, { account, address: answer.address });
  const right = isRecoveryCode(answer.code)
    ? await redeemRecoveryCode(context, transaction, { accountId: account.id, code: answer.code })
    : await redeemCode(context, transaction, { account, code: answer.code, challengeId: answer.challenge });
  return right ? 'passed' : null;
}

async function requestCode(
  context: AccessContext,
  transaction: Transaction,
  { account, address }: { readonly account: FactorAccount; readonly address: string },
): Promise<SecondFactorRequest> {
  if (account.mfa_method !== 'sms' || account.phone_number === null) return { method: 'totp' };
  const { id, expiresAt } = await sendSmsCode(context, transaction, {
    kind: 'login_sms',
    accountId: account.id,
    phoneNumber: account.phone_number,
    purpose: 'second_factor',
    address,
  });
  return { method: 'sms', challenge: id, expires_at: expiresAt };
}

interface RedeemCodeInput {
  readonly account: FactorAccount;
  readonly code: string;
  readonly challengeId: string | undefined;
}

async function redeemCode(
  context: AccessContext,
  transaction: Transaction,
  { account, code, challengeId }: RedeemCodeInput,
): Promise<boolean> {
  if (account.mfa_method === 'totp') return redeemTotp(context, transaction, { accountId: account.id, code });
  const outcome = await tryCode(context, transaction, {
    kind: 'login_sms',
    accountId: account.id,
    code,
    id: challengeId ?? '',
  });
  if (outcome.ok) await endChallenge(transaction, outcome.challenge);
  return outcome.ok;
}
