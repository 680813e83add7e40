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

/** The budget gates, and the units that a message takes once it passed them: one for each recipient. */

/** Refuses once the trial has fewer sends left than `units`. */
export async function assertTrialTotal(db: Queries, accountId: string, units = 1): Promise<void> {
  const account = await standingOf(db, accountId);
  if (account.tier === 'sandbox' && account.trial_sends_used + units > LIMITS.trialSends) {
    throw new ServiceError('SANDBOX_TRIAL_BUDGET_EXHAUSTED', { limit: LIMITS.trialSends });
  }
}

/** Whose budgets are asked, and for how many sends. */
interface BudgetQuestion {
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly units?: number;
}

/** Refuses when an enforced warm-up doesn't allow so many dispatches in this hour. */
export async function assertVelocity(
  db: Queries,
  { accountId, now, units = 1 }: BudgetQuestion,
): Promise<void> {
  const { warmup } = await capsOf(db, accountId, now);
  if (warmup?.velocity_gate_mode !== 'enforced') return;
  const wait = await velocityWait(db, { accountId, warmup, now, units });
  if (wait > 0) throw tooFast(wait);
}

/** Refuses once the day's budget has fewer sends left than `units`. */
export async function assertDailyBudget(
  db: Queries,
  { accountId, now, units = 1 }: BudgetQuestion,
): Promise<void> {
  const { dailyLimit } = await capsOf(db, accountId, now);
  const charged = await chargedToday(db, accountId, now);
  if (charged + units > dailyLimit) throw budgetExhausted({ dailyLimit, charged, now });
}

/** The day's budget as a limit that is reached, or null. */
export async function dailyBudget(db: Queries, accountId: string, now: number): Promise<DailyBudget | null> {
  const { dailyLimit } = await capsOf(db, accountId, now);
  const charged = await chargedToday(db, accountId, now);
  return charged < dailyLimit ? null : usedUp({ dailyLimit, charged, now });
}

interface DailyBudget extends Pick<ReachedLimit, 'limit' | 'resetAt' | 'message'> {
  readonly details: {
    readonly daily_limit: number;
    readonly sends_remaining: number;
    readonly reset_at: string;
  };
}

interface Used {
  readonly dailyLimit: number;
  /** Sends of this day so far. */
  readonly charged: number;
  readonly now: number;
}

function usedUp({ dailyLimit: limit, charged, now }: Used): DailyBudget {
  const resetAt = nextMidnight(now);
  return {
    limit,
    resetAt,
    message: 'The daily sending limit is reached.',
    details: {
      daily_limit: limit,
      sends_remaining: Math.max(0, limit - charged),
      reset_at: isoTime(resetAt),
    },
  };
}

/** Columns of the message that was charged: day, source and number of its units. */
export interface Charge {
  readonly charged_on: string;
  readonly charged_at: number;
  readonly charged_to_trial: boolean;
  readonly charged_units: number;
}

interface ChargeRequest {
  readonly accountId: string;
  readonly actor: Actor;
  readonly units: number;
}

/**
 * Takes the units from the day and, on sandbox, from the trial, all or none; or refuses like the budget
 * gates.
 */
export async function chargeMessage(
  transaction: Transaction,
  { accountId, actor, units }: ChargeRequest,
): Promise<Charge> {
  const { db, now } = transaction;
  await assertTrialTotal(db, accountId, units);
  const caps = await capsOf(db, accountId, now);
  await passVelocity(transaction, caps, { accountId, actor, units });
  const charged_on = await takeDailyUnits(transaction, { accountId, limit: caps.dailyLimit, units });
  if (caps.newlyClean) {
    await db.updateTable('accounts').set({ clean_history: true }).where('id', '=', accountId).execute();
  }
  const charge = { charged_on, charged_at: now, charged_units: units };
  if (caps.tier !== 'sandbox') return { ...charge, charged_to_trial: false };
  await db
    .updateTable('accounts')
    .set({ trial_sends_used: sql<number>`trial_sends_used + ${units}` })
    .where('id', '=', accountId)
    .execute();
  return { ...charge, charged_to_trial: true };
}

interface TakenUnits {
  readonly accountId: string;
  /** The day's budget. */
  readonly limit: number;
  readonly units: number;
}

/** Takes units of the day's budget only, all or none; returns the day. */
export async function takeDailyUnits(
  { db, now }: Transaction,
  { accountId, limit, units }: TakenUnits,
): Promise<string> {
  const day = utcDay(now);
  const taken = { account_id: accountId, day, units, highest: limit - units };
  const isPossible = units <= limit;
  if (!isPossible || (await takeUnits(db, taken)).changed === 0n) {
    throw budgetExhausted({ dailyLimit: limit, charged: await chargedToday(db, accountId, now), now });
  }
  return day;
}

const takeUnits = prepareQuery<{ account_id: string; day: string; units: number; highest: number }>()(
  (db, param) =>
    db
      .insertInto('send_budget')
      .values({ account_id: param('account_id'), day: param('day'), count: param('units') })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day'])
          .doUpdateSet({ count: sql<number>`send_budget.count + excluded.count` })
          .where('send_budget.count', '<=', param('highest')),
      ),
);

async function passVelocity(
  transaction: Transaction,
  { warmup }: Caps,
  { accountId, actor, units }: ChargeRequest,
): Promise<void> {
  if (!warmup) return;
  const wait = await velocityWait(transaction.db, { accountId, warmup, now: transaction.now, units });
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

function budgetExhausted(used: Used): ServiceError {
  const { message, details, ...reached } = usedUp(used);
  return new ServiceError('RATE_LIMITED', details, {
    ...(message !== undefined && { message }),
    retryAfterSeconds: Math.ceil((reached.resetAt - used.now) / SECOND),
    headers: limitHeaders(reached),
  });
}
