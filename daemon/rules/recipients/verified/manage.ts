import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type * as contract from '../../../../shared/contract/verified-recipients.ts';
import type { Principal } from '../../../access/principal.ts';
import { notFound } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/system/iso-time.ts';
import { dailyBudget } from '../../budgets/charge.ts';
import type { RulesContext } from '../../context.ts';
import { assertNotSuppressed } from './add.ts';
import { invite, linkExpiry } from './invite.ts';
import { assertNotSuspended } from './suspension.ts';
import { statusOf, type VerifiedRecipientRow } from './table.ts';
import {
  assertNoneReached,
  assertRoom,
  domainOf,
  domainWindow,
  hourlyWindow,
  recordRequest,
  resendWindow,
} from './windows.ts';

/** Listing, resending and removing work on every plan. */

export async function listRecipients(
  context: Pick<RulesContext, 'store' | 'clock'>,
  { account }: Principal,
): Promise<ReplyOf<typeof contract.listRecipients>> {
  const rows = await context.store.read
    .selectFrom('verified_recipients')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const now = context.clock.now();
  return {
    recipients: rows.map((row) => ({
      id: row.id,
      email: row.email,
      status: statusOf(row, now),
      created_at: isoTime(row.created_at),
      confirmed_at: isoTimeOrNull(row.confirmed_at),
    })),
  };
}

/** Sends a new link for 48 hours, which invalidates the old one. */
export function resendConfirmation(
  context: RulesContext,
  principal: Principal,
  id: string,
): Promise<ReplyOf<typeof contract.resendConfirmation>> {
  const { account } = principal;
  return context.store.write({ account: account.id }, async (transaction) => {
    const { db, now } = transaction;
    const row = await findRecipient(db, account.id, id);
    if (row.status === 'confirmed') return { status: 'already_confirmed' };
    await assertNotSuspended(db, account.id);
    // Reviving an expired one needs room again.
    if (statusOf(row, now) === 'expired' && account.tier === 'sandbox') await assertRoom(db, account.id, now);
    const limits = [
      await resendWindow(db, row.id, now),
      await hourlyWindow(db, account.id, now),
      await domainWindow(db, { accountId: account.id, domain: domainOf(row.email), now }),
      await dailyBudget(db, account.id, now),
    ];
    assertNoneReached(limits, now);
    await assertNotSuppressed(db, account.id, row.email);
    const token_hash = await invite(context, transaction, row);
    await db
      .updateTable('verified_recipients')
      .set({ token_hash, expires_at: linkExpiry(now) })
      .where('id', '=', row.id)
      .execute();
    const request = { accountId: account.id, recipientId: row.id, email: row.email };
    await recordRequest(transaction, { ...request, mailed: true, resend: true });
    await transaction.audit({
      kind: 'verified_recipient.requested',
      accountId: account.id,
      actor: principal.actor,
      target: row.id,
      after: { email: row.email, resend: true },
    });
    return { status: 'sent' };
  });
}

export function removeRecipient(
  context: RulesContext,
  principal: Principal,
  id: string,
): Promise<ReplyOf<typeof contract.removeRecipient>> {
  const { account } = principal;
  return context.store.write({ account: account.id }, async (transaction) => {
    const { db } = transaction;
    const row = await findRecipient(db, account.id, id);
    await db.deleteFrom('verified_recipients').where('id', '=', row.id).execute();
    await transaction.audit({
      kind: 'verified_recipient.deleted',
      accountId: account.id,
      actor: principal.actor,
      target: row.id,
      before: { email: row.email, status: row.status },
    });
    return { status: 'deleted' };
  });
}

async function findRecipient(db: Queries, accountId: string, id: string): Promise<VerifiedRecipientRow> {
  const row = await db
    .selectFrom('verified_recipients')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('Recipient not found.');
  return row;
}
