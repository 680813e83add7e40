import { sql } from 'kysely';
import type { Transaction } from '../../../platform/store/store.ts';

/** Refunds a message's unit to its day and trial, once per message however often it's called. */
export async function refundMessage(transaction: Transaction, messageId: string): Promise<void> {
  const { db, now } = transaction;
  const charge = await db
    .updateTable('messages')
    .set({ refunded_at: now })
    .where('id', '=', messageId)
    .where('charged_on', 'is not', null)
    .where('refunded_at', 'is', null)
    .returning(['account_id', 'charged_on', 'charged_to_trial'])
    .executeTakeFirst();
  if (!charge?.charged_on) return;
  await db
    .updateTable('send_budget')
    .set({ count: sql<number>`count - 1` })
    .where('account_id', '=', charge.account_id)
    .where('day', '=', charge.charged_on)
    .where('count', '>', 0)
    .execute();
  if (!charge.charged_to_trial) return;
  await db
    .updateTable('accounts')
    .set({ trial_sends_used: sql<number>`trial_sends_used - 1` })
    .where('id', '=', charge.account_id)
    .where('trial_sends_used', '>', 0)
    .execute();
}
