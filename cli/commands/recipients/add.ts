import { command, flag, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';
import { addedRecipient } from '../../views/recipients.ts';

export const recipientsAdd = command({
  name: ['recipients', 'add'],
  summary: 'Ask a person to confirm mail of this trial account.',
  description: 'Trial accounts write only to people who confirmed. Asking uses one send of the day.',
  flags: { attest: flag('--attest', 'I know this person: no confirmation is asked for. Five in all.') },
  arguments: { address: addressed(word('ADDRESS', 'Whom to ask.')) },
  examples: [
    { command: 'agentmail recipients add ann@example.com', about: 'sends a link that works for 48 hours' },
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
