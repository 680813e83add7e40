import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/factors.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { findByToken, issueToken } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { newPasswordHash, storePassword } from '../password.ts';
import type { Principal } from '../principal.ts';
import { assertFreshReauth } from '../reauth/assert.ts';
import { endSessions } from '../sessions/end.ts';

interface Changed {
  readonly status: 'changed';
}

/** Changes the password and ends the other sessions. */
export async function changePassword(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract.changePassword>,
): Promise<Changed> {
  const { id, email } = principal.account;
  const passwordHash = await newPasswordHash(body.new_password, email, 'new_password');
  await assertFreshReauth(context, principal, {
    scope: 'password_change',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  });
  return context.store.write({ accounts: [SERVICE_ACCOUNT, id] }, async (transaction) => {
    await storePassword(context, transaction, { accountId: id, passwordHash, actor: principal.actor });
    await endSessions(transaction, id, principal.sessionId);
    return { status: 'changed' };
  });
}

export const RESET_MESSAGE = 'If the account exists, a token was sent to its email address.';

/** Mails a password reset token. */
export async function mailPasswordReset(
  context: AccessContext,
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  const account = await transaction.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!account) return;
  const { code } = await issueToken(context, transaction, {
    kind: 'password_reset',
    accountId,
    target: account.email,
    seconds: LIMITS.passwordResetSeconds,
  });
  await context.notices.email.deliver(transaction, {
    purpose: 'password_reset',
    to: account.email,
    subject: 'Reset your agentmail password',
    text: [
      'Someone, probably you, asked to reset the password of this account.',
      `Your token is ${code}`,
      'It is valid for 30 minutes and can be used once: agentmail account password reset',
      "If this wasn't you, ignore this email.",
    ].join('\n'),
    accountId,
  });
}

/** Resets the password with a mailed token. Ends every session and keeps the second factor. */
export async function resetPassword(
  context: AccessContext,
  token: string,
  newPassword: string,
): Promise<Changed> {
  const { store, clock } = context;
  const found = await findByToken(
    context,
    { db: store.read, now: clock.now() },
    { kind: 'password_reset', token },
  );
  if (!found?.account_id) throw outOfDate();
  const { account_id: accountId } = found;
  const passwordHash = await newPasswordHash(newPassword, found.target ?? '', 'new_password');
  return store.write({ accounts: [SERVICE_ACCOUNT, accountId] }, async (transaction) => {
    if (!(await findByToken(context, transaction, { kind: 'password_reset', token }))) throw outOfDate();
    await storePassword(context, transaction, {
      accountId,
      passwordHash,
      actor: { type: 'user', id: accountId },
    });
    await endSessions(transaction, accountId);
    return { status: 'changed' };
  });
}

function outOfDate(): ServiceError {
  return new ServiceError('VERIFICATION_CODE_EXPIRED', undefined, {
    message: 'The token is unknown, used or expired. Request a new one.',
  });
}
