import { LIMITS } from '../../../shared/contract/limits.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { stateIn, UNFINISHED } from '../../platform/store/message-states.ts';
import type { Warmup } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { HOUR } from '../../platform/system/clock.ts';

/** The warm-up of an account's row; null when it's over. */
export function warmupInForce(warmup: Warmup | null, now: number): Warmup | null {
  return warmup !== null && Date.parse(warmup.until) > now ? warmup : null;
}

/** Dispatches from the platform domain per rolling hour. */
function hourlyLimit(warmup: Warmup): number {
  return Math.ceil(warmup.shared_domain_daily_limit / LIMITS.warmupHourlyShare);
}

/**
 * Milliseconds until the velocity limit allows a dispatch; 0 when it does. Unfinished messages count as
 * dispatched whatever their age, so parallel sends can't exceed the limit.
 */
export async function velocityWait(
  db: Queries,
  { accountId, warmup, now }: { readonly accountId: string; readonly warmup: Warmup; readonly now: number },
): Promise<number> {
  const limit = hourlyLimit(warmup);
  const { running } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('running'))
    // The index of unfinished messages; an account has many more others.
    .where(dialectOf(db).unindexed('account_id'), '=', accountId)
    .where('direction', '=', 'outbound')
    .where(stateIn(UNFINISHED))
    .executeTakeFirstOrThrow();
  if (running >= limit) return HOUR;
  const blocking = await db
    .selectFrom('messages')
    .select('dispatched_at')
    .where('account_id', '=', accountId)
    .where('dispatched_at', '>', now - HOUR)
    .orderBy('dispatched_at', 'desc')
    .offset(limit - running - 1)
    .limit(1)
    .executeTakeFirst();
  return blocking?.dispatched_at ? blocking.dispatched_at + HOUR - now : 0;
}
