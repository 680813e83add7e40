import { ServiceError } from '../../errors.ts';
import type { Queries } from '../../store/store.ts';

/** An allowlist mailbox without entries could write to nobody; that takes `force_empty`. */
export async function assertNotEmpty(db: Queries, mailboxId: string): Promise<void> {
  const entry = await db
    .selectFrom('list_entries')
    .select('seq')
    .where('list', '=', 'recipient_allowlist')
    .where('owner_id', '=', mailboxId)
    .limit(1)
    .executeTakeFirst();
  if (!entry) throw new ServiceError('ALLOWLIST_EMPTY');
}
