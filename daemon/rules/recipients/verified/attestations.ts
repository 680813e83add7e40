import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { CallerAccount } from '../../../access/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { DAY } from '../../../platform/system/clock.ts';
import type { RulesContext } from '../../context.ts';

/** Attested recipients: five in all, per verified phone or else per account. */

type PhoneOwner = Pick<CallerAccount, 'id' | 'phoneNumber' | 'phoneVerified'>;
type AttestationContext = Pick<RulesContext, 'secrets'>;

const PHONE_PURPOSE = 'attestation-phone';
const { attested: ALLOWANCE, phoneDays: PHONE_DAYS } = LIMITS.verifiedRecipients;

/** Attestations left; deleting a recipient doesn't return one. */
export async function remainingAttestations(
  context: AttestationContext,
  db: Queries,
  { account, now }: { readonly account: PhoneOwner; readonly now: number },
): Promise<number> {
  const own = await db
    .selectFrom('recipient_attestations')
    .select(['at', 'reported_at'])
    .where('account_id', '=', account.id)
    .orderBy('at')
    .execute();
  if (own.some(({ reported_at }) => reported_at !== null)) return 0;
  if (await isTakenByOther(context, db, { account, since: own[0]?.at ?? now, now })) return 0;
  return Math.max(0, ALLOWANCE - own.length);
}

/** Whether another account attested with this phone less than 90 days ago. */
async function isTakenByOther(
  context: AttestationContext,
  db: Queries,
  { account, since, now }: { readonly account: PhoneOwner; readonly since: number; readonly now: number },
): Promise<boolean> {
  const mark = phoneMark(context, account);
  if (mark === null) return false;
  const earlier = await db
    .selectFrom('recipient_attestations')
    .select('id')
    .where('phone_mark', '=', mark)
    .where('account_id', '!=', account.id)
    .where('at', '<=', since)
    .where('at', '>', now - PHONE_DAYS * DAY)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Refuses after a report of abuse, and when the allowance is used up. */
export async function assertMayAttest(
  context: AttestationContext,
  db: Queries,
  { account, now }: { readonly account: PhoneOwner; readonly now: number },
): Promise<void> {
  const reported = await db
    .selectFrom('recipient_attestations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('reported_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (reported) throw new ServiceError('TIER_LIMIT', { reason: 'attestation_disabled' });
  if ((await remainingAttestations(context, db, { account, now })) === 0) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'attestation_cap', limit: ALLOWANCE },
      { message: 'This account can no longer add recipients by attestation.' },
    );
  }
}

export async function recordAttestation(
  context: Pick<RulesContext, 'secrets'>,
  transaction: Transaction,
  { account, email }: { readonly account: PhoneOwner; readonly email: string },
): Promise<void> {
  const { db, now } = transaction;
  await db
    .insertInto('recipient_attestations')
    .values({
      id: transaction.newId(),
      account_id: account.id,
      phone_mark: phoneMark(context, account),
      email,
      at: now,
      reported_at: null,
    })
    .execute();
}

/** Keyed hash of the phone. */
function phoneMark({ secrets }: AttestationContext, account: PhoneOwner): string | null {
  if (account.phoneNumber === null || !account.phoneVerified) return null;
  return secrets.sign(PHONE_PURPOSE, account.phoneNumber).toString('hex');
}
