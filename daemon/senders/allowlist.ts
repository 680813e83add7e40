import type { QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type * as contract from '../../shared/contract/sender-lists.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { addEntries, addEntry, type Charged, entryOf, newEntryOf } from '../recipients/lists/add.ts';
import type { AddressList } from '../recipients/lists/list.ts';
import { readEntries } from '../recipients/lists/page.ts';
import {
  keepLastEntry,
  mailboxPlace,
  projectMailboxEntry,
  projectRemoved,
} from '../recipients/lists/places.ts';
import { removeEntry } from '../recipients/lists/remove.ts';

/** Senders of a mailbox in allowlist mode. */
export const SENDER_ALLOWLIST: AddressList = {
  name: 'sender_allowlist',
  audited: 'sender_allowlist',
  addedEvent: null,
  removedEvent: null,
};

export async function listAllowedSenders(
  context: Context,
  principal: Principal,
  mailbox: string,
  query: QueryOf<typeof contract.listAllowedSenders>,
): Promise<ReplyOf<typeof contract.listAllowedSenders>> {
  const place = await mailboxPlace(context, { list: SENDER_ALLOWLIST, principal, reference: mailbox });
  const page = await readEntries(context, place, query);
  return { allowlist: page.rows.map(projectMailboxEntry), next_cursor: page.next_cursor };
}

export async function allowSender(
  context: Context,
  principal: Principal,
  mailbox: string,
  email: string,
): Promise<Charged<ReplyOf<typeof contract.allowSender>>> {
  const entry = await newEntryOf(context, principal.account.id, email);
  const place = await mailboxPlace(context, { list: SENDER_ALLOWLIST, principal, reference: mailbox });
  const { answer, headers } = await addEntry(context, { place, entry, cause: { actor: principal.actor } });
  return { answer: { ...answer, mailbox_id: place.mailboxId }, headers };
}

export async function allowSenders(
  context: Context,
  principal: Principal,
  { mailbox, emails }: { readonly mailbox: string; readonly emails: readonly string[] },
) {
  const place = await mailboxPlace(context, { list: SENDER_ALLOWLIST, principal, reference: mailbox });
  return addEntries(context, { place, texts: emails, cause: { actor: principal.actor } });
}

export async function disallowSender(
  context: Context,
  principal: Principal,
  mailbox: string,
  email: string,
  forceEmpty: boolean,
): Promise<ReplyOf<typeof contract.disallowSender>> {
  const { pattern } = entryOf(email);
  const place = await mailboxPlace(context, { list: SENDER_ALLOWLIST, principal, reference: mailbox });
  const guard = forceEmpty ? () => undefined : keepLastEntry(place, 'sender_policy_mode');
  return projectRemoved(await removeEntry(context, { place, pattern, actor: principal.actor, guard }));
}
