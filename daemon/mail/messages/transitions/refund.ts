import { sql } from 'kysely';
import type { Transaction } from '../../../platform/store/store.ts';

/** Refunds what a message is still charged for to its day and trial, once however often it's called. */
export async function refundMessage(transaction: Transaction, messageId: string): Promise<void> {
  const { db, now } = transaction;
  const charge = await db
    .updateTable('messages')
    .set({ refunded_at: now })
    .where('id', '=', messageId)
    .where('charged_on', 'is not', null)
    .where('refunded_at', 'is', null)
    .returning(['account_id', 'charged_on', 'charged_to_trial', 'charged_units'])
    .executeTakeFirst();
  if (charge) await giveBack(transaction, charge, charge.charged_units);
}

/** Refunds units of recipients who don't get a message that the others get. */
export async function refundUnits(transaction: Transaction, messageId: string, units: number): Promise<void> {
  if (units === 0) return;
  const charge = await transaction.db
    .updateTable('messages')
    .set({ charged_units: sql<number>`charged_units - ${units}` })
    .where('id', '=', messageId)
    .where('charged_on', 'is not', null)
    .where('refunded_at', 'is', null)
    .where('charged_units', '>=', units)
    .returning(['account_id', 'charged_on', 'charged_to_trial'])
    .executeTakeFirst();
  if (charge) await giveBack(transaction, charge, units);
}

interface RefundedCharge {
  readonly account_id: string;
  readonly charged_on: string | null;
  readonly charged_to_trial: boolean;
}

async function giveBack({ db }: Transaction, charge: RefundedCharge, units: number): Promise<void> {
  if (charge.charged_on === null) return;
  await db
    .updateTable('send_budget')
    .set({ count: sql<number>`count - ${units}` })
    .where('account_id', '=', charge.account_id)
    .where('day', '=', charge.charged_on)
    .where('count', '>=', units)
    .execute();
  if (!charge.charged_to_trial) return;
  await db
    .updateTable('accounts')
    .set({ trial_sends_used: sql<number>`trial_sends_used - ${units}` })
    .where('id', '=', charge.account_id)
    .where('trial_sends_used', '>=', units)
    .execute();
}
