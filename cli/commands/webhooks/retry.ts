import { command, result, word } from '../../command.ts';
import { queuedDelivery } from '../../views/webhooks.ts';

export const webhooksRetry = command({
  name: ['webhooks', 'retry'],
  summary: 'Deliver an event again, with all attempts anew.',
  flags: {},
  arguments: {
    webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.'),
    delivery: word('DELIVERY', 'Id of the delivery.'),
  },
  examples: [
    {
      command:
        'agentmail webhooks retry 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
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
