import { command, result, word } from '../../command.ts';
import { webhookSecret } from '../../views/webhooks.ts';

export const webhooksRotateSecret = command({
  name: ['webhooks', 'rotate-secret'],
  summary: 'Make a new signing secret; the old one signs nothing any more.',
  flags: {},
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    { command: 'agentmail webhooks rotate-secret 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', about: 'shown once' },
  ],
  endpoints: async () => {
    const { rotateWebhookSecret } = await import('../../../shared/contract/webhooks.ts');
    return { rotateWebhookSecret };
  },
  run: async (context, input, { rotateWebhookSecret }) => {
    const client = await context.client();
    return result(await client.call(rotateWebhookSecret, { params: { id: input.webhook } }), webhookSecret);
  },
});
