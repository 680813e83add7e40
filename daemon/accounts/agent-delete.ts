import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';

/** Sets whether agent keys may delete messages, from the next request on. */
export function setAgentDelete(
  context: Context,
  principal: Principal,
  enabled: boolean,
): Promise<{ agent_delete_messages_enabled: boolean }> {
  const { id } = principal.account;
  return context.store.write({ account: id }, async (transaction) => {
    const result = await transaction.db
      .updateTable('accounts')
      .set({ agent_delete_messages_enabled: enabled })
      .where('id', '=', id)
      .where('agent_delete_messages_enabled', '!=', enabled)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) {
      await transaction.audit({
        kind: 'account.agent_delete_messages_enabled.updated',
        accountId: id,
        actor: principal.actor,
        before: !enabled,
        after: enabled,
      });
    }
    return { agent_delete_messages_enabled: enabled };
  });
}
