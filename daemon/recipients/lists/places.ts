import { patternType } from '../../../shared/address.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { resolveMailbox } from '../../mailboxes/table.ts';
import type { EntryRow } from '../../store/list-entries.ts';
import { hasEntries } from '../../store/list-entries.ts';
import type { MailboxesTable } from '../../store/schema.ts';
import { isoTime } from '../../system/iso-time.ts';
import type { AddressList, ListPlace } from './list.ts';
import type { RemovalGuard } from './remove.ts';

export function accountPlace(list: AddressList, principal: Principal): ListPlace {
  return { list, accountId: principal.account.id, mailboxId: null };
}

interface MailboxPlaceInput {
  readonly list: AddressList;
  readonly principal: Principal;
  readonly reference: string;
}

/** The list of a mailbox that the caller names. */
export async function mailboxPlace(
  context: Context,
  { list, principal, reference }: MailboxPlaceInput,
): Promise<ListPlace & { readonly mailboxId: string }> {
  const mailbox = await resolveMailbox(context.store.read, principal, { reference, unbound: 'denied_403' });
  return { list, accountId: principal.account.id, mailboxId: mailbox.id };
}

/** Refuses to remove the last entry in allowlist mode without `force_empty`. */
export function keepLastEntry(
  place: ListPlace & { readonly mailboxId: string },
  mode: keyof MailboxesTable & ('recipient_policy_mode' | 'sender_policy_mode'),
): RemovalGuard {
  return async ({ db }, entry) => {
    const mailbox = await db
      .selectFrom('mailboxes')
      .select(mode)
      .where('id', '=', place.mailboxId)
      .executeTakeFirstOrThrow();
    if (mailbox[mode] !== 'allowlist') return;
    if (await hasEntries(db, { list: place.list.name, ownerId: place.mailboxId, except: entry.pattern }))
      return;
    throw new ServiceError('ALLOWLIST_LAST_ENTRY');
  };
}

/** An entry of a mailbox's list as reads show it. */
export function projectMailboxEntry(entry: EntryRow) {
  return {
    email: entry.pattern,
    mailbox_id: entry.owner_id,
    created_at: isoTime(entry.created_at),
    added_by_actor_type: entry.added_by_actor_type,
    added_by_actor_id: entry.added_by_actor_id,
    pattern_type: patternType(entry.pattern),
  };
}

/** The answer to a removal from a mailbox's list. */
export function projectRemoved(entry: EntryRow) {
  const { added_by_actor_type: _type, added_by_actor_id: _id, ...rest } = projectMailboxEntry(entry);
  return { status: 'removed' as const, ...rest };
}
