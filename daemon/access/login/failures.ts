import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import type { AccessContext } from '../context.ts';
import type { AttemptCounter } from '../throttles/counters.ts';
import { addressSubject, type CounterInput, counterOf } from '../throttles/throttles.ts';

/**
 * Failed log-ins. Emails without an account are counted the same way, so neither the answer nor its time
 * reveals which ones exist.
 */

export type CodeKind = 'email_code' | 'second_factor';

/** By email and address, and by address over all emails, which bounds the counters that one caller makes. */
export function loginFailures(email: string, address: string): readonly CounterInput[] {
  return [
    { subject: subjectOf(email), scope: addressBlock(address), ...LIMITS.failedLogins },
    { subject: addressSubject(address), scope: 'login', ...LIMITS.failedLoginsPerAddress },
  ];
}

/** Counts over all addresses, since a six-digit code could be guessed from many. */
export function codeFailures(
  context: Pick<AccessContext, 'secrets'>,
  email: string,
  kind: CodeKind,
): AttemptCounter {
  return counterOf(context, { subject: subjectOf(email), scope: kind, ...LIMITS.wrongLoginCodes });
}

/** Resets the failures of an email after its password changed: earlier guesses no longer matter. */
export async function forgetFailures(
  context: Pick<AccessContext, 'secrets'>,
  { db }: Transaction,
  email: string,
): Promise<void> {
  const { subject } = codeFailures(context, email, 'second_factor');
  await db.deleteFrom('throttles').where('subject', '=', subject).execute();
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

function subjectOf(email: string): string {
  return `email ${email}`;
}
