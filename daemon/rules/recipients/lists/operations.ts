import type { BulkReply, ListResource } from '../../../../shared/contract/address-lists.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { Principal } from '../../../access/principal.ts';
import type { RulesContext } from '../../context.ts';
import { resolveMailbox } from '../../mailboxes/table.ts';
import { addEntries, addEntry, type Charged, entryOf, newEntryOf } from './add.ts';
import type { CustomerList, ListPlace } from './list.ts';
import { type PageQuery, readEntries } from './page.ts';
import { removeEntry } from './remove.ts';

/** Reads and changes of an address list by its customer. */

/** A list, and the mailbox whose list it is; null for lists of the account. */
interface ListTarget<Contract extends ListResource> {
  readonly list: CustomerList<Contract>;
  readonly mailbox: string | null;
}

export async function listEntries<Contract extends ListResource>(
  context: RulesContext,
  principal: Principal,
  { query, ...target }: ListTarget<Contract> & { readonly query: PageQuery },
): Promise<ReplyOf<Contract['list']>> {
  const place = await placeOf(context, principal, target);
  return target.list.listed(await readEntries(context, place, query));
}

export async function addListEntry<Contract extends ListResource>(
  context: RulesContext,
  principal: Principal,
  { email, ...target }: ListTarget<Contract> & { readonly email: string },
): Promise<Charged<ReplyOf<Contract['add']>>> {
  const entry = await newEntryOf(context, principal.account.id, email);
  const place = await placeOf(context, principal, target);
  const cause = { actor: principal.actor, ...target.list.fixed };
  const { answer, headers } = await addEntry(context, { principal, place, entry, cause });
  return { answer: target.list.added(answer, place), headers };
}

export async function addListEntries<Contract extends ListResource>(
  context: RulesContext,
  principal: Principal,
  { emails, ...target }: ListTarget<Contract> & { readonly emails: readonly string[] },
): Promise<Charged<BulkReply>> {
  const place = await placeOf(context, principal, target);
  return addEntries(context, {
    principal,
    place,
    texts: emails,
    cause: { actor: principal.actor, ...target.list.fixed },
  });
}

interface RemovalRequest<Contract extends ListResource> extends ListTarget<Contract> {
  readonly email: string;
  /** `force_empty`: the last entry may go. */
  readonly force: boolean;
}

export async function removeListEntry<Contract extends ListResource>(
  context: RulesContext,
  principal: Principal,
  { email, force, ...target }: RemovalRequest<Contract>,
): Promise<ReplyOf<Contract['remove']>> {
  const { pattern } = entryOf(email);
  const place = await placeOf(context, principal, target);
  const { actor } = principal;
  const guard = force ? undefined : target.list.assertRemovable;
  return target.list.removed(await removeEntry(context, { place, pattern, actor, guard }));
}

async function placeOf<Contract extends ListResource>(
  context: RulesContext,
  principal: Principal,
  { list, mailbox: reference }: ListTarget<Contract>,
): Promise<ListPlace> {
  const accountId = principal.account.id;
  if (reference === null) return { list, accountId, mailboxId: null };
  const mailbox = await resolveMailbox(context.store.read, principal, { reference, unbound: 'denied_403' });
  return { list, accountId, mailboxId: mailbox.id };
}
