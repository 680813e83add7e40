import { command, result } from '../../command.ts';
import { webhookList } from '../../views/webhooks.ts';

export const webhooksList = command({
  name: ['webhooks', 'list'],
  summary: 'List the webhooks.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail webhooks list', about: 'list them with the state of their deliveries' }],
  endpoints: async () => {
    const { listWebhooks } = await import('../../../shared/contract/webhooks.ts');
    return { listWebhooks };
  },
  run: async (context, _input, { listWebhooks }) => {
    const client = await context.client();
    return result(await client.call(listWebhooks, {}), webhookList);
  },
});
