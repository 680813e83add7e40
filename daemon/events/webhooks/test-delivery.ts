import type { z } from 'zod';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { type EventData, WEBHOOK_TEST, type webhookTestData } from '../../../shared/contract/events.ts';
import type { TESTABLE_EVENTS } from '../../../shared/contract/values.ts';
import type { testWebhook as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../../rules/context.ts';
import { enqueueDelivery } from './enqueue.ts';
import { findWebhook } from './table.ts';

type Testable = (typeof TESTABLE_EVENTS)[number];

/** Enqueues a delivery with made-up data. */
export async function testWebhook(
  context: RulesContext,
  principal: Principal,
  { params: { id }, body: { event } }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const webhook = await findWebhook(transaction.db, principal, id);
    if (!webhook.enabled) throw new ServiceError('WEBHOOK_DISABLED');
    const ping: z.output<typeof webhookTestData> = {
      webhook_id: id,
      message: 'This is a test of your webhook.',
    };
    const testData =
      event === undefined ? ping : madeUp(event, isoTime(transaction.now), () => transaction.newId());
    const deliveryId = await enqueueDelivery(transaction, {
      webhookId: id,
      accountId: webhook.account_id,
      eventType: event ?? WEBHOOK_TEST,
      eventSeq: null,
      testData,
    });
    return { delivery_id: deliveryId };
  });
}

function madeUp(event: Testable, at: string, newId: () => string): EventData<Testable> {
  const message = {
    message_id: newId(),
    mailbox_id: newId(),
    thread_id: newId(),
    sender: 'agent@example.com',
    recipient: 'recipient@example.com',
    to: 'recipient@example.com',
    subject: 'An example message of a webhook test',
  };
  switch (event) {
    case 'message.delivered':
      return { ...message, delivered_at: at };
    case 'message.bounced':
      return {
        ...message,
        bounce_type: 'hard',
        bounce_reason: '550 5.1.1 no such mailbox',
        bounced_at: at,
      };
    case 'recipient_blocklist.added':
      return {
        email: 'recipient@example.com',
        pattern_type: 'email',
        reason: 'manual',
        source: 'customer',
        created_at: at,
        added_by_actor_type: 'admin',
        added_by_actor_id: newId(),
      };
  }
}
