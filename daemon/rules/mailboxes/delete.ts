import type { Principal } from '../../access/principal.ts';
import { eraseServers } from '../../network/connections/table.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { resolveMailbox } from './table.ts';

/**
 * Soft deletion: the mailbox takes no more mail, leaves the bindings of keys, gets no mail of a whole domain,
 * and its schedules end. Its messages stay.
 */
export function deleteMailbox(
  context: RulesContext,
  principal: Principal,
  reference: string,
): Promise<{ status: 'deleted' }> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const row = await resolveMailbox(db, principal, { reference, unbound: 'masked_404' });
    await db
      .updateTable('mailboxes')
      .set({ status: 'deleted', deleted_at: now })
      .where('id', '=', row.id)
      .execute();
    await db
      .updateTable('domains')
      .set({ catch_all_mailbox_id: null })
      .where('account_id', '=', row.account_id)
      .where('catch_all_mailbox_id', '=', row.id)
      .execute();
    if (row.connection_state) await freeConnected(db, row.id);
    await unbindKeys(db, row.account_id, row.id);
    await cancelSchedules(db, row.id);
    transaction.publish({ kind: 'folder', id: row.id });
    await transaction.audit({
      kind: 'mailbox.deleted',
      accountId: row.account_id,
      mailboxId: row.id,
      actor: principal.actor,
    });
    return { status: 'deleted' };
  });
}

/** The address is the owner's, who may connect it again; no valid address looks like the one that stays. */
async function freeConnected(db: Queries, mailboxId: string): Promise<void> {
  await eraseServers(db, mailboxId);
  await db
    .updateTable('mailboxes')
    .set({ address: `released:${mailboxId}`, connection_state: 'disconnected' })
    .where('id', '=', mailboxId)
    .execute();
}

async function cancelSchedules(db: Queries, mailboxId: string): Promise<void> {
  const drafts = db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'draft');
  await db
    .updateTable('drafts')
    .set({ send_at: null })
    .where('message_id', 'in', drafts)
    .where('send_at', 'is not', null)
    .execute();
}

async function unbindKeys(db: Queries, accountId: string, mailboxId: string): Promise<void> {
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'mailbox_ids'])
    .where('account_id', '=', accountId)
    .execute();
  for (const key of keys) {
    if (!key.mailbox_ids.includes(mailboxId)) continue;
    const left = key.mailbox_ids.filter((id) => id !== mailboxId);
    await db.updateTable('api_keys').set({ mailbox_ids: left }).where('id', '=', key.id).execute();
  }
}
