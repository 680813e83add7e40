import { LIMITS } from '../../shared/contract/limits.ts';
import type { Transaction } from '../platform/store/store.ts';
import { issueCode, type NewChallenge } from './challenges.ts';
import type { AccessContext } from './context.ts';
import type { Notice } from './notice.ts';

export interface CodeMail extends Pick<NewChallenge, 'kind' | 'accountId'> {
  readonly to: string;
  readonly purpose: Notice['purpose'];
  /** The subject, after the code. */
  readonly subject: string;
  /** Completes the text's `Your code for …`. */
  readonly what: string;
}

/** Mails a code; resolves with its expiry, ISO 8601. Only the newest code of a kind counts. */
export async function mailCode(
  context: Pick<AccessContext, 'random' | 'secrets' | 'notices'>,
  transaction: Transaction,
  { kind, accountId, to, purpose, subject, what }: CodeMail,
): Promise<string> {
  const seconds = LIMITS.emailCodeSeconds;
  const { code, expiresAt } = await issueCode(context, transaction, { kind, accountId, target: to, seconds });
  await context.notices.email.deliver(transaction, {
    purpose,
    to,
    subject: `${code} ${subject}`,
    text: `${what} is ${code}. It is valid for ${seconds / 60} minutes. Don't share it.`,
    accountId,
  });
  return expiresAt;
}
