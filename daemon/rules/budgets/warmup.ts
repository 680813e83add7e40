import { sql } from 'kysely';
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
 * Milliseconds until the velocity limit allows so many dispatches; 0 when it does. Unfinished messages count
 * as dispatched whatever their age, so parallel sends can't exceed the limit.
 */
export async function velocityWait(
  db: Queries,
  { accountId, warmup, now, units = 1 }: VelocityQuestion,
): Promise<number> {
  const limit = hourlyLimit(warmup);
  const { running } = await db
    .selectFrom('messages')
    .select(sql<number>`cast(coalesce(sum(charged_units), 0) as bigint)`.as('running'))
    // The index of unfinished messages; an account has many more others.
    .where(dialectOf(db).unindexed('account_id'), '=', accountId)
    .where('direction', '=', 'outbound')
    .where(stateIn(UNFINISHED))
    .executeTakeFirstOrThrow();
  let free = limit - running - units;
  if (free < 0) return HOUR;
  const recent = await db
    .selectFrom('messages')
    .select(['dispatched_at', 'charged_units'])
    .where('account_id', '=', accountId)
    .where('dispatched_at', '>', now - HOUR)
    .orderBy('dispatched_at', 'desc')
    .limit(limit)
    .execute();
  for (const { dispatched_at, charged_units } of recent) {
    free -= charged_units;
    if (free < 0) return (dispatched_at ?? now) + HOUR - now;
  }
  return 0;
}

interface VelocityQuestion {
  readonly accountId: string;
  readonly warmup: Warmup;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Dispatches that are asked for. */
  readonly units?: number;
}
