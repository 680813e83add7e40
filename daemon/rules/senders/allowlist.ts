import type * as contract from '../../../shared/contract/sender-lists.ts';
import type { CustomerList } from '../recipients/lists/list.ts';
import { mailboxList } from '../recipients/lists/mailbox-list.ts';

/** Senders of a mailbox in allowlist mode. */
export const SENDER_ALLOWLIST: CustomerList<typeof contract.SENDER_ALLOWLIST> = {
  ...mailboxList('sender_policy_mode'),
  name: 'sender_allowlist',
  audited: 'sender_allowlist',
  addedEvent: null,
  removedEvent: null,
};
