import { ServiceError } from '../../errors.ts';
import { isAllowlistEmpty } from '../../recipients/allowlist.ts';
import type { Queries } from '../../store/store.ts';

/** An empty allowlist stops all mail, so it needs `force_empty`. */
export async function assertNotEmpty(db: Queries, mailboxId: string): Promise<void> {
  if (await isAllowlistEmpty(db, mailboxId)) throw new ServiceError('ALLOWLIST_EMPTY');
}
