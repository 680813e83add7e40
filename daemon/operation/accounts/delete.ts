import { LIMITS } from '../../../shared/contract/limits.ts';
import { normaliseEmail } from '../../access/email.ts';
import type { Principal } from '../../access/principal.ts';
import { endSessions } from '../../access/sessions/end.ts';
import type { Context } from '../../context.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { accountIsHeld } from '../../rules/legal-holds/table.ts';
import { ACCOUNT_ERASURE } from './erase.ts';

/** Deletes an account at once; its data is erased a month later. */
export function deleteAccount(
  context: Context,
  principal: Principal,
  confirmEmail: string | undefined,
): Promise<{ status: 'deleted'; message: string }> {
  const { id, email } = principal.account;
  if (confirmEmail !== undefined && normaliseEmail(confirmEmail) !== email) {
    throw invalidField('confirm_email', "isn't the email address of this account");
  }
  return context.store.write({ account: id }, async (transaction) => {
    await assertMayEnd(transaction.db, id);
    await endAccount(transaction, { accountId: id, actor: principal.actor });
    const erasedAt = transaction.now + LIMITS.erasureDays * DAY;
    await transaction.schedule({
      kind: ACCOUNT_ERASURE,
      accountId: id,
      dueAt: erasedAt,
      payload: { account_id: id },
    });
    const day = new Date(erasedAt).toISOString().slice(0, 10);
    return { status: 'deleted', message: `The account's data will be erased on ${day}.` };
  });
}

/** Refuses under a hold, and while a message is being dispatched. */
export async function assertMayEnd(db: Queries, accountId: string): Promise<void> {
  if (await accountIsHeld(db, accountId)) throw new ServiceError('LEGAL_HOLD_ACTIVE');
  const dispatching = await db
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', accountId)
    .where('direction', '=', 'outbound')
    .where('state', '=', 'dispatching')
    .executeTakeFirst();
  if (dispatching) throw new ServiceError('SERVICE_UNAVAILABLE', { retry_after: 5 });
}

/** Ends everything that acts: keys, sessions, webhooks, mailboxes, schedules. */
export async function endAccount(
  transaction: Transaction,
  { accountId, actor }: { readonly accountId: string; readonly actor: Actor },
): Promise<void> {
  const { db, now } = transaction;
  await db
    .updateTable('accounts')
    .set(({ ref }) => ({
      status: 'deleted',
      deleted_at: now,
      deleted_from: ref('status').$castTo<'active'>(),
    }))
    .where('id', '=', accountId)
    .execute();
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: actor.id })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  await endSessions(transaction, accountId);
  await db
    .updateTable('challenges')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  await db
    .updateTable('webhooks')
    .set({ enabled: false, updated_at: now })
    .where('account_id', '=', accountId)
    .execute();
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'abandoned', next_attempt_at: null, last_error: 'webhook_disabled', failed_at: now })
    .where('account_id', '=', accountId)
    .where('next_attempt_at', 'is not', null)
    .execute();
  const mailboxes = await db
    .updateTable('mailboxes')
    .set(({ ref }) => ({
      status: 'deleted',
      deleted_at: now,
      deleted_from: ref('status').$castTo<'active'>(),
    }))
    .where('account_id', '=', accountId)
    .where('status', '!=', 'deleted')
    .returning('id')
    .execute();
  await db.updateTable('drafts').set({ send_at: null }).where('account_id', '=', accountId).execute();
  await transaction.audit({ kind: 'account.deleted', accountId, actor });
  for (const { id } of mailboxes) transaction.publish({ kind: 'folder', id });
}
