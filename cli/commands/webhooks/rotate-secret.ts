import { command, result } from '../../command.ts';
import { webhookWord } from '../../known-ids.ts';
import { webhookSecret } from '../../views/webhooks.ts';

export const webhooksRotateSecret = command({
  name: ['webhooks', 'rotate-secret'],
  summary: 'Create a new signing secret; the old one stops working.',
  flags: {},
  arguments: { webhook: webhookWord },
  examples: [{ command: 'agentmail webhooks rotate-secret 1f0a4c11', about: 'shown once' }],
  endpoints: async () => {
    const { rotateWebhookSecret } = await import('../../../shared/contract/webhooks.ts');
    return { rotateWebhookSecret };
  },
  run: async (context, input, { rotateWebhookSecret }) => {
    const client = await context.client();
    return result(await client.call(rotateWebhookSecret, { params: { id: input.webhook } }), webhookSecret);
  },
});
