import type { AccountsTable, MailboxesTable } from '../../platform/store/schema.ts';

/** Whether a mailbox is left over from the trial of an account that pays now. */
export function isContinuity(
  mailbox: Pick<MailboxesTable, 'created_on_tier'>,
  tier: AccountsTable['tier'],
): boolean {
  return mailbox.created_on_tier === 'sandbox' && tier !== 'sandbox';
}
