import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Actor } from '../../store/audit.ts';
import type { EntryRow } from '../../store/list-entries.ts';
import { findEntry } from '../../store/list-entries.ts';
import type { Transaction } from '../../store/store.ts';
import { type ListPlace, ownerOf } from './list.ts';

/** Throws when an entry must stay. */
export type RemovalGuard = (transaction: Transaction, entry: EntryRow) => void | Promise<void>;

interface RemoveEntryInput {
  readonly place: ListPlace;
  readonly pattern: string;
  readonly actor: Actor;
  readonly guard: RemovalGuard;
}

/** Removes an entry with an audit row and an event; returns the removed row. */
export function removeEntry(
  context: Context,
  { place, pattern, actor, guard }: RemoveEntryInput,
): Promise<EntryRow> {
  const { list, accountId, mailboxId } = place;
  return context.store.write(async (transaction) => {
    const entry = await findEntry(transaction.db, { list: list.name, ownerId: ownerOf(place), pattern });
    if (!entry) throw notFound("The entry isn't on the list.");
    await guard(transaction, entry);
    await transaction.db.deleteFrom('list_entries').where('seq', '=', entry.seq).execute();
    await transaction.audit({
      kind: `${list.audited}.entry.removed`,
      accountId,
      ...(mailboxId !== null && { mailboxId }),
      actor,
      target: pattern,
      before: { reason: entry.reason, source: entry.source, created_at: entry.created_at },
    });
    if (list.removedEvent) {
      const event = list.removedEvent(entry, place, { actor, at: transaction.now });
      await transaction.emit({ accountId, mailboxId, ...event });
    }
    return entry;
  });
}
