import { command, result } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { webhookWord } from '../../known-ids.ts';
import { deletedWebhook } from '../../views/webhooks.ts';

export const webhooksDelete = command({
  name: ['webhooks', 'delete'],
  summary: 'Delete a webhook and its deliveries.',
  flags: { yes: yesFlag },
  arguments: { webhook: webhookWord },
  examples: [
    {
      command: 'agentmail webhooks delete 1f0a4c11',
      about: 'delete it; nothing more is sent to it',
    },
  ],
  endpoints: async () => {
    const { deleteWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { deleteWebhook };
  },
  run: async (context, input, { deleteWebhook }) => {
    await confirm(context, input.yes, () => `Delete the webhook ${input.webhook} and its deliveries?`);
    const client = await context.client();
    return result(await client.call(deleteWebhook, { params: { id: input.webhook } }), deletedWebhook);
  },
});
