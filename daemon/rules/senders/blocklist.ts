import { patternType } from '../../../shared/address.ts';
import type * as contract from '../../../shared/contract/sender-lists.ts';
import type { EntryRow } from '../../platform/store/list-entries.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { CustomerList } from '../recipients/lists/list.ts';

/** Fixed values of answers: customers make every entry. */
const BY_CUSTOMER = { reason: 'manual', source: 'customer' } as const;

/** Blocked senders of an account. */
export const SENDER_BLOCKLIST: CustomerList<typeof contract.SENDER_BLOCKLIST> = {
  name: 'sender_blocklist',
  audited: 'sender_blocklist',
  fixed: {},
  addedEvent: (entry, _place, { message }) => ({
    type: 'sender_blocklist.added',
    mailboxId: message?.mailboxId ?? null,
    data: { ...project(entry), message_id: message?.id ?? null, mailbox_id: message?.mailboxId ?? null },
  }),
  removedEvent: null,
  listed: (page) => ({ blocklist: page.rows.map(project), next_cursor: page.next_cursor }),
  added: (entry) => ({ ...entry, ...BY_CUSTOMER }),
  removed: (entry) => {
    const { added_by_actor_type: _type, added_by_actor_id: _id, ...rest } = project(entry);
    return { status: 'removed', ...rest };
  },
};

function project(entry: EntryRow) {
  return {
    email: entry.pattern,
    ...BY_CUSTOMER,
    created_at: isoTime(entry.created_at),
    added_by_actor_type: entry.added_by_actor_type,
    added_by_actor_id: entry.added_by_actor_id,
    pattern_type: patternType(entry.pattern),
  };
}
