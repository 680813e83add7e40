import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { Random } from '../../platform/system/random.ts';
import type { AccessContext } from '../context.ts';

/** Recovery codes for a lost second factor: ten, one use each. */

/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
const FORMAT = /^[a-z0-9]{5}-[a-z0-9]{5}$/;

export async function renewRecoveryCodes(
  context: Pick<AccessContext, 'random' | 'secrets'>,
  { db }: Transaction,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, () => newCode(context.random));
  await dropRecoveryCodes({ db }, accountId);
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        account_id: accountId,
        code_hash: hashRecoveryCode(context, accountId, code),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

export async function dropRecoveryCodes({ db }: Pick<Transaction, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

/** Whether a text looks like a recovery code; six digits don't. */
export function isRecoveryCode(text: string): boolean {
  return FORMAT.test(text.trim().toLowerCase());
}

/** Redeems a code; false when it's unknown or used. */
export async function redeemRecoveryCode(
  context: Pick<AccessContext, 'secrets'>,
  { db, now }: Transaction,
  { accountId, code }: { readonly accountId: string; readonly code: string },
): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(context, accountId, code.trim().toLowerCase()))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function hashRecoveryCode(context: Pick<AccessContext, 'secrets'>, accountId: string, code: string): Buffer {
  return context.secrets.sign('recovery-code', `${accountId}:${code}`);
}

function newCode(random: Random): string {
  let code = '';
  while (code.length < 2 * HALF) {
    for (const byte of random.bytes(2 * HALF)) {
      // 248 is the largest multiple of the alphabet's 31 letters in a byte.
      if (byte < 248 && code.length < 2 * HALF) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}
