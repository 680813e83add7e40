import type { SearchObject } from 'imapflow';
import { DAY } from '../../platform/system/clock.ts';
import type { FolderSession } from './after.ts';
import type { Assignment } from './assignment.ts';

interface ReadPosition {
  readonly next_uid: number;
  readonly known_below: number;
}

/** UIDs to fetch, in order: all new ones, and of those that may be known only as old as the mailbox wants. */
export async function unreadUids(
  { client, step }: FolderSession,
  { notBefore }: Assignment,
  { next_uid: next, known_below: known }: ReadPosition,
): Promise<number[]> {
  const found: number[] = [];
  const search = async (query: SearchObject): Promise<void> => {
    found.push(...((await step(() => client.search(query, { uid: true }))) || []));
  };
  // SINCE compares days of the server's time zone.
  if (next < known) await search({ uid: `${next}:${known - 1}`, since: new Date(notBefore - DAY) });
  await search({ uid: `${Math.max(next, known)}:*` });
  // A range that ends in * includes the last message even when it's older.
  return [...new Set(found)].filter((uid) => uid >= next).sort((one, other) => one - other);
}
