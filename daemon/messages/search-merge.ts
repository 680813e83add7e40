import type { Context } from '../context.ts';
import { indexPieces, mergeIndex } from '../store/sqlite/search.ts';

/** Once a day the search index, which grows in pieces, is made one again, a little at a time. */

export const SEARCH_MERGE = 'search.merge';

/** Pieces that are not worth the work. */
const FEW_PIECES = 4;
/** Steps of one run, so that other jobs get their turn. */
const STEPS = 50;

/** Begins a merge where there is something to merge. */
export async function beginSearchMerge(context: Context): Promise<void> {
  if ((await indexPieces(context.store.read)) > FEW_PIECES) await merge(context, 'first');
}

/** Goes on with a merge that has begun. */
export function mergeSearchIndex(context: Context): Promise<void> {
  return merge(context, 'next');
}

async function merge(context: Context, first: 'first' | 'next'): Promise<void> {
  for (let step = 1; !context.stopping.aborted; step++) {
    const more = await context.store.write(async (transaction) => {
      const left = await mergeIndex(transaction, step > 1 ? 'next' : first);
      if (left && step === STEPS) {
        await transaction.schedule({ kind: SEARCH_MERGE, dueAt: transaction.now, payload: {} });
      }
      return left;
    });
    if (!more || step === STEPS) return;
  }
}
