import { DAY } from '../platform/system/clock.ts';
import type { AccessContext } from './context.ts';

/** Rows that one transaction deletes. */
const BATCH = 500;

/**
 * Deletes codes and links that expired a day ago, and attempts and text messages that no window counts any
 * more.
 */
export async function purgeAccess(context: AccessContext): Promise<void> {
  const before = context.clock.now() - DAY;
  while ((await purgeChallenges(context, before)) === BATCH);
  while ((await purgeSmsLog(context, before)) === BATCH);
  while ((await purgeThrottles(context)) === BATCH);
}

function purgeChallenges({ store }: AccessContext, before: number): Promise<number> {
  return store.write('none', async ({ db }) => {
    const batch = db.selectFrom('challenges').select('id').where('expires_at', '<', before).limit(BATCH);
    const result = await db.deleteFrom('challenges').where('id', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

function purgeSmsLog({ store }: AccessContext, before: number): Promise<number> {
  return store.write('none', async ({ db }) => {
    const batch = db.selectFrom('sms_log').select('id').where('at', '<=', before).limit(BATCH);
    const result = await db.deleteFrom('sms_log').where('id', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

function purgeThrottles({ store, clock }: AccessContext): Promise<number> {
  return store.writeUnsynced(async (db) => {
    const result = await db
      .deleteFrom('throttles')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('subject', 'scope'),
          'in',
          selectFrom('throttles')
            .select(['subject', 'scope'])
            .where('ends_at', '<=', clock.now())
            .limit(BATCH)
            .$asTuple('subject', 'scope'),
        ),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}
