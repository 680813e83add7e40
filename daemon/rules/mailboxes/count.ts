import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Mailboxes that count toward the cap: not those left over from the trial. */
export async function mailboxCount(
  db: Queries,
  accountId: string,
  tier: Principal['account']['tier'],
): Promise<number> {
  let query = db
    .selectFrom('mailboxes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '!=', 'deleted');
  if (tier !== 'sandbox') query = query.where('created_on_tier', '!=', 'sandbox');
  return (await query.executeTakeFirstOrThrow()).count;
}
