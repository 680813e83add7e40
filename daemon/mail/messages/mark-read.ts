import type { Principal } from '../../access/principal.ts';
import { DEFAULT_VIEW } from '../../platform/store/message-states.ts';
import { isoTimeOrNull } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import { closeDenial } from './denials.ts';
import { resolveMessage } from './table.ts';

/**
 * Marks a visible inbound message as read; later calls return the same time. A denied message isn't offered
 * for revision any more.
 */
export function markMessageRead(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<{ message_id: string; read_at: string | null }> {
  return context.store.write({ account: principal.account.id }, async ({ db, now }) => {
    const row = await resolveMessage(db, principal, { id, unbound: 'masked_404' });
    let readAt = row.read_at;
    if (readAt === null && row.direction === 'inbound' && DEFAULT_VIEW.includes(row.state)) {
      readAt = now;
      await db.updateTable('messages').set({ read_at: now }).where('id', '=', row.id).execute();
    }
    if (row.denial_open) await closeDenial(db, row.id);
    return { message_id: row.id, read_at: isoTimeOrNull(readAt) };
  });
}
