import { command, flag, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';
import { addedRecipient } from '../../views/recipients.ts';

export const recipientsAdd = command({
  name: ['recipients', 'add'],
  summary: 'Ask a recipient to confirm that this trial account may write to them.',
  description: "Trial accounts write only to confirmed recipients. Asking uses one of today's sends.",
  flags: { attest: flag('--attest', 'Vouch for the recipient instead of asking; at most five in all.') },
  arguments: { address: addressed(word('ADDRESS', 'Recipient address.')) },
  examples: [
    { command: 'agentmail recipients add ann@example.com', about: 'send a link that works for 48 hours' },
  ],
  endpoints: async () => {
    const { addRecipient } = await import('../../../shared/contract/verified-recipients.ts');
    return { addRecipient };
  },
  run: async (context, { address, attest }, { addRecipient }) => {
    const client = await context.client();
    const body = { email: address, ...(attest ? { attest } : {}) };
    return result(await client.call(addRecipient, { body }), addedRecipient);
  },
});
