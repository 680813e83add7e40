import { command, result } from '../../command.ts';
import { deliveryWord, webhookWord } from '../../known-ids.ts';
import { queuedDelivery } from '../../views/webhooks.ts';

export const webhooksRetry = command({
  name: ['webhooks', 'retry'],
  summary: 'Deliver an event again, with all attempts anew.',
  flags: {},
  arguments: {
    webhook: webhookWord,
    delivery: deliveryWord,
  },
  examples: [
    {
      command: 'agentmail webhooks retry 1f0a4c11 1f0a4c11',
      about: 'after the receiver was repaired',
    },
  ],
  endpoints: async () => {
    const { retryDelivery } = await import('../../../shared/contract/webhooks.ts');
    return { retryDelivery };
  },
  run: async (context, input, { retryDelivery }) => {
    const client = await context.client();
    return result(
      await client.call(retryDelivery, { params: { id: input.webhook, delivery_id: input.delivery } }),
      queuedDelivery,
    );
  },
});
