import { patternType } from '../../../shared/address.ts';
import type * as contract from '../../../shared/contract/recipient-lists.ts';
import { matchingPattern } from '../../platform/store/list-entries.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { CustomerList } from './lists/list.ts';
import { mailboxList, projectMailboxEntry } from './lists/mailbox-list.ts';

/** Recipients of a mailbox in allowlist mode, and of its agents under containment. */
export const RECIPIENT_ALLOWLIST: CustomerList<typeof contract.RECIPIENT_ALLOWLIST> = {
  ...mailboxList('recipient_policy_mode'),
  name: 'recipient_allowlist',
  audited: 'recipient_allowlist',
  addedEvent: (entry) => ({ type: 'recipient_allowlist.added', data: projectMailboxEntry(entry) }),
  removedEvent: (entry, _place, { actor, at }) => ({
    type: 'recipient_allowlist.removed',
    data: {
      ...projectMailboxEntry(entry),
      removed_by_actor_type: actor.type,
      removed_by_actor_id: actor.id,
      removed_at: isoTime(at),
    },
  }),
};

/** Old hosts relay `user%host@here` and `host!user@here` to another host (RFC 1123, 5.2.16). */
const ROUTED_LOCAL_PART = /[%!].*@/;

/**
 * Whether an entry matches the address. A domain entry never matches a local part that could be routed
 * elsewhere.
 */
export async function isAllowlisted(db: Queries, mailboxId: string, address: string): Promise<boolean> {
  const pattern = await matchingPattern(db, { list: RECIPIENT_ALLOWLIST.name, ownerId: mailboxId, address });
  if (pattern === null) return false;
  return patternType(pattern) === 'email' || !ROUTED_LOCAL_PART.test(address);
}
