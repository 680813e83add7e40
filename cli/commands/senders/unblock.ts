import { command, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';

import { removedEntry } from '../../views/addresses.ts';

export const sendersUnblock = command({
  name: ['senders', 'unblock'],
  summary: 'Unblock a sender.',
  flags: {},
  arguments: { entry: addressed(word('ENTRY', 'Address or @domain, as listed.')) },
  examples: [
    {
      command: 'agentmail senders unblock @spam.example',
      about: 'accept mail again from the next message on',
    },
  ],
  endpoints: async () => {
    const { unblockSender } = await import('../../../shared/contract/sender-lists.ts');
    return { unblockSender };
  },
  run: async (context, input, { unblockSender }) => {
    const client = await context.client();

    return result(await client.call(unblockSender, { params: { email: input.entry } }), removedEntry);
  },
});
