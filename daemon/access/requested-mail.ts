import { z } from 'zod';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Transaction } from '../platform/store/store.ts';
import type { AccessContext } from './context.ts';
import { normaliseEmail } from './email.ts';
import { assertWithin } from './guards.ts';
import { mailLoginCode } from './login/send-code.ts';
import { mailPasswordReset } from './person/password.ts';
import { mailEmailCode } from './signup/email-code.ts';
import { addressSubject } from './throttles/throttles.ts';

/** Mail with codes and tokens that anyone can request for an email. */

export const REQUESTED_MAIL = 'access.mail';
/** Jobs of this kind that run in parallel, in a queue of their own. */
export const REQUESTS_AT_ONCE = 2;

/** Mails an account if it needs the mail. */
type Mailing = (context: AccessContext, transaction: Transaction, accountId: string) => Promise<void>;

const MAILINGS = {
  verification: mailEmailCode,
  login_code: mailLoginCode,
  password_reset: mailPasswordReset,
} as const satisfies Record<string, Mailing>;

type Purpose = keyof typeof MAILINGS;

const payload = z.object({
  purpose: z.enum(Object.keys(MAILINGS) as [Purpose, ...Purpose[]]),
  email: z.string(),
});

interface RequestMailInput {
  readonly purpose: Purpose;
  readonly rawEmail: string;
  readonly address: string;
}

/**
 * Queues a job and answers the same for every email. The job looks for the account after the answer, so its
 * time reveals nothing either.
 */
export async function requestMail(
  context: AccessContext,
  { purpose, rawEmail, address }: RequestMailInput,
): Promise<void> {
  const email = normaliseEmail(rawEmail);
  // Resending a verification code is limited by address alone.
  const caller = addressSubject(address);
  await assertWithin(context, {
    subject: purpose === 'verification' ? caller : `${caller}, email ${email}`,
    scope: purpose,
    ...LIMITS.codeMails,
  });
  await context.store.write('none', (transaction) =>
    transaction.schedule({
      kind: REQUESTED_MAIL,
      accountId: null,
      dueAt: transaction.now,
      payload: { purpose, email } satisfies z.input<typeof payload>,
    }),
  );
}

export async function sendRequestedMail(context: AccessContext, raw: unknown): Promise<void> {
  const { purpose, email } = payload.parse(raw);
  const account = await context.store.read
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!account) return;
  await context.store.write({ account: account.id }, (transaction) =>
    MAILINGS[purpose](context, transaction, account.id),
  );
}
