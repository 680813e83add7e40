import { ServiceError } from '../../../platform/errors/service-error.ts';
import { hasEntries } from '../../../platform/store/list-entries.ts';
import type { Queries } from '../../../platform/store/store.ts';

/** An empty allowlist stops all mail, so it needs `force_empty`. */
export async function assertNotEmpty(db: Queries, mailboxId: string): Promise<void> {
  if (!(await hasEntries(db, { list: 'recipient_allowlist', ownerId: mailboxId })))
    throw new ServiceError('ALLOWLIST_EMPTY');
}
