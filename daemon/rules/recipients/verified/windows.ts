import { LIMITS } from '../../../../shared/contract/limits.ts';
import { type ReachedLimit, rateLimited } from '../../../platform/errors/rate-limit.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { DAY, HOUR } from '../../../platform/system/clock.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { utcDay } from '../../budgets/budget.ts';

/** How many people a trial account may add, and how often it may ask them. */

const LIMIT = LIMITS.verifiedRecipients;

/** Pending and confirmed recipients, without the account's own address. */
async function countLive(db: Queries, accountId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('verified_recipients')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('origin', '!=', 'own')
    .where((where) => where.or([where('status', '=', 'confirmed'), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Refuses beyond five recipients in the first three days, and 25 later. */
export async function assertRoom(db: Queries, accountId: string, now: number): Promise<void> {
  const live = await countLive(db, accountId, now);
  const { created_at } = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const rampEnd = created_at + LIMIT.rampHours * HOUR;
  if (now < rampEnd && live >= LIMIT.ramp) {
    throw new ServiceError('TIER_LIMIT', {
      reason: 'recipient_ramp',
      limit: LIMIT.ramp,
      ramp_until: isoTime(rampEnd),
    });
  }
  if (live >= LIMIT.total) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'recipient_cap', limit: LIMIT.total },
      { message: `A trial account can have at most ${LIMIT.total} recipients. Remove one first.` },
    );
  }
}

/** A limit of requests for confirmation that is reached. */
type Reached = Pick<ReachedLimit, 'limit' | 'resetAt' | 'message' | 'details'>;

/** Ten adds and resends in any hour. */
export async function hourlyWindow(db: Queries, accountId: string, now: number): Promise<Reached | null> {
  const times = await db
    .selectFrom('recipient_requests')
    .select('at')
    .where('account_id', '=', accountId)
    .where('at', '>', now - HOUR)
    .orderBy('at', 'desc')
    .execute();
  return reachedBy(times, {
    limit: LIMIT.requestsPerHour,
    window: HOUR,
    message: `A trial account adds or asks at most ${LIMIT.requestsPerHour} recipients an hour.`,
    reason: 'recipients_per_hour',
  });
}

/** Three confirmation mails per recipient domain and UTC day. */
export async function domainWindow(
  db: Queries,
  { accountId, domain, now }: { readonly accountId: string; readonly domain: string; readonly now: number },
): Promise<Reached | null> {
  const midnight = Date.parse(`${utcDay(now)}T00:00:00Z`);
  const { count } = await db
    .selectFrom('recipient_requests')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('mailed', '=', true)
    .where('at', '>=', midnight)
    .executeTakeFirstOrThrow();
  const limit = LIMIT.mailsPerDomainAndDay;
  if (count < limit) return null;
  return {
    limit,
    resetAt: midnight + DAY,
    message: `At most ${limit} confirmation mails a day go to one domain.`,
    details: { reason: 'confirmations_per_domain', domain },
  };
}

/** Two resends to one recipient in any 24 hours. */
export async function resendWindow(db: Queries, recipientId: string, now: number): Promise<Reached | null> {
  const times = await db
    .selectFrom('recipient_requests')
    .select('at')
    .where('recipient_id', '=', recipientId)
    .where('resend', '=', true)
    .where('at', '>', now - DAY)
    .orderBy('at', 'desc')
    .execute();
  return reachedBy(times, {
    limit: LIMIT.resendsPerDay,
    window: DAY,
    message: `A recipient is asked again at most ${LIMIT.resendsPerDay} times in 24 hours.`,
    reason: 'resends_per_recipient',
  });
}

/** `times` are newest first. The window has room again once the oldest of the last `limit` leaves it. */
function reachedBy(
  times: readonly { readonly at: number }[],
  {
    limit,
    window,
    message,
    reason,
  }: {
    readonly limit: number;
    readonly window: number;
    readonly message: string;
    readonly reason: string;
  },
): Reached | null {
  const blocking = times[limit - 1];
  return blocking ? { limit, resetAt: blocking.at + window, message, details: { reason } } : null;
}

/** Refuses by the limit that lasts longest: a wait for another one would end in a refusal by it. */
export function assertNoneReached(limits: readonly (Reached | null)[], now: number): void {
  const reached = limits.filter((limit) => limit !== null).sort((a, b) => b.resetAt - a.resetAt);
  if (reached[0]) throw rateLimited({ ...reached[0], now });
}

/** An add or resend for the windows; `mailed` when it sent a mail. */
export interface NewRequest {
  readonly accountId: string;
  readonly recipientId: string;
  readonly email: string;
  readonly mailed: boolean;
  readonly resend: boolean;
}

/** Belongs into the transaction that asked the windows, so that adds side by side see each other. */
export async function recordRequest(transaction: Transaction, request: NewRequest): Promise<void> {
  const { db, now } = transaction;
  await db
    .insertInto('recipient_requests')
    .values({
      id: transaction.newId(),
      account_id: request.accountId,
      recipient_id: request.recipientId,
      domain: domainOf(request.email),
      mailed: request.mailed,
      resend: request.resend,
      at: now,
    })
    .execute();
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
