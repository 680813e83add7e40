import type { EntryPattern } from '../../../../shared/address.ts';
import type { ListResource } from '../../../../shared/contract/address-lists.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { EventType } from '../../../../shared/contract/events.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { EntryRow } from '../../../platform/store/list-entries.ts';
import type { Page } from '../../../platform/store/page.ts';
import type { NewEvent } from '../../../platform/store/ports.ts';
import type { ListEntriesTable } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';

/** An address list in the store, with its audit rows and events. */
export interface AddressList {
  readonly name: ListEntriesTable['list'];
  /** First word of its audit kinds. */
  readonly audited: string;
  /** Event of a new row, if any. */
  readonly addedEvent: ((entry: EntryRow, place: ListPlace, cause: AddCause) => AnyEvent) | null;
  readonly removedEvent: ((entry: EntryRow, place: ListPlace, removal: Removal) => AnyEvent) | null;
}

/** About the list's mailbox unless it names another. */
export type AnyEvent = Pick<NewEvent<EventType>, 'type' | 'data'> & { readonly mailboxId?: string | null };

/** A list of an account or of a mailbox. */
export interface ListPlace {
  readonly list: AddressList;
  readonly accountId: string;
  /** Null for lists of the whole account. */
  readonly mailboxId: string | null;
}

/** An address list that customers read and change; everything else is shared. */
export interface CustomerList<Contract extends ListResource> extends AddressList {
  /** Reason and source of customers' entries. */
  readonly fixed: Pick<AddCause, 'reason' | 'source'>;
  /** Throws when an entry must stay. */
  readonly assertRemovable?: (transaction: Transaction, entry: EntryRow) => void | Promise<void>;
  listed(page: Page<EntryRow>): ReplyOf<Contract['list']>;
  added(entry: AddedEntry, place: ListPlace): ReplyOf<Contract['add']>;
  removed(entry: EntryRow): ReplyOf<Contract['remove']>;
}

/** An entry that a customer added. */
export interface AddedEntry {
  readonly email: string;
  readonly pattern_type: EntryPattern['type'];
  /** Null when the entry existed. */
  readonly created_at: string | null;
  readonly already_existed: boolean;
  readonly added_by_actor_type: Actor['type'];
  readonly added_by_actor_id: string;
}

/** Actor and reason of an add. */
export interface AddCause {
  readonly actor: Actor;
  readonly reason?: EntryRow['reason'];
  readonly source?: string;
  /** Time of a complaint, milliseconds since 1970. */
  readonly complainedAt?: number;
  /** The message that caused it. */
  readonly message?: { readonly id: string; readonly mailboxId: string };
  /** A person's note for the audit log. */
  readonly note?: string;
}

/** Actor and time of a removal, for event and audit log. */
export interface Removal {
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The owner of a list: the account, or a mailbox. */
export function ownerOf(place: ListPlace): string {
  return place.mailboxId ?? place.accountId;
}
