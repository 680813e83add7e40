import { command, result } from '../../command.ts';
import { recipientWord } from '../../known-ids.ts';
import { removedRecipient } from '../../views/recipients.ts';

export const recipientsRemove = command({
  name: ['recipients', 'remove'],
  summary: "Remove a recipient, so that the trial account can't write there.",
  flags: {},
  arguments: { recipient: recipientWord },
  examples: [
    {
      command: 'agentmail recipients remove 1f0a4c11',
      about: 'remove the recipient and invalidate the link',
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
