import { limitsOf } from '../../access/plan.ts';
import { hasVerifiedDomain } from '../../network/domains/table.ts';
import type { AccountsTable, Warmup } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { hasCleanHistory } from './history.ts';
import { standingOf } from './standing.ts';
import { warmupInForce } from './warmup.ts';

/** Daily limits of an account. */
export interface Caps {
  readonly tier: AccountsTable['tier'];
  /**
   * Sends per UTC day: the least of the tier's cap in force, the account's own limit, and the warm-up limit.
   */
  readonly dailyLimit: number;
  readonly warmup: Warmup | null;
  readonly cleanHistory: boolean;
  /** The history became clean; the account's row doesn't say so yet. */
  readonly newlyClean: boolean;
}

/** The daily limits in force. */
export async function capsOf(db: Queries, accountId: string, now: number): Promise<Caps> {
  const account = await standingOf(db, accountId);
  const limits = limitsOf(account);
  const open = !account.clean_history && limits.dailySendStart < limits.dailySendCeiling;
  const newlyClean = open && (await hasCleanHistory(db, account, now));
  const cleanHistory = newlyClean || account.clean_history;
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
