import { maskPhone } from '../../../access/phone.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { getAccount } from '../read.ts';

/** The account in its read shape. A person gets the whole phone number, a key the masked one. */
export async function exportedAccount(context: Context, principal: Principal): Promise<unknown> {
  const row = await context.store.read
    .selectFrom('accounts')
    .select(['phone_number', 'email_verified_at', 'phone_verified_at', 'created_at', 'mfa_method'])
    .where('id', '=', principal.account.id)
    .executeTakeFirstOrThrow();
  const phone = row.phone_number;
  return {
    ...getAccount(principal),
    phone_number: phone === null || principal.method === 'session' ? phone : maskPhone(phone),
    email_verified: row.email_verified_at !== null,
    phone_verified: row.phone_verified_at !== null,
    mfa_method: row.mfa_method,
    created_at: isoTime(row.created_at),
  };
}
