import { command, result, word } from '../../command.ts';
import { webhookView } from '../../views/webhooks.ts';

export const webhooksShow = command({
  name: ['webhooks', 'show'],
  summary: 'Show one receiver of events and how its deliveries went.',
  flags: {},
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    { command: 'agentmail webhooks show 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', about: 'why it was disabled' },
  ],
  endpoints: async () => {
    const { getWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { getWebhook };
  },
  run: async (context, input, { getWebhook }) => {
    const client = await context.client();
    return result(await client.call(getWebhook, { params: { id: input.webhook } }), webhookView);
  },
});
