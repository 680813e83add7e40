import type { Queries } from '../../store/store.ts';
import { patternsOf } from '../address.ts';
import type { EntryRow } from './list.ts';

type ListName = EntryRow['list'];

/** Queries on one list of one owner: an account, or a mailbox. Each costs a look-up in an index. */

/** The pattern that an address is listed under, its own before that of its domain; null when it is not listed. */
export async function matchingPattern(
  db: Queries,
  list: ListName,
  ownerId: string,
  address: string,
): Promise<string | null> {
  const patterns = patternsOf(address);
  const rows = await db
    .selectFrom('list_entries')
    .select('pattern')
    .where('list', '=', list)
    .where('owner_id', '=', ownerId)
    .where('pattern', 'in', patterns)
    .execute();
  return patterns.find((pattern) => rows.some((row) => row.pattern === pattern)) ?? null;
}

export function findEntry(
  db: Queries,
  list: ListName,
  ownerId: string,
  pattern: string,
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('list_entries')
    .selectAll()
    .where('list', '=', list)
    .where('owner_id', '=', ownerId)
    .where('pattern', '=', pattern)
    .executeTakeFirst();
}

/** Whether the list has an entry besides `except`. */
export async function hasEntries(
  db: Queries,
  list: ListName,
  ownerId: string,
  except?: string,
): Promise<boolean> {
  let rows = db
    .selectFrom('list_entries')
    .select('seq')
    .where('list', '=', list)
    .where('owner_id', '=', ownerId);
  if (except !== undefined) rows = rows.where('pattern', '!=', except);
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
}
