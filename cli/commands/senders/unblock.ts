import { command, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';

import { removedEntry } from '../../views/addresses.ts';

export const sendersUnblock = command({
  name: ['senders', 'unblock'],
  summary: 'Take mail from a blocked sender again.',
  flags: {},
  arguments: { entry: addressed(word('ENTRY', 'The address or @domain, as the list shows it.')) },
  examples: [{ command: 'agentmail senders unblock @spam.example', about: 'from the next mail on' }],
  endpoints: async () => {
    const { unblockSender } = await import('../../../shared/contract/sender-lists.ts');
    return { unblockSender };
  },
  run: async (context, input, { unblockSender }) => {
    const client = await context.client();

    return result(await client.call(unblockSender, { params: { email: input.entry } }), removedEntry);
  },
});
