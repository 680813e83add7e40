import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { HOUR } from '../../../platform/system/clock.ts';
import { hashToken, newToken } from '../../../platform/system/random-token.ts';
import { capsOf } from '../../budgets/caps.ts';
import { takeDailyUnits } from '../../budgets/charge.ts';
import type { RulesContext } from '../../context.ts';
import type { VerifiedRecipientRow } from './table.ts';

const LINK_TIME = LIMITS.verifiedRecipients.linkHours * HOUR;

export function linkExpiry(now: number): number {
  return now + LINK_TIME;
}

/**
 * Charges the daily budget and sends a confirmation link. Returns the hash for the row, which invalidates
 * earlier links.
 */
export async function invite(
  context: RulesContext,
  transaction: Transaction,
  recipient: Pick<VerifiedRecipientRow, 'account_id' | 'email'>,
): Promise<Buffer> {
  const { db, now } = transaction;
  const { dailyLimit } = await capsOf(db, recipient.account_id, now);
  await takeDailyUnits(transaction, { accountId: recipient.account_id, limit: dailyLimit, units: 1 });
  const { email: owner } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', recipient.account_id)
    .executeTakeFirstOrThrow();
  const token = newToken(context.random);
  await context.notices.email.deliver(transaction, {
    purpose: 'confirmation_link',
    to: recipient.email,
    subject: `${owner} would like to send you email`,
    text: confirmationText(owner, recipient.email, context.links.to(`/confirm/${token}`)),
    accountId: recipient.account_id,
  });
  return hashToken(token);
}

function confirmationText(owner: string, recipient: string, link: string): string {
  return [
    `${owner} uses an AI agent that writes email, and would like it to write to you at ${recipient}.`,
    '',
    "If that's fine with you, open this page and confirm:",
    '',
    link,
    '',
    `The link is valid for ${LIMITS.verifiedRecipients.linkHours} hours. If you don't know this person, do nothing:`,
    'nothing will be sent to you.',
    '',
  ].join('\n');
}
