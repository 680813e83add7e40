import type { getUsage as contract } from '../../../shared/contract/account-life.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { UNLIMITED_PLAN } from '../../../shared/contract/limits.ts';
import { limitsOf, planField } from '../../access/plan.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { previewBytesOf } from '../../mail/attachments/previews/store.ts';
import type { Queries } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { chargedToday, utcDay } from '../../rules/budgets/budget.ts';
import { capsOf } from '../../rules/budgets/caps.ts';
import { hasCleanHistory, ratesSince } from '../../rules/budgets/history.ts';
import { storageLimit } from '../../rules/budgets/storage.ts';
import { mailboxCount } from '../../rules/mailboxes/count.ts';

type Usage = ReplyOf<typeof contract>;

const HISTORY_DAYS = 30;

/** `GET /v1/accounts/usage`. */
export async function getUsage(
  context: Pick<Context, 'store' | 'clock'>,
  principal: Principal,
): Promise<Usage> {
  const db = context.store.read;
  const { id } = principal.account;
  const now = context.clock.now();
  const account = await db
    .selectFrom('accounts')
    .select([
      'id',
      'tier',
      'unlimited',
      'storage_limit_bytes',
      'used_bytes',
      'billing_exempt',
      'clean_history',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const caps = await capsOf(db, id, now);
  const previewBytes = await previewBytesOf(db, id);
  return {
    today: { count: await chargedToday(db, id, now), limit: caps.dailyLimit, day: utcDay(now) },
    history: await history(db, id, now),
    mailbox_count: await mailboxCount(db, id, account.tier),
    mailbox_limit: limitsOf(account).mailboxes,
    pending_review_count: await pendingReviews(db, id),
    storage: {
      ...storageState(account.used_bytes, storageLimit(account)),
      breakdown: { raw_mime_bytes: account.used_bytes - previewBytes, derivative_bytes: previewBytes },
    },
    tier: account.tier,
    ...planField(account),
    rates: await ratesSince(db, id, now - HISTORY_DAYS * DAY),
    trust: {
      clean_history: await hasCleanHistory(db, account, now),
      billing_exempt: account.billing_exempt,
    },
  };
}

/** The 30 days before today, newest first, including days without a send. */
async function history(db: Queries, accountId: string, now: number): Promise<Usage['history']> {
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => utcDay(now - (index + 1) * DAY));
  const rows = await db
    .selectFrom('send_budget')
    .select(['day', 'count'])
    .where('account_id', '=', accountId)
    .where('day', 'in', days)
    .execute();
  const counts = new Map(rows.map((row) => [row.day, row.count]));
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }));
}

async function pendingReviews(db: Queries, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending_review')
    .executeTakeFirstOrThrow();
  return count;
}

function storageState(
  used: number,
  limit: number,
): Pick<Usage['storage'], 'used_bytes' | 'limit_bytes' | 'percent_used' | 'state'> {
  if (limit === UNLIMITED_PLAN.storageBytes) {
    return { used_bytes: used, limit_bytes: null, percent_used: null, state: 'normal' };
  }
  const percent = limit === 0 ? 100 : (used / limit) * 100;
  const state =
    percent >= 100 ? 'over_limit' : percent >= 95 ? 'near_full' : percent >= 80 ? 'warning' : 'normal';
  return { used_bytes: used, limit_bytes: limit, percent_used: Math.round(percent * 100) / 100, state };
}
