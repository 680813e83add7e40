import { sql } from 'kysely';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { ACCOUNT_ERASURE } from './erase.ts';

interface Deletable {
  readonly id: string;
  readonly status: string;
  readonly deleted_at: number | null;
  readonly erased_at: number | null;
  readonly deleted_from: 'pending_verification' | 'active' | 'suspended' | null;
}

/** End of the restore period, in milliseconds since 1970; null when the account can't be restored. */
export function restorableUntil({ status, deleted_at, erased_at }: Omit<Deletable, 'id' | 'deleted_from'>) {
  if (status !== 'deleted' || deleted_at === null || erased_at !== null) return null;
  return deleted_at + LIMITS.erasureDays * DAY;
}

/**
 * Restores a deleted account: its mailboxes return to their earlier state and the erasure is cancelled. Keys,
 * sessions and schedules stay ended, and webhooks disabled.
 */
export async function restoreAccount(
  transaction: Transaction,
  { account, actor }: { readonly account: Deletable; readonly actor: Actor },
): Promise<void> {
  const { db, now } = transaction;
  const until = restorableUntil(account);
  if (until === null || until <= now) {
    const reason = account.status === 'deleted' ? 'account_erased' : 'account_not_deleted';
    throw new ServiceError('CONFLICT', { reason }, { message: "The account can't be restored." });
  }
  await db
    .updateTable('accounts')
    .set({ status: account.deleted_from ?? 'active', deleted_at: null, deleted_from: null })
    .where('id', '=', account.id)
    .execute();
  const mailboxes = await db
    .updateTable('mailboxes')
    .set(({ fn, ref, val }) => ({
      status: fn.coalesce(ref('deleted_from'), val('active' as const)),
      deleted_at: null,
      deleted_from: null,
    }))
    .where('account_id', '=', account.id)
    .where('status', '=', 'deleted')
    // Mailboxes deleted earlier stay deleted.
    .where('deleted_at', '=', account.deleted_at)
    .returning('id')
    .execute();
  await db
    .deleteFrom('jobs')
    .where('kind', '=', ACCOUNT_ERASURE)
    .where(sql<string>`payload ->> 'account_id'`, '=', account.id)
    .execute();
  await transaction.audit({ kind: 'account.restored', accountId: account.id, actor });
  for (const { id } of mailboxes) transaction.publish({ kind: 'folder', id });
}
