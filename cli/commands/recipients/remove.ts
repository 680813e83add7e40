import { command, result, word } from '../../command.ts';
import { removedRecipient } from '../../views/recipients.ts';

export const recipientsRemove = command({
  name: ['recipients', 'remove'],
  summary: 'Remove a recipient; the trial account can no longer write there.',
  flags: {},
  arguments: { recipient: word('RECIPIENT_ID', 'Id of the recipient, as recipients list shows it.') },
  examples: [
    {
      command: 'agentmail recipients remove 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'the link stops working, too',
    },
  ],
  endpoints: async () => {
    const { removeRecipient } = await import('../../../shared/contract/verified-recipients.ts');
    return { removeRecipient };
  },
  run: async (context, { recipient }, { removeRecipient }) => {
    const client = await context.client();
    return result(await client.call(removeRecipient, { params: { id: recipient } }), removedRecipient);
  },
});
