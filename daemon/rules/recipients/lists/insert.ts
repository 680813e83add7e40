import { batches } from '../../../platform/store/batches.ts';
import type { EntryRow } from '../../../platform/store/list-entries.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { type AddCause, type ListPlace, ownerOf } from './list.ts';

interface InsertEntriesInput {
  readonly place: ListPlace;
  readonly patterns: readonly string[];
  readonly cause: AddCause;
}

/**
 * Inserts new patterns with an audit row and an event each; returns the new rows in the order of `patterns`.
 * Existing rows stay as they are.
 */
export async function insertEntries(
  transaction: Transaction,
  { place, patterns, cause }: InsertEntriesInput,
): Promise<EntryRow[]> {
  const fresh = await insertMissing(transaction, { place, patterns, cause });
  const { list, accountId, mailboxId } = place;
  await transaction.audit(
    ...fresh.map((entry) => ({
      kind: `${list.audited}.entry.added`,
      accountId,
      ...(mailboxId !== null && { mailboxId }),
      actor: cause.actor,
      target: entry.pattern,
      ...(entry.reason !== null && { after: { reason: entry.reason, source: entry.source } }),
      ...(cause.note !== undefined && { reason: cause.note }),
    })),
  );
  const { addedEvent } = list;
  if (addedEvent) {
    const events = fresh.map((entry) => ({ accountId, mailboxId, ...addedEvent(entry, place, cause) }));
    await transaction.emit(...events);
  }
  return fresh;
}

interface InsertMissingInput {
  readonly place: ListPlace;
  readonly patterns: readonly string[];
  readonly cause: AddCause;
}

async function insertMissing(
  transaction: Transaction,
  { place, patterns, cause }: InsertMissingInput,
): Promise<EntryRow[]> {
  const common = {
    list: place.list.name,
    account_id: place.accountId,
    owner_id: ownerOf(place),
    reason: cause.reason ?? null,
    source: cause.source ?? null,
    added_by_actor_type: cause.actor.type,
    added_by_actor_id: cause.actor.id,
    latest_complaint_at: cause.complainedAt ?? null,
    complaint_count: cause.complainedAt === undefined ? 0 : 1,
    created_at: transaction.now,
  };
  const fresh: EntryRow[] = [];
  for (const batch of batches(patterns)) {
    const rows = await transaction.db
      .insertInto('list_entries')
      .values(batch.map((pattern) => ({ ...common, pattern })))
      .onConflict((conflict) => conflict.columns(['list', 'owner_id', 'pattern']).doNothing())
      .returningAll()
      .execute();
    fresh.push(...rows);
  }
  return fresh;
}
