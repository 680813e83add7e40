import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../store/store.ts';
import { addressBlock } from '../../system/address-block.ts';

/**
 * Failed log-ins, counted in the database so that a restart or a flood of other emails doesn't reset them.
 * Emails without an account are counted the same way, so neither the answer nor its time reveals which ones
 * exist.
 */
export interface FailureCounter {
  /** Keyed hash of the email. */
  readonly subject: Buffer;
  /** An address block, or a kind of code that is counted over all addresses. */
  readonly scope: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

export type CodeKind = 'email_code' | 'second_factor';

type FailureContext = Pick<Context, 'secrets'>;

export function addressFailures(context: FailureContext, email: string, address: string): FailureCounter {
  return { subject: subjectOf(context, email), scope: addressBlock(address), ...LIMITS.failedLogins };
}

/** Counts over all addresses, since a six-digit code could be guessed from many. */
export function codeFailures(context: FailureContext, email: string, kind: CodeKind): FailureCounter {
  return { subject: subjectOf(context, email), scope: kind, ...LIMITS.wrongLoginCodes };
}

/** Milliseconds until a counter at its limit resets; 0 below the limit. */
export async function blockedFor(db: Queries, counter: FailureCounter, now: number): Promise<number> {
  const row = await db
    .selectFrom('failed_logins')
    .select(['failures', 'ends_at'])
    .where('subject', '=', counter.subject)
    .where('scope', '=', counter.scope)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row && row.failures >= counter.limit ? row.ends_at - now : 0;
}

/** More than one, so that expired windows don't gather. */
const FORGOTTEN_AT_ONCE = 20;

/**
 * Counts a failure in a new window if the earlier one expired, and deletes some expired windows of others.
 */
export async function countFailure(transaction: Transaction, counter: FailureCounter): Promise<void> {
  const { db, now } = transaction;
  const expired = db.deleteFrom('failed_logins').where('ends_at', '<=', now);
  await expired.where('subject', '=', counter.subject).where('scope', '=', counter.scope).execute();
  await expired
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('subject', 'scope'),
        'in',
        selectFrom('failed_logins')
          .select(['subject', 'scope'])
          .where('ends_at', '<=', now)
          .limit(FORGOTTEN_AT_ONCE)
          .$asTuple('subject', 'scope'),
      ),
    )
    .execute();
  await db
    .insertInto('failed_logins')
    .values({
      subject: counter.subject,
      scope: counter.scope,
      failures: 1,
      ends_at: now + counter.windowSeconds * 1000,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'scope'])
        .doUpdateSet((eb) => ({ failures: eb('failed_logins.failures', '+', 1) })),
    )
    .execute();
}

/** Resets the failures of an email after its password changed: earlier guesses no longer matter. */
export async function forgetFailures(
  context: FailureContext,
  { db }: Transaction,
  email: string,
): Promise<void> {
  await db.deleteFrom('failed_logins').where('subject', '=', subjectOf(context, email)).execute();
}

/**
 * Whether the account has a session at this address block: strangers elsewhere can't lock out its owner
 * there.
 */
export async function isKnownAddress(
  { db, now }: Transaction,
  accountId: string,
  address: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .select('address')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .execute();
  const block = addressBlock(address);
  return rows.some((row) => addressBlock(row.address) === block);
}

function subjectOf({ secrets }: FailureContext, email: string): Buffer {
  return secrets.sign('failed-logins', email);
}
