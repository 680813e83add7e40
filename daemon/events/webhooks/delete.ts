import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { deleteWebhook as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../../rules/context.ts';
import { findWebhook, projectWebhook } from './table.ts';

export const FORGET_DELIVERIES = 'webhooks.forget';

/** Deliveries per transaction. */
const BATCH = 500;

/** Deletes a webhook; its deliveries, possibly many, are deleted right after. */
export async function deleteWebhook(
  context: RulesContext,
  principal: Principal,
  id: string,
): Promise<ReplyOf<typeof contract>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const row = await findWebhook(db, principal, id);
    await db.deleteFrom('webhooks').where('id', '=', id).execute();
    const job = {
      kind: FORGET_DELIVERIES,
      accountId: row.account_id,
      dueAt: now,
      payload: { webhook_id: id },
    };
    await transaction.schedule(job);
    await transaction.audit({
      kind: 'webhook.deleted',
      accountId: row.account_id,
      actor: principal.actor,
      target: id,
      before: projectWebhook(row),
    });
    transaction.publish({ kind: 'webhook', id });
    return { status: 'deleted' };
  });
}

/** Job: deletes the deliveries of a deleted webhook. */
export async function forgetDeliveries(context: RulesContext, payload: unknown): Promise<void> {
  const { webhook_id: webhookId } = payload as { webhook_id: string };
  while ((await forgetBatch(context, webhookId)) === BATCH);
}

function forgetBatch(context: RulesContext, webhookId: string): Promise<number> {
  return context.store.write('none', async ({ db }) => {
    const batch = db
      .selectFrom('webhook_deliveries')
      .select('seq')
      .where('webhook_id', '=', webhookId)
      .limit(BATCH);
    const result = await db.deleteFrom('webhook_deliveries').where('seq', 'in', batch).executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}
