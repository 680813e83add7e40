import type { Context } from '../context.ts';
import { indexPieces, mergeIndex } from '../store/sqlite/search.ts';

/** Daily merge of the search index, which grows in segments, in small steps. */

export const SEARCH_MERGE = 'search.merge';

/** Segments that aren't worth merging. */
const FEW_PIECES = 4;
/** Steps per run, so that other jobs get their turn. */
const STEPS = 50;

/** Starts a merge if there is enough to merge. */
export async function beginSearchMerge(context: Context): Promise<void> {
  if ((await indexPieces(context.store.read)) > FEW_PIECES) await merge(context, 'first');
}

/** Continues a merge. */
export function mergeSearchIndex(context: Context): Promise<void> {
  return merge(context, 'next');
}

async function merge(context: Context, first: 'first' | 'next'): Promise<void> {
  for (let step = 1; !context.stopping.aborted; step++) {
    const more = await context.store.write('service', async (transaction) => {
      const left = await mergeIndex(transaction, step > 1 ? 'next' : first);
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
