import type { Queries } from '../../platform/store/store.ts';

/** Proofs that an account can give: the second factor, else the password. */
export interface ProofMethods {
  readonly method: 'totp' | 'sms' | 'password' | 'none';
  readonly passwordHash: string | null;
  readonly phoneNumber: string | null;
}

export async function proofMethods(db: Queries, accountId: string): Promise<ProofMethods> {
  const row = await db
    .selectFrom('accounts')
    .select(['mfa_method', 'password_hash', 'phone_number'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const fallback = row.password_hash === null ? 'none' : 'password';
  return {
    method: row.mfa_method === 'none' ? fallback : row.mfa_method,
    passwordHash: row.password_hash,
    phoneNumber: row.phone_number,
  };
}
