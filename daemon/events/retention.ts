import { LIMITS } from '../../shared/contract/limits.ts';
import { DAY } from '../platform/system/clock.ts';
import type { RulesContext } from '../rules/context.ts';

/** Rows that one transaction deletes. */
const BATCH = 500;
/** A delivery retried on its last day needs its event for the whole retry schedule. */
const MARGIN = 2 * DAY;

/** Deletes expired events, deliveries and throttles. */
export async function purgeEvents(context: RulesContext): Promise<void> {
  const now = context.clock.now();
  const kept = now - LIMITS.eventRetentionDays * DAY;
  while ((await purgeDeliveries(context, kept)) === BATCH);
  while ((await purgeLog(context, kept - MARGIN)) === BATCH);
  while ((await purgeThrottles(context, now)) === BATCH);
}

function purgeThrottles(context: RulesContext, now: number): Promise<number> {
  return context.store.write('none', async ({ db }) => {
    const batch = db.selectFrom('event_throttles').select('key').where('until', '<=', now).limit(BATCH);
    const result = await db.deleteFrom('event_throttles').where('key', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

/** Deletes one batch of deliveries, unfinished ones after a margin; returns how many. */
function purgeDeliveries(context: RulesContext, before: number): Promise<number> {
  return context.store.write('none', async ({ db }) => {
    const batch = db
      .selectFrom('webhook_deliveries')
      .select('seq')
      .where('created_at', '<', before)
      .where(({ eb, or }) => or([eb('next_attempt_at', 'is', null), eb('created_at', '<', before - MARGIN)]))
      .orderBy('created_at')
      .limit(BATCH);
    const result = await db.deleteFrom('webhook_deliveries').where('seq', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

function purgeLog(context: RulesContext, before: number): Promise<number> {
  return context.store.write('none', async ({ db }) => {
    // Rows are in order of time, so the first ones are the oldest and need no index.
    const oldest = db
      .selectFrom('events')
      .select(['seq', 'occurred_at'])
      .orderBy('seq')
      .limit(BATCH)
      .as('oldest');
    const batch = db.selectFrom(oldest).select('oldest.seq').where('oldest.occurred_at', '<', before);
    const result = await db.deleteFrom('events').where('seq', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}
