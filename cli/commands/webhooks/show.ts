import { command, result } from '../../command.ts';
import { webhookWord } from '../../known-ids.ts';
import { webhookView } from '../../views/webhooks.ts';

export const webhooksShow = command({
  name: ['webhooks', 'show'],
  summary: 'Show a webhook and the state of its deliveries.',
  flags: {},
  arguments: { webhook: webhookWord },
  examples: [{ command: 'agentmail webhooks show 1f0a4c11', about: 'find out why it was disabled' }],
  endpoints: async () => {
    const { getWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { getWebhook };
  },
  run: async (context, input, { getWebhook }) => {
    const client = await context.client();
    return result(await client.call(getWebhook, { params: { id: input.webhook } }), webhookView);
  },
});
