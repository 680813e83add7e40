import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { starMessage as contract } from '../../../shared/contract/threads.ts';
import type { Principal } from '../../access/principal.ts';
import type { MailContext } from '../context.ts';
import { resolveMessage } from './table.ts';

/** Stars or unstars a message; repeating it writes nothing. */
export function starMessage(
  context: MailContext,
  principal: Principal,
  { params: { id }, body: { starred } }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return context.store.write({ account: principal.account.id }, async ({ db }) => {
    const row = await resolveMessage(db, principal, { id, unbound: 'denied_403' });
    if (row.starred !== starred) {
      await db.updateTable('messages').set({ starred }).where('id', '=', row.id).execute();
    }
    return { message_id: row.id, starred };
  });
}
