import { LIMITS } from '../../../../shared/contract/limits.ts';
import { DAY } from '../../../platform/system/clock.ts';
import type { RulesContext } from '../../context.ts';
import { forgetBudgets } from '../lists/budget.ts';
import { ATTEMPT_LOGS } from './list.ts';

/** Rows that one transaction deletes. */
const BATCH = 500;

/** Deletes expired refusals and hourly budgets. */
export async function purgeAttempts(context: RulesContext): Promise<void> {
  const before = context.clock.now() - LIMITS.attemptRetentionDays * DAY;
  for (const log of ATTEMPT_LOGS) while ((await deleteBatch(context, log, before)) === BATCH);
  const forget = () => context.store.write('none', (transaction) => forgetBudgets(transaction, BATCH));
  while ((await forget()) === BATCH);
}

function deleteBatch(
  context: RulesContext,
  log: (typeof ATTEMPT_LOGS)[number],
  before: number,
): Promise<number> {
  return context.store.write('none', async ({ db }) => {
    const batch = db
      .selectFrom(log)
      .select('seq')
      .where('attempted_at', '<', before)
      .orderBy('attempted_at')
      .limit(BATCH);
    const result = await db.deleteFrom(log).where('seq', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}
