import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';

const findStanding = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('accounts')
    .select([
      'id',
      'tier',
      'unlimited',
      'clean_history',
      'custom_daily_send_limit',
      'warmup',
      'trial_started_at',
    ])
    .select(['trial_sends_used', 'storage_limit_bytes', 'used_bytes'])
    .where('id', '=', param('id')),
);

/** Current limits of an account: plan, trial, history, and storage. */
export async function standingOf(db: Queries, accountId: string) {
  const [row] = (await findStanding(db, { id: accountId })).rows;
  if (!row) throw new Error(`there is no account ${accountId}`);
  return row;
}
