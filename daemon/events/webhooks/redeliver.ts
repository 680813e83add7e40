import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { retryDelivery as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { DAY } from '../../platform/system/clock.ts';
import type { RulesContext } from '../../rules/context.ts';
import { findWebhook } from './table.ts';

/** Delivers again under the same id with all attempts; also after a success. */
export async function retryDelivery(
  context: RulesContext,
  principal: Principal,
  { params: { id: webhookId, delivery_id: deliveryId } }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const webhook = await findWebhook(db, principal, webhookId);
    const delivery = await db
      .selectFrom('webhook_deliveries')
      .select(['seq', 'status'])
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', webhookId)
      .where('created_at', '>', now - LIMITS.eventRetentionDays * DAY)
      .executeTakeFirst();
    if (!delivery) throw notFound('Delivery not found.');
    if (!webhook.enabled) throw new ServiceError('WEBHOOK_DISABLED');
    if (delivery.status === 'pending' || delivery.status === 'retrying') {
      throw new ServiceError('CONFLICT', { state: delivery.status });
    }
    await db
      .updateTable('webhook_deliveries')
      .set({
        status: 'pending',
        attempt_count: 0,
        queued_at: now,
        next_attempt_at: now,
        http_status: null,
        last_error: null,
        response_preview: null,
        delivered_at: null,
        failed_at: null,
      })
      .where('seq', '=', delivery.seq)
      .execute();
    transaction.publish({ kind: 'webhook', id: webhookId });
    return { delivery_id: deliveryId, status: 'pending' };
  });
}
