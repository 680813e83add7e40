import { LIMITS } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import { DAY, HOUR, SECOND } from '../../platform/system/clock.ts';

/** Parties whose windows a text message counts in. */
export interface SmsParties {
  readonly phoneNumber: string;
  readonly accountId: string;
  /** Network address of the requester. */
  readonly address: string;
}

type CountedColumn = 'phone_number' | 'account_id' | 'address';

interface SmsRule {
  readonly column: CountedColumn;
  readonly limit: number;
  readonly window: number;
}

const { smsPerPhone, smsPerAddressHour, smsCooldownSeconds } = LIMITS;

/** Cooldown and rolling windows: text messages cost money. */
const RULES: readonly SmsRule[] = [
  ...(['phone_number', 'account_id'] as const).flatMap((column) => [
    { column, limit: 1, window: smsCooldownSeconds * SECOND },
    { column, limit: smsPerPhone.hour, window: HOUR },
    { column, limit: smsPerPhone.day, window: DAY },
  ]),
  { column: 'address', limit: smsPerAddressHour, window: HOUR },
];

/** Counts a text message, or refuses it within a cooldown or full window. */
export async function countSms(transaction: Transaction, id: string, parties: SmsParties): Promise<void> {
  const { db, now } = transaction;
  const values: Record<CountedColumn, string> = {
    phone_number: parties.phoneNumber,
    account_id: parties.accountId,
    address: addressBlock(parties.address),
  };
  let freeAt = now;
  for (const { column, limit, window } of RULES) {
    // The message whose expiry makes room.
    const blocking = await db
      .selectFrom('sms_log')
      .select('at')
      .where(column, '=', values[column])
      .where('at', '>', now - window)
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst();
    if (blocking) freeAt = Math.max(freeAt, blocking.at + window);
  }
  if (freeAt > now) {
    throw new ServiceError('PHONE_VERIFICATION_RATE_LIMITED', {
      retry_after: Math.ceil((freeAt - now) / SECOND),
    });
  }
  await db
    .insertInto('sms_log')
    .values({ id, at: now, ...values })
    .execute();
}
