import type { IndexedPart } from '../../platform/store/search.ts';
import type { Store } from '../../platform/store/store.ts';
import type { SearchScope } from './scope.ts';

interface CandidatesInput {
  readonly scope: SearchScope;
  readonly parts: readonly IndexedPart[];
  /** Only messages with a lower number. */
  readonly below: number;
  readonly limit: number;
}

interface Candidates {
  /** Numbers of messages, newest first. */
  readonly found: readonly number[];
  /** Whether there may be further ones below the last. */
  readonly more: boolean;
}

/** Messages that may match: those that the index names, and all that it doesn't have. */
export async function nextCandidates(
  store: Store,
  { scope, parts, below, limit }: CandidatesInput,
): Promise<Candidates> {
  const { accountId, mailboxIds } = scope;
  const sources = [await store.search.withParts({ accountId, mailboxIds, parts, below, limit })];
  for (const { id, before } of scope.unindexed) {
    const rows = await store.read
      .selectFrom('messages')
      .select('seq')
      .where('mailbox_id', '=', id)
      .where('created_at', '<', before)
      .where('seq', '<', below)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    sources.push(rows.map(({ seq }) => seq));
  }
  const full = sources.filter((source) => source.length === limit);
  // Below the last one of a full source there may be more of it.
  const lowest = Math.max(...full.map((source) => source.at(-1) ?? 0));
  const found = [...new Set(sources.flat())].filter((seq) => full.length === 0 || seq >= lowest);
  return { found: found.sort((one, other) => other - one), more: full.length > 0 };
}
