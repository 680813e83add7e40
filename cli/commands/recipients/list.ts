import { command, result } from '../../command.ts';
import { recipientList } from '../../views/recipients.ts';

export const recipientsList = command({
  name: ['recipients', 'list'],
  summary: 'List the recipients of a trial account and whether they confirmed.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail recipients list', about: 'list whom the trial account may write to' }],
  endpoints: async () => {
    const { listRecipients } = await import('../../../shared/contract/verified-recipients.ts');
    return { listRecipients };
  },
  run: async (context, _input, { listRecipients }) => {
    const client = await context.client();
    return result(await client.call(listRecipients, {}), recipientList);
  },
});
