import { patternType } from '../../shared/address.ts';
import type { QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type * as contract from '../../shared/contract/recipient-lists.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { matchingPattern } from '../store/list-entries.ts';
import type { Queries } from '../store/store.ts';
import { isoTime } from '../system/iso-time.ts';
import { addEntries, addEntry, type Charged, entryOf, newEntryOf } from './lists/add.ts';
import type { AddressList } from './lists/list.ts';
import { readEntries } from './lists/page.ts';
import { keepLastEntry, mailboxPlace, projectMailboxEntry, projectRemoved } from './lists/places.ts';
import { removeEntry } from './lists/remove.ts';

/** Recipients of a mailbox in allowlist mode, and of its agents under containment. */
const RECIPIENT_ALLOWLIST: AddressList = {
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

export async function listAllowlist(
  context: Context,
  principal: Principal,
  mailbox: string,
  query: QueryOf<typeof contract.listAllowlist>,
): Promise<ReplyOf<typeof contract.listAllowlist>> {
  const place = await mailboxPlace(context, { list: RECIPIENT_ALLOWLIST, principal, reference: mailbox });
  const page = await readEntries(context, place, query);
  return { allowlist: page.rows.map(projectMailboxEntry), next_cursor: page.next_cursor };
}

export async function addAllowlistEntry(
  context: Context,
  principal: Principal,
  mailbox: string,
  email: string,
): Promise<Charged<ReplyOf<typeof contract.addAllowlistEntry>>> {
  const entry = await newEntryOf(context, principal.account.id, email);
  const place = await mailboxPlace(context, { list: RECIPIENT_ALLOWLIST, principal, reference: mailbox });
  const { answer, headers } = await addEntry(context, { place, entry, cause: { actor: principal.actor } });
  return { answer: { ...answer, mailbox_id: place.mailboxId }, headers };
}

export async function addAllowlistEntries(
  context: Context,
  principal: Principal,
  { mailbox, emails }: { readonly mailbox: string; readonly emails: readonly string[] },
) {
  const place = await mailboxPlace(context, { list: RECIPIENT_ALLOWLIST, principal, reference: mailbox });
  return addEntries(context, { place, texts: emails, cause: { actor: principal.actor } });
}

export async function removeAllowlistEntry(
  context: Context,
  principal: Principal,
  mailbox: string,
  email: string,
  forceEmpty: boolean,
): Promise<ReplyOf<typeof contract.removeAllowlistEntry>> {
  const { pattern } = entryOf(email);
  const place = await mailboxPlace(context, { list: RECIPIENT_ALLOWLIST, principal, reference: mailbox });
  const guard = forceEmpty ? () => undefined : keepLastEntry(place, 'recipient_policy_mode');
  return projectRemoved(await removeEntry(context, { place, pattern, actor: principal.actor, guard }));
}
