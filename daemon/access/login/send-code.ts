import type { Transaction } from '../../platform/store/store.ts';
import { findOpen } from '../challenges.ts';
import { mailCode } from '../code-mail.ts';
import type { AccessContext } from '../context.ts';

export const LOGIN_CODE_MESSAGE = 'If this account signs in by email, a code was sent.';

/** Mails a code to an account that has no password, unless one is still valid. */
export async function mailLoginCode(
  context: AccessContext,
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  const account = await transaction.db
    .selectFrom('accounts')
    .select(['email', 'password_hash'])
    .where('id', '=', accountId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!account || account.password_hash !== null) return;
  if (await findOpen(transaction, 'login_code', accountId)) return;
  await mailCode(context, transaction, {
    kind: 'login_code',
    accountId,
    to: account.email,
    purpose: 'login_code',
    subject: 'is your sign-in code',
    what: 'Your code to sign in to agentmail',
  });
}
