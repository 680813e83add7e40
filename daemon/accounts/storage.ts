import { TIER_LIMITS } from '../../shared/contract/limits.ts';
import { ServiceError } from '../errors.ts';
import type { AccountsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { standingOf } from './standing.ts';

/** Bytes that an account may store: the operator's limit, else that of its tier. */
export function storageLimit(account: {
  readonly tier: AccountsTable['tier'];
  readonly storage_limit_bytes: number | null;
}): number {
  return account.storage_limit_bytes ?? TIER_LIMITS[account.tier].storageBytes;
}

/** Refuses bytes that the account has no room for. */
export async function assertRoomFor(db: Queries, accountId: string, bytes: number): Promise<void> {
  const account = await standingOf(db, accountId);
  const limit = storageLimit(account);
  if (account.used_bytes + bytes <= limit) return;
  throw new ServiceError('STORAGE_QUOTA_EXCEEDED', { used_bytes: account.used_bytes, limit_bytes: limit });
}
