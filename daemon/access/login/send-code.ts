import type { Context } from '../../context.ts';
import { findOpen } from '../challenges.ts';
import { mailCode } from '../code-mail.ts';
import { normaliseEmail } from '../email.ts';
import { assertWithin } from '../guards.ts';

const MESSAGE = 'If this account signs in by email, a code is on its way.';

/** Mails a code to an account that has no password; the answer never tells whether there is one. */
export async function sendLoginCode(
  context: Context,
  rawEmail: string,
  address: string,
): Promise<{ message: string }> {
  const email = normaliseEmail(rawEmail);
  assertWithin(context.guards.mails, `login_code\n${email}\n${address}`, context.clock.now());
  await context.store.write(async (transaction) => {
    const account = await transaction.db
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .where('status', '!=', 'deleted')
      .executeTakeFirst();
    if (!account || account.password_hash !== null) return;
    if (await findOpen(transaction, 'login_code', account.id)) return;
    await mailCode(context, transaction, {
      kind: 'login_code',
      accountId: account.id,
      to: email,
      purpose: 'login_code',
      subject: 'is your sign-in code',
      what: 'Your code for signing in to agentmail',
    });
  });
  return { message: MESSAGE };
}
