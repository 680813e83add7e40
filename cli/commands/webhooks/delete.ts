import { command, result, word } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { deletedWebhook } from '../../views/webhooks.ts';

export const webhooksDelete = command({
  name: ['webhooks', 'delete'],
  summary: 'Delete a receiver of events and its deliveries.',
  flags: { yes: yesFlag },
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    {
      command: 'agentmail webhooks delete 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'nothing more is sent to it',
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
