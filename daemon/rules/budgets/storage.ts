import { limitsOf, type PlanColumns } from '../../access/plan.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { standingOf } from './standing.ts';

/** Bytes that an account may store: the operator's limit, else that of its plan. */
export function storageLimit(account: PlanColumns & { readonly storage_limit_bytes: number | null }): number {
  return account.storage_limit_bytes ?? limitsOf(account).storageBytes;
}

/** Refuses bytes that exceed the account's storage. */
export async function assertRoomFor(db: Queries, accountId: string, bytes: number): Promise<void> {
  const account = await standingOf(db, accountId);
  const limit = storageLimit(account);
  if (account.used_bytes + bytes <= limit) return;
  throw new ServiceError('STORAGE_QUOTA_EXCEEDED', { used_bytes: account.used_bytes, limit_bytes: limit });
}
