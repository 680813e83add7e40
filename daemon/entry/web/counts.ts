import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { searchMessages } from '../../../shared/contract/search.ts';
import { call } from './api.ts';

/** Held and unread mail of all mailboxes. */

const COUNTS = ['counts'];

/** One page of a search is counted; whoever has more gets "99+". */
const MOST = LIMITS.searchPage.max;
const REFRESHED_MS = 30_000;

export interface MailCounts {
  readonly held: Tally;
  readonly unread: Tally;
}

/** Messages by mailbox. */
export interface Tally {
  readonly byMailbox: ReadonlyMap<string, number>;
  /** There may be more than were counted. */
  readonly isCut: boolean;
}

async function tally(filters: readonly Parameters<typeof search>[0][], signal: AbortSignal): Promise<Tally> {
  const pages = await Promise.all(filters.map((filter) => search(filter, signal)));
  const byMailbox = new Map<string, number>();
  for (const { mailbox_id: id } of pages.flatMap(({ messages }) => messages))
    byMailbox.set(id, (byMailbox.get(id) ?? 0) + 1);
  return { byMailbox, isCut: pages.some(({ next_cursor }) => next_cursor !== null) };
}

function search(
  filter: { readonly status?: 'pending_review' | 'quarantined'; readonly unread?: true },
  signal: AbortSignal,
) {
  return call(searchMessages, { query: { ...filter, limit: MOST }, signal });
}

/** The counts, read again with new mail and every half minute. */
export function useCounts() {
  return useQuery({
    queryKey: COUNTS,
    queryFn: async ({ signal }): Promise<MailCounts> => ({
      held: await tally([{ status: 'pending_review' }, { status: 'quarantined' }], signal),
      unread: await tally([{ unread: true }], signal),
    }),
    refetchInterval: REFRESHED_MS,
  });
}

export { COUNTS };

/** The number of a mailbox or of all, as a badge shows it; empty without any. */
export function counted({ byMailbox, isCut }: Tally, mailboxId?: string): string {
  const all = [...byMailbox.values()].reduce((sum, each) => sum + each, 0);
  const count = mailboxId === undefined ? all : (byMailbox.get(mailboxId) ?? 0);
  if (count === 0) return '';
  return isCut && all > 0 ? `${Math.min(count, 99)}+` : `${count}`;
}
