import { patternType } from '../../shared/address.ts';
import type { QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type * as contract from '../../shared/contract/sender-lists.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { addEntries, addEntry, type Charged, entryOf, newEntryOf } from '../recipients/lists/add.ts';
import type { AddressList } from '../recipients/lists/list.ts';
import { readEntries } from '../recipients/lists/page.ts';
import { accountPlace } from '../recipients/lists/places.ts';
import { removeEntry } from '../recipients/lists/remove.ts';
import type { EntryRow } from '../store/list-entries.ts';
import { isoTime } from '../system/iso-time.ts';

/** Fixed values: customers make every entry. */
const CONSTANT = { reason: 'manual', source: 'customer' } as const;

/** Blocked senders of an account. */
export const SENDER_BLOCKLIST: AddressList = {
  name: 'sender_blocklist',
  audited: 'sender_blocklist',
  addedEvent: (entry, _place, { message }) => ({
    type: 'sender_blocklist.added',
    mailboxId: message?.mailboxId ?? null,
    data: { ...project(entry), message_id: message?.id ?? null, mailbox_id: message?.mailboxId ?? null },
  }),
  removedEvent: null,
};

export async function listBlockedSenders(
  context: Context,
  principal: Principal,
  query: QueryOf<typeof contract.listBlockedSenders>,
): Promise<ReplyOf<typeof contract.listBlockedSenders>> {
  const page = await readEntries(context, accountPlace(SENDER_BLOCKLIST, principal), query);
  return { blocklist: page.rows.map(project), next_cursor: page.next_cursor };
}

export async function blockSender(
  context: Context,
  principal: Principal,
  email: string,
): Promise<Charged<ReplyOf<typeof contract.blockSender>>> {
  const entry = await newEntryOf(context, principal.account.id, email);
  const place = accountPlace(SENDER_BLOCKLIST, principal);
  const { answer, headers } = await addEntry(context, { place, entry, cause: { actor: principal.actor } });
  return { answer: { ...answer, ...CONSTANT }, headers };
}

export function blockSenders(context: Context, principal: Principal, emails: readonly string[]) {
  return addEntries(context, {
    place: accountPlace(SENDER_BLOCKLIST, principal),
    texts: emails,
    cause: { actor: principal.actor },
  });
}

export async function unblockSender(
  context: Context,
  principal: Principal,
  email: string,
): Promise<ReplyOf<typeof contract.unblockSender>> {
  const { pattern } = entryOf(email);
  const place = accountPlace(SENDER_BLOCKLIST, principal);
  const entry = await removeEntry(context, {
    place,
    pattern,
    actor: principal.actor,
    guard: () => undefined,
  });
  const { added_by_actor_type: _type, added_by_actor_id: _id, ...rest } = project(entry);
  return { status: 'removed', ...rest };
}

function project(entry: EntryRow) {
  return {
    email: entry.pattern,
    ...CONSTANT,
    created_at: isoTime(entry.created_at),
    added_by_actor_type: entry.added_by_actor_type,
    added_by_actor_id: entry.added_by_actor_id,
    pattern_type: patternType(entry.pattern),
  };
}
