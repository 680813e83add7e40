import type { ListResource } from '../../../../shared/contract/address-lists.ts';
import { notFound } from '../../../platform/errors/service-error.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { EntryRow } from '../../../platform/store/list-entries.ts';
import { findEntry } from '../../../platform/store/list-entries.ts';
import type { RulesContext } from '../../context.ts';
import { type CustomerList, type ListPlace, ownerOf } from './list.ts';

interface RemoveEntryInput {
  readonly place: ListPlace;
  readonly pattern: string;
  readonly actor: Actor;
  /** Throws when an entry must stay. */
  readonly guard: CustomerList<ListResource>['assertRemovable'];
}

/** Removes an entry with an audit row and an event; returns the removed row. */
export function removeEntry(
  context: RulesContext,
  { place, pattern, actor, guard }: RemoveEntryInput,
): Promise<EntryRow> {
  const { list, accountId, mailboxId } = place;
  return context.store.write({ account: accountId }, async (transaction) => {
    const entry = await findEntry(transaction.db, { list: list.name, ownerId: ownerOf(place), pattern });
    if (!entry) throw notFound("The entry isn't on the list.");
    await guard?.(transaction, entry);
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
