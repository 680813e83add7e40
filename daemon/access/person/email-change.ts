import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/factors.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { parseAddress } from '../../platform/system/mail-address.ts';
import { type CodeOutcome, endChallenge, endOpen, tryCode } from '../challenges.ts';
import { mailCode } from '../code-mail.ts';
import type { AccessContext } from '../context.ts';
import { normaliseEmail } from '../email.ts';
import type { Principal } from '../principal.ts';
import { withFreshReauth } from '../reauth/assert.ts';
import { endSessions } from '../sessions/end.ts';
import { codeRefusal, EMAIL_CODE_ERRORS } from '../signup/refusal.ts';

type Started = ReplyOf<typeof contract.changeEmail>;
type ConfirmedEmail = ReplyOf<typeof contract.confirmEmailChange>;

/** Mails a code to the new address. The address changes once it's confirmed. */
export async function startEmailChange(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract.changeEmail>,
): Promise<Started> {
  const { id } = principal.account;
  const email = normaliseEmail(body.new_email);
  if (!parseAddress(email)) throw invalidField('new_email', 'must be an email address');
  await assertFree(context.store.read, email);
  const proof = {
    scope: 'email_change',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  } as const;
  return withFreshReauth(context, principal, {
    proof,
    act: async (transaction) => {
      await assertRested(transaction, id);
      const expiresAt = await mailCode(context, transaction, {
        kind: 'email_change',
        accountId: id,
        to: email,
        purpose: 'email_change',
        subject: 'confirms your new address',
        what: 'Your code to confirm this as your agentmail address',
      });
      return { status: 'code_sent', expires_at: expiresAt };
    },
  });
}

/** Sets the confirmed address, notifies the old one, and ends the other sessions. */
export async function confirmEmailChange(
  context: AccessContext,
  principal: Principal,
  code: string,
): Promise<ConfirmedEmail> {
  const { id, email: before } = principal.account;
  const outcome = await context.store.write(
    { account: id },
    async (transaction): Promise<CodeOutcome | ConfirmedEmail> => {
      const result = await tryCode(context, transaction, { kind: 'email_change', accountId: id, code });
      if (!result.ok) return result;
      const email = result.challenge.target ?? '';
      await assertFree(transaction.db, email);
      await assertRested(transaction, id);
      await endChallenge(transaction, result.challenge);
      const { now } = transaction;
      await transaction.db
        .updateTable('accounts')
        .set({ email, email_verified_at: now, email_changed_at: now })
        .where('id', '=', id)
        .execute();
      // Codes and links mailed to the old address must not work any more.
      await endOpen(transaction, id, ['login_code', 'password_reset', 'phone_change_email']);
      await endSessions(transaction, id, principal.sessionId);
      await transaction.audit({
        kind: 'account.email.changed',
        accountId: id,
        actor: principal.actor,
        before,
        after: email,
      });
      await context.notices.email.deliver(transaction, {
        purpose: 'alert',
        to: before,
        subject: 'The sign-in address of your agentmail account was changed',
        text: "Your agentmail account now signs in with a different address. If this wasn't you, contact the operator.",
        accountId: id,
      });
      return { email, changed_at: isoTime(now) };
    },
  );
  if ('email' in outcome) return outcome;
  throw codeRefusal(outcome, EMAIL_CODE_ERRORS);
}

async function assertFree(db: Queries, email: string): Promise<void> {
  const taken = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'email_in_use' },
      { message: 'This email address is already in use.' },
    );
  }
}

/** Once per 24 hours, counted from the last completed change. */
async function assertRested({ db, now }: Transaction, accountId: string): Promise<void> {
  const { email_changed_at: changedAt } = await db
    .selectFrom('accounts')
    .select('email_changed_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (changedAt === null || now - changedAt >= DAY) return;
  throw new ServiceError(
    'RATE_LIMITED',
    { retry_after: Math.ceil((changedAt + DAY - now) / 1000) },
    { message: 'The email address can be changed only once in 24 hours.' },
  );
}
