import { LIMITS } from '../../../shared/contract/limits.ts';
import { ApiError } from '../../client/errors.ts';
import type { World } from '../../machine/world.ts';

interface ListSending<Entry> extends Pick<World, 'clock' | 'interrupted'> {
  readonly send: (batch: readonly Entry[]) => Promise<void>;
  /** Renews the hourly budget; undefined for callers who may not. */
  readonly renew: (() => Promise<void>) | undefined;
}

/**
 * Sends entries in batches, as many as the hourly budget allows. Returns when the budget resets, or null when
 * all are sent or the person interrupted.
 */
export async function sendBatches<Entry>(
  entries: readonly Entry[],
  { send, renew, clock, interrupted }: ListSending<Entry>,
): Promise<string | null> {
  let size: number = LIMITS.bulkEntries;
  let sent = 0;
  while (sent < entries.length && !interrupted.aborted) {
    const batch = entries.slice(sent, sent + size);
    try {
      await send(batch);
      sent += batch.length;
    } catch (error) {
      const budget = budgetOf(error, clock.now());
      if (!budget) throw error;
      if (renew) {
        await renew();
        continue;
      }
      if (budget.remaining === 0 || budget.remaining >= size) return budget.resetAt;
      size = budget.remaining;
    }
  }
  return null;
}

interface AddBudget {
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

/** The hourly budget of a refusal, if that's its reason. */
function budgetOf(error: unknown, now: number): AddBudget | null {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') return null;
  const { remaining = 0, reset_at: resetAt, retry_after: seconds = 1 } = error.details ?? {};
  return {
    remaining: Number(remaining),
    resetAt: typeof resetAt === 'string' ? resetAt : new Date(now + Number(seconds) * 1000).toISOString(),
  };
}
