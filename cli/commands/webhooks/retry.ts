import { command, result } from '../../command.ts';
import { deliveryWord, webhookWord } from '../../known-ids.ts';
import { queuedDelivery } from '../../views/webhooks.ts';

export const webhooksRetry = command({
  name: ['webhooks', 'retry'],
  summary: 'Retry a delivery with a full set of attempts.',
  flags: {},
  arguments: {
    webhook: webhookWord,
    delivery: deliveryWord,
  },
  examples: [
    {
      command: 'agentmail webhooks retry 1f0a4c11 1f0a4c11',
      about: 'redeliver after you fixed the receiver',
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
