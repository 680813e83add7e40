import type { PlatformContext } from '../../platform/context.ts';

/** Daily merge of the search index, in small steps. */

export const SEARCH_MERGE = 'search.merge';

/** Steps per run, so that other jobs get their turn. */
const STEPS = 50;

/** Starts a merge if there is enough to merge. */
export async function beginSearchMerge(context: PlatformContext): Promise<void> {
  if (await context.store.search.needsMerge()) await merge(context, 'first');
}

/** Continues a merge. */
export function mergeSearchIndex(context: PlatformContext): Promise<void> {
  return merge(context, 'next');
}

async function merge(context: PlatformContext, first: 'first' | 'next'): Promise<void> {
  for (let step = 1; !context.stopping.aborted; step++) {
    const more = await context.store.write('service', async (transaction) => {
      const left = await context.store.search.merge(transaction, step > 1 ? 'next' : first);
      if (left && step === STEPS) {
        await transaction.schedule({
          kind: SEARCH_MERGE,
          accountId: null,
          dueAt: transaction.now,
          payload: {},
        });
      }
      return left;
    });
    if (!more || step === STEPS) return;
  }
}
