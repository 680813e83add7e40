import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';

/** A suspended account sends no confirmations: they're mail in its name. */
export async function assertNotSuspended(db: Queries, accountId: string): Promise<void> {
  const { status } = await db
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (status === 'suspended') throw new ServiceError('ACCOUNT_SUSPENDED');
}
