import { TESTABLE_EVENTS } from '../../../shared/contract/values.ts';
import { choice, command, result } from '../../command.ts';
import { given } from '../../given.ts';
import { webhookWord } from '../../known-ids.ts';
import { queuedDelivery } from '../../views/webhooks.ts';

export const webhooksTest = command({
  name: ['webhooks', 'test'],
  summary: 'Send a sample event to a webhook.',
  flags: {
    event: choice('--event <EVENT>', 'Event to simulate. Default: webhook.test.', TESTABLE_EVENTS),
  },
  arguments: { webhook: webhookWord },
  examples: [
    {
      command: 'agentmail webhooks test 1f0a4c11 --event message.delivered',
      about: 'send it; then run webhooks deliveries',
    },
  ],
  endpoints: async () => {
    const { testWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { testWebhook };
  },
  run: async (context, input, { testWebhook }) => {
    const body = given({ event: input.event });
    const client = await context.client();
    return result(await client.call(testWebhook, { params: { id: input.webhook }, body }), queuedDelivery);
  },
});
