import { principalOf } from '../../access/acting-later.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { DraftRow } from '../messages/drafts/table.ts';

/** The principal of a scheduled send. An agent key must still be allowed to send. */
export async function schedulerOf(db: Queries, row: DraftRow): Promise<Principal> {
  const { scheduled_by_type: type, scheduled_by_id: id } = row;
  if (type === null || id === null) throw new Error(`draft ${row.id} has no scheduler`);
  return principalOf(db, { ...row, actor: { type, id } });
}
