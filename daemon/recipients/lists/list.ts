import type { Selectable } from 'kysely';
import type { EventType } from '../../../shared/contract/events.ts';
import type { Actor } from '../../store/audit.ts';
import type { NewEvent } from '../../store/ports.ts';
import type { ListEntriesTable } from '../../store/schema.ts';

export type EntryRow = Selectable<ListEntriesTable>;

/** What the lists of addresses differ in; all else is the same code. */
export interface AddressList {
  readonly name: ListEntriesTable['list'];
  /** First word of the kinds of its audit rows. */
  readonly audited: string;
  /** What a fresh row tells, or null when nobody is told. */
  readonly addedEvent: ((entry: EntryRow, place: ListPlace, cause: Cause) => AnyEvent) | null;
  readonly removedEvent: ((entry: EntryRow, place: ListPlace, removal: Removal) => AnyEvent) | null;
}

/** Of the mailbox of its list unless it names another one. */
export type AnyEvent = Pick<NewEvent<EventType>, 'type' | 'data'> & { readonly mailboxId?: string | null };

/** One list of one owner: of an account, or of a mailbox of it. */
export interface ListPlace {
  readonly list: AddressList;
  readonly accountId: string;
  /** Null for lists of the whole account. */
  readonly mailboxId: string | null;
}

/** Who adds, and why. */
export interface Cause {
  readonly actor: Actor;
  readonly reason?: EntryRow['reason'];
  readonly source?: string;
  /** When a recipient complained, milliseconds since 1970. */
  readonly complainedAt?: number;
  /** The message that led to it. */
  readonly message?: { readonly id: string; readonly mailboxId: string };
  /** What a person said about it, for the audit. */
  readonly note?: string;
}

/** Who took an entry off a list, and when: in the event and the audit. */
export interface Removal {
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Lists of an account belong to it, the others to a mailbox. */
export function ownerOf(place: ListPlace): string {
  return place.mailboxId ?? place.accountId;
}
