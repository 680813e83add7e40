import { patternType } from '../../../../shared/address.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { type EntryRow, hasEntries } from '../../../platform/store/list-entries.ts';
import type { Page } from '../../../platform/store/page.ts';
import type { MailboxesTable } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { type AddedEntry, type ListPlace, ownerOf } from './list.ts';

type ModeColumn = keyof MailboxesTable & ('recipient_policy_mode' | 'sender_policy_mode');

/** The part of a list that all lists of mailboxes share; `mode` is the policy that the list serves. */
export function mailboxList(mode: ModeColumn) {
  return {
    fixed: {},
    /** In allowlist mode, only `force_empty` removes the last entry. */
    assertRemovable: async ({ db }: Transaction, entry: EntryRow): Promise<void> => {
      const { list, owner_id: ownerId, pattern } = entry;
      const mailbox = await db
        .selectFrom('mailboxes')
        .select(mode)
        .where('id', '=', ownerId)
        .executeTakeFirstOrThrow();
      if (mailbox[mode] !== 'allowlist') return;
      if (!(await hasEntries(db, { list, ownerId, except: pattern }))) {
        throw new ServiceError('ALLOWLIST_LAST_ENTRY');
      }
    },
    listed: (page: Page<EntryRow>) => ({
      allowlist: page.rows.map(projectMailboxEntry),
      next_cursor: page.next_cursor,
    }),
    added: (entry: AddedEntry, place: ListPlace) => ({ ...entry, mailbox_id: ownerOf(place) }),
    removed: (entry: EntryRow) => {
      const { added_by_actor_type: _type, added_by_actor_id: _id, ...rest } = projectMailboxEntry(entry);
      return { status: 'removed' as const, ...rest };
    },
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
