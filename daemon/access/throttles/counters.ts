import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/**
 * Counts attempts in fixed windows that begin with the first attempt, in the database, so that nodes count
 * together and neither a restart nor a flood of other callers resets a count. On PostgreSQL the table isn't
 * logged: it's empty after a crash of the server, and on a standby that takes its place.
 */
export interface AttemptCounter {
  /** Keyed hash of whom it counts. */
  readonly subject: Buffer;
  /** Tells counters of one subject apart. */
  readonly scope: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A counted attempt. Its number is above the limit if it was refused. */
export interface CountedAttempt {
  readonly number: number;
  readonly endsAt: number;
}

/**
 * Counts an attempt in one statement, so that parallel attempts get different numbers on all nodes. Refused
 * ones aren't added up: the count stops at one above the limit.
 */
export async function countAttempt(
  db: Queries,
  counter: AttemptCounter,
  now: number,
): Promise<CountedAttempt> {
  const { subject, scope, limit } = counter;
  const length = counter.windowSeconds * 1000;
  // A window that ends later than a node with a faster clock would set began before the clock was set back.
  const isOpen = sql<boolean>`throttles.ends_at > ${now} and throttles.ends_at <= ${now + 2 * length}`;
  const { attempts, ends_at } = await db
    .insertInto('throttles')
    .values({ subject, scope, attempts: 1, ends_at: now + length })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'scope']).doUpdateSet({
        attempts: sql<number>`case when not (${isOpen}) then 1
          when throttles.attempts > ${limit} then throttles.attempts else throttles.attempts + 1 end`,
        ends_at: sql<number>`case when ${isOpen} then throttles.ends_at else ${now + length} end`,
      }),
    )
    .returning(['attempts', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { number: attempts, endsAt: ends_at };
}

/** Takes back a counted attempt that succeeded, or wasn't made. */
export async function uncountAttempt(
  db: Queries,
  { subject, scope, limit }: AttemptCounter,
  { endsAt }: CountedAttempt,
): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ attempts: sql<number>`case when attempts > ${limit} then ${limit} else attempts end - 1` })
    .where('subject', '=', subject)
    .where('scope', '=', scope)
    .where('ends_at', '=', endsAt)
    .where('attempts', '>', 0)
    .execute();
}

/** Milliseconds until a counter at its limit resets; 0 below the limit. */
export async function blockedFor(
  db: Queries,
  { subject, scope, limit, windowSeconds }: AttemptCounter,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('ends_at')
    .where('subject', '=', subject)
    .where('scope', '=', scope)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', now + 2 * windowSeconds * 1000)
    .where('attempts', '>=', limit)
    .executeTakeFirst();
  return row ? row.ends_at - now : 0;
}
