import type { Actor } from '../../../platform/store/actor.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { linkExpiry } from './invite.ts';

const COMPLAINT: Actor = { type: 'system', id: 'provider_complaint' };

/**
 * Effect of a recipient's complaint on attestations. The first attested person who reports mail ends
 * attesting, and all attested people need a link; the second one suspends the account. Other and repeated
 * reports do nothing here.
 */
export async function applyComplaint(
  transaction: Transaction,
  complaint: { readonly accountId: string; readonly recipient: string },
): Promise<void> {
  const { db, now } = transaction;
  const { accountId } = complaint;
  const email = complaint.recipient.toLowerCase();
  const { numUpdatedRows } = await db
    .updateTable('recipient_attestations')
    .set({ reported_at: now })
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('reported_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable('verified_recipients')
    .set({
      status: 'pending',
      origin: 'link',
      token_hash: null,
      confirmed_at: null,
      expires_at: linkExpiry(now),
    })
    .where('account_id', '=', accountId)
    .where('origin', '=', 'attested')
    .execute();
  await transaction.audit({
    kind: 'verified_recipient.attestation.reported',
    accountId,
    actor: COMPLAINT,
    target: email,
  });
  if ((await reporters(db, accountId)) >= 2) await suspend(transaction, accountId);
}

async function reporters(db: Queries, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('recipient_attestations')
    .select('email')
    .distinct()
    .where('account_id', '=', accountId)
    .where('reported_at', 'is not', null)
    .execute();
  return rows.length;
}

async function suspend(transaction: Transaction, accountId: string): Promise<void> {
  const { numUpdatedRows } = await transaction.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await transaction.audit({
    kind: 'account.status.updated',
    accountId,
    actor: COMPLAINT,
    before: { status: 'active' },
    after: { status: 'suspended' },
    reason: 'A second recipient complained whom the account had attested to know.',
  });
}
