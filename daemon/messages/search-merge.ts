import { z } from 'zod';
import type { Context } from '../context.ts';
import { planDaily, scheduleJob } from '../store/jobs.ts';
import { indexPieces, mergeIndex } from '../store/sqlite/search.ts';

/** Once a day the search index, which grows in pieces, is made one again, a little at a time. */

export const SEARCH_MERGE = 'search.merge';

/** Pieces that are not worth the work. */
const FEW_PIECES = 4;
/** Steps of one run, so that other jobs get their turn. */
const STEPS = 50;

const payload = z.object({ started: z.boolean().optional() });

export async function mergeSearchIndex(context: Context, raw: unknown): Promise<void> {
  const { started = false } = payload.parse(raw);
  await planSearchMerge(context);
  if (!started && (await indexPieces(context.store.read)) <= FEW_PIECES) return;
  for (let step = 1; !context.stopping.aborted; step++) {
    const more = await context.store.write(async (transaction) => {
      const left = await mergeIndex(transaction, started || step > 1 ? 'next' : 'first');
      if (left && step === STEPS) {
        const next = { kind: SEARCH_MERGE, dueAt: transaction.now, payload: { started: true } };
        await scheduleJob(context, transaction, next);
      }
      return left;
    });
    if (!more || step === STEPS) return;
  }
}

export function planSearchMerge(context: Context): Promise<void> {
  return planDaily(context, SEARCH_MERGE);
}
