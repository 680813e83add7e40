import type { Transaction } from '../../platform/store/store.ts';
import { findOpen } from '../challenges.ts';
import { mailCode } from '../code-mail.ts';
import type { AccessContext } from '../context.ts';

/** Mails the code that confirms the email of a new account. */
export async function sendEmailCode(
  context: Pick<AccessContext, 'random' | 'secrets' | 'notices'>,
  transaction: Transaction,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  await mailCode(context, transaction, {
    kind: 'email_verification',
    accountId,
    to: email,
    purpose: 'verification_code',
    subject: 'is your agentmail code',
    what: 'Your code to confirm this address',
  });
}

export const EMAIL_CODE_MESSAGE = 'If this address is waiting for a code, its inbox has a valid one.';

/** Mails a new code unless one is still valid. */
export async function mailEmailCode(
  context: AccessContext,
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  const account = await transaction.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('signup_pending', '=', true)
    .where('status', '!=', 'deleted')
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  if (!account || (await findOpen(transaction, 'email_verification', accountId))) return;
  await sendEmailCode(context, transaction, { accountId, email: account.email });
}
