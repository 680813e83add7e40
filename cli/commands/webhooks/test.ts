import { memberOf } from '../../choices.ts';
import { command, result, text, word } from '../../command.ts';
import { given } from '../../given.ts';
import { queuedDelivery } from '../../views/webhooks.ts';

export const webhooksTest = command({
  name: ['webhooks', 'test'],
  summary: 'Send a made-up event to a receiver.',
  flags: {
    event: text('--event <EVENT>', 'Which event to pretend, as message.delivered. Default: webhook.test.'),
  },
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    {
      command: 'agentmail webhooks test 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 --event message.delivered',
      about: 'then: webhooks deliveries',
    },
  ],
  endpoints: async () => {
    const { testWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { testWebhook };
  },
  run: async (context, input, { testWebhook }) => {
    const { TESTABLE_EVENTS } = await import('../../../shared/contract/values.ts');
    const event = input.event === undefined ? undefined : memberOf(TESTABLE_EVENTS, '--event', input.event);
    const body = given({ event });
    const client = await context.client();
    return result(await client.call(testWebhook, { params: { id: input.webhook }, body }), queuedDelivery);
  },
});
