import { sql } from 'kysely';
import { LIMITS, TIER_LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { hasVerifiedDomain } from '../domains/table.ts';
import { simulatorDomain } from '../recipients/simulator.ts';
import type { AccountsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { DAY } from '../system/clock.ts';
import { standingOf } from './standing.ts';
import { type Warmup, warmupInForce } from './warmup.ts';

/** What an account may send today, and why. */
export interface Caps {
  readonly tier: AccountsTable['tier'];
  /** Sends of a UTC day: the least of the tier's cap in force, the account's own and the warm-up's. */
  readonly dailyLimit: number;
  readonly warmup: Warmup | null;
  readonly cleanHistory: boolean;
  /** The history is clean, but the account does not say so yet. */
  readonly newlyClean: boolean;
}

type Needs = Pick<Context, 'config'>;

/** The caps in force (decisions 3.7). */
export async function capsOf(context: Needs, db: Queries, accountId: string, now: number): Promise<Caps> {
  const account = await standingOf(db, accountId);
  const limits = TIER_LIMITS[account.tier];
  const open = account.clean_history === 0 && limits.dailySendStart < limits.dailySendCeiling;
  const newlyClean = open && (await hasCleanHistory(context, db, accountId, now));
  const cleanHistory = newlyClean || account.clean_history === 1;
  const planned = warmupInForce(account.warmup, now);
  const warmup = planned && (await hasVerifiedDomain(db, accountId)) ? null : planned;
  return {
    tier: account.tier,
    dailyLimit: Math.min(
      cleanHistory ? limits.dailySendCeiling : limits.dailySendStart,
      account.custom_daily_send_limit ?? Number.POSITIVE_INFINITY,
      warmup?.shared_domain_daily_limit ?? Number.POSITIVE_INFINITY,
    ),
    warmup,
    cleanHistory,
    newlyClean,
  };
}

/** Seven days since the first send, fifty delivered, and hardly a bounce or complaint; simulator mail aside. */
export async function hasCleanHistory(
  context: Needs,
  db: Queries,
  accountId: string,
  now: number,
): Promise<boolean> {
  const { days, delivered, failedShare } = LIMITS.cleanHistory;
  const history = await db
    .selectFrom('messages')
    .select((select) => [
      select.fn.min<number | null>('charged_at').as('first'),
      sql<number>`coalesce(sum(state = 'delivered' and complained_at is null), 0)`.as('delivered'),
      sql<number>`coalesce(sum(state = 'bounced' or complained_at is not null), 0)`.as('failed'),
    ])
    .where('account_id', '=', accountId)
    .where('charged_at', 'is not', null)
    .where('state', 'in', ['delivered', 'bounced'])
    .where('recipient', 'not like', `%@${simulatorDomain(context.config.platformDomain)}`)
    .executeTakeFirstOrThrow();
  const sent = history.delivered + history.failed;
  return (
    history.first !== null &&
    now - history.first >= days * DAY &&
    history.delivered >= delivered &&
    history.failed < sent * failedShare
  );
}
