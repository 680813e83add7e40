import type { Selectable } from 'kysely';
import type { VerifiedRecipientsTable } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

export type VerifiedRecipientRow = Selectable<VerifiedRecipientsTable>;
export type RecipientStatus = 'pending' | 'confirmed' | 'expired';

/** A pending row expires with its link. */
export function statusOf(
  row: Pick<VerifiedRecipientRow, 'status' | 'expires_at'>,
  now: number,
): RecipientStatus {
  return row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status;
}

export async function isConfirmedRecipient(db: Queries, accountId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('verified_recipients')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email.toLowerCase())
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  return row !== undefined;
}
