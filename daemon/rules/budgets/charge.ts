import { sql } from 'kysely';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { limitHeaders, type ReachedLimit } from '../../platform/errors/rate-limit.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { chargedToday, nextMidnight, utcDay } from './budget.ts';
import { type Caps, capsOf } from './caps.ts';
import { standingOf } from './standing.ts';
import { velocityWait } from './warmup.ts';

/** The budget gates, and the unit that a message takes once it passed them. */

/** Refuses once the trial's sends are used up. */
export async function assertTrialTotal(db: Queries, accountId: string): Promise<void> {
  const account = await standingOf(db, accountId);
  if (account.tier === 'sandbox' && account.trial_sends_used >= LIMITS.trialSends) {
    throw new ServiceError('SANDBOX_TRIAL_BUDGET_EXHAUSTED', { limit: LIMITS.trialSends });
  }
}

/** Refuses when an enforced warm-up allows no more dispatches in this hour. */
export async function assertVelocity(db: Queries, accountId: string, now: number): Promise<void> {
  const { warmup } = await capsOf(db, accountId, now);
  if (warmup?.velocity_gate_mode !== 'enforced') return;
  const wait = await velocityWait(db, { accountId, warmup, now });
  if (wait > 0) throw tooFast(wait);
}

/** Refuses once the day's budget is used up. */
export async function assertDailyBudget(db: Queries, accountId: string, now: number): Promise<void> {
  const { dailyLimit } = await capsOf(db, accountId, now);
  if ((await chargedToday(db, accountId, now)) >= dailyLimit) throw budgetExhausted(dailyLimit, now);
}

/** The day's budget as a limit that is reached, or null. */
export async function dailyBudget(db: Queries, accountId: string, now: number): Promise<DailyBudget | null> {
  const { dailyLimit } = await capsOf(db, accountId, now);
  return (await chargedToday(db, accountId, now)) < dailyLimit ? null : usedUp(dailyLimit, now);
}

interface DailyBudget extends Pick<ReachedLimit, 'limit' | 'resetAt' | 'message'> {
  readonly details: {
    readonly daily_limit: number;
    readonly sends_remaining: 0;
    readonly reset_at: string;
  };
}

function usedUp(limit: number, now: number): DailyBudget {
  const resetAt = nextMidnight(now);
  return {
    limit,
    resetAt,
    message: 'The daily sending limit is reached.',
    details: { daily_limit: limit, sends_remaining: 0, reset_at: isoTime(resetAt) },
  };
}

/** Columns of the message that was charged: day and source of its unit. */
export interface Charge {
  readonly charged_on: string;
  readonly charged_at: number;
  readonly charged_to_trial: boolean;
}

/** Takes one unit from the day and, on sandbox, from the trial; or refuses like the budget gates. */
export async function chargeMessage(
  transaction: Transaction,
  accountId: string,
  actor: Actor,
): Promise<Charge> {
  const { db, now } = transaction;
  await assertTrialTotal(db, accountId);
  const caps = await capsOf(db, accountId, now);
  await passVelocity(transaction, caps, { accountId, actor });
  const charged_on = await takeDailyUnit(transaction, accountId, caps.dailyLimit);
  if (caps.newlyClean) {
    await db.updateTable('accounts').set({ clean_history: true }).where('id', '=', accountId).execute();
  }
  if (caps.tier !== 'sandbox') return { charged_on, charged_at: now, charged_to_trial: false };
  await db
    .updateTable('accounts')
    .set({ trial_sends_used: sql<number>`trial_sends_used + 1` })
    .where('id', '=', accountId)
    .execute();
  return { charged_on, charged_at: now, charged_to_trial: true };
}

/** Takes one unit of the day's budget only; returns the day. */
export async function takeDailyUnit(
  { db, now }: Transaction,
  accountId: string,
  limit: number,
): Promise<string> {
  const day = utcDay(now);
  const { changed } = await takeUnit(db, { account_id: accountId, day, limit });
  if (changed === 0n) throw budgetExhausted(limit, now);
  return day;
}

const takeUnit = prepareQuery<{ account_id: string; day: string; limit: number }>()((db, param) =>
  db
    .insertInto('send_budget')
    .values({ account_id: param('account_id'), day: param('day'), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet({ count: sql<number>`send_budget.count + 1` })
        .where('send_budget.count', '<', param('limit')),
    ),
);

async function passVelocity(
  transaction: Transaction,
  { warmup }: Caps,
  { accountId, actor }: { readonly accountId: string; readonly actor: Actor },
): Promise<void> {
  if (!warmup) return;
  const wait = await velocityWait(transaction.db, { accountId, warmup, now: transaction.now });
  if (wait === 0) return;
  if (warmup.velocity_gate_mode === 'enforced') throw tooFast(wait);
  await transaction.audit({
    kind: 'account.warmup_velocity.exceeded',
    accountId,
    actor,
    after: warmup,
  });
}

function tooFast(wait: number): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    { reason: 'new_account_warmup', retry_after_seconds: Math.ceil(wait / 1000) },
    { message: 'The hourly limit of new senders is reached.' },
  );
}

function budgetExhausted(limit: number, now: number): ServiceError {
  const { message, details, ...reached } = usedUp(limit, now);
  return new ServiceError('RATE_LIMITED', details, {
    ...(message !== undefined && { message }),
    retryAfterSeconds: Math.ceil((reached.resetAt - now) / SECOND),
    headers: limitHeaders(reached),
  });
}
