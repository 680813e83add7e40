import { addAddresses, addressArguments, addressFileFlag } from '../../addresses.ts';
import { command, result } from '../../command.ts';

import { addedEntry } from '../../views/addresses.ts';

export const sendersBlock = command({
  name: ['senders', 'block'],
  summary: 'Block senders in all mailboxes.',
  flags: { file: addressFileFlag },
  arguments: addressArguments,
  examples: [{ command: 'agentmail senders block @spam.example', about: 'block a whole domain' }],
  endpoints: async () => {
    const { blockSender, blockSenders } = await import('../../../shared/contract/sender-lists.ts');
    return { blockSender, blockSenders };
  },
  run: async (context, input, { blockSender, blockSenders }) => {
    const client = await context.client();
    return addAddresses(
      context,
      input,
      async (email) => result(await client.call(blockSender, { body: { email } }), addedEntry),
      (emails) => client.call(blockSenders, { body: { emails: [...emails] } }),
    );
  },
});
