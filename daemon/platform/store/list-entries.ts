import type { Selectable } from 'kysely';
import { patternsOf } from '../system/mail-address.ts';
import { prepareQuery } from './prepared.ts';
import type { ListEntriesTable } from './schema.ts';
import type { Queries } from './store.ts';

export type EntryRow = Selectable<ListEntriesTable>;
type ListName = EntryRow['list'];

/** Queries on one list. Each is one index look-up. */

/** The matching pattern of an address, its own before its domain's; null without one. */
export async function matchingPattern(
  db: Queries,
  { list, ownerId, address }: { readonly list: ListName; readonly ownerId: string; readonly address: string },
): Promise<string | null> {
  const [own, domain] = patternsOf(address);
  const { rows } = await probe(db, { list, owner_id: ownerId, own, domain });
  return [own, domain].find((pattern) => rows.some((row) => row.pattern === pattern)) ?? null;
}

const probe = prepareQuery<{ list: ListName; owner_id: string; own: string; domain: string }>()((db, param) =>
  db
    .selectFrom('list_entries')
    .select('pattern')
    .where('list', '=', param('list'))
    .where('owner_id', '=', param('owner_id'))
    .where('pattern', 'in', [param('own'), param('domain')]),
);

export function findEntry(
  db: Queries,
  { list, ownerId, pattern }: { readonly list: ListName; readonly ownerId: string; readonly pattern: string },
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('list_entries')
    .selectAll()
    .where('list', '=', list)
    .where('owner_id', '=', ownerId)
    .where('pattern', '=', pattern)
    .executeTakeFirst();
}

interface HasEntriesInput {
  readonly list: ListName;
  readonly ownerId: string;
  readonly except?: string | undefined;
}

/** Whether the list has an entry besides `except`. */
export async function hasEntries(db: Queries, { list, ownerId, except }: HasEntriesInput): Promise<boolean> {
  let rows = db
    .selectFrom('list_entries')
    .select('seq')
    .where('list', '=', list)
    .where('owner_id', '=', ownerId);
  if (except !== undefined) rows = rows.where('pattern', '!=', except);
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
}
