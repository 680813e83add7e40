import { LIMITS } from '../../../../shared/contract/limits.ts';
import { readCursor, writeCursor } from '../../../platform/store/cursor.ts';
import type { EntryRow } from '../../../platform/store/list-entries.ts';
import { cutPage, type Page } from '../../../platform/store/page.ts';
import type { RulesContext } from '../../context.ts';
import { type ListPlace, ownerOf } from './list.ts';

/** Checked query of a list. `all` has precedence over `limit`. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly all?: boolean | undefined;
  readonly reason?: EntryRow['reason'] | undefined;
  /** Who added it: a type of actor, or an ID. */
  readonly added_by?: string | undefined;
}

/** Entries of a list, newest first: a page, or all up to the limit of one answer. */
export async function readEntries(
  context: RulesContext,
  place: ListPlace,
  query: PageQuery,
): Promise<Page<EntryRow>> {
  const { cursor, all, reason, added_by } = query;
  let rows = context.store.read
    .selectFrom('list_entries')
    .selectAll()
    .where('list', '=', place.list.name)
    .where('owner_id', '=', ownerOf(place));
  if (reason) rows = rows.where('reason', '=', reason);
  if (added_by !== undefined) {
    rows = rows.where((row) =>
      row.or([
        row('added_by_actor_type', '=', added_by as NonNullable<EntryRow['added_by_actor_type']>),
        row('added_by_actor_id', '=', added_by),
      ]),
    );
  }
  const scope = {
    list: place.list.name,
    accountId: place.accountId,
    filters: { owner: ownerOf(place), reason, ...(added_by !== undefined && { added_by }) },
  };
  if (cursor !== undefined) rows = rows.where('seq', '<', Number(readCursor(context.secrets, scope, cursor)));
  const limit = pageSize({ limit: query.limit, all });
  const found = await rows
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(found, limit, (last) => writeCursor(context.secrets, scope, String(last.seq)));
}

export function pageSize({ limit, all }: PageQuery): number {
  return all ? LIMITS.listAllRows : (limit ?? LIMITS.listPage.default);
}
