import { TIER_LIMITS } from '../../shared/contract/limits.ts';
import type { AccountsTable } from '../store/schema.ts';

/** Bytes that an account may store: the operator's limit, else that of its tier. */
export function storageLimit(account: {
  readonly tier: AccountsTable['tier'];
  readonly storage_limit_bytes: number | null;
}): number {
  return account.storage_limit_bytes ?? TIER_LIMITS[account.tier].storageBytes;
}
