import { LIMITS } from '../../shared/contract/limits.ts';
import type { Transaction } from '../platform/store/store.ts';
import { type IssuedChallenge, issueCode, type NewChallenge } from './challenges.ts';
import type { AccessContext } from './context.ts';
import type { NoticeOutcome } from './notice.ts';
import { countSms } from './sms/windows.ts';

export interface SentCode extends Omit<IssuedChallenge, 'code'> {
  readonly outcome: NoticeOutcome;
}

export interface CodeRequest extends Omit<NewChallenge, 'seconds' | 'target'> {
  readonly phoneNumber: string;
  readonly purpose: 'verification_code' | 'second_factor';
  /** Network address of the requester. */
  readonly address: string;
}

/** Texts a code within the rate limits; only the newest code of a kind counts. */
export async function sendSmsCode(
  context: Pick<AccessContext, 'random' | 'secrets' | 'notices'>,
  transaction: Transaction,
  request: CodeRequest,
): Promise<SentCode> {
  const { phoneNumber, purpose, address, ...challenge } = request;
  await countSms(transaction, transaction.newId(), {
    phoneNumber,
    accountId: challenge.accountId,
    address,
  });
  const seconds = LIMITS.smsCodeSeconds;
  const { code, ...issued } = await issueCode(context, transaction, {
    ...challenge,
    target: phoneNumber,
    seconds,
  });
  const outcome = await context.notices.sms.deliver(transaction, {
    purpose,
    to: phoneNumber,
    subject: null,
    text: `${code} is your agentmail code. It is valid for ${seconds / 60} minutes. Don't share it.`,
    accountId: challenge.accountId,
  });
  return { ...issued, outcome };
}
