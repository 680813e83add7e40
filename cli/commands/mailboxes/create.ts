import { command, result, text, word } from '../../command.ts';
import { createdMailbox } from '../../views/mailboxes.ts';

export const mailboxesCreate = command({
  name: ['mailboxes', 'create'],
  summary: 'Make a mailbox with an address of its own.',
  flags: {
    displayName: text('--display-name <TEXT>', 'What recipients see as the sender. Default: the name.'),
  },
  arguments: { name: word('NAME', 'Local part of the address; it never changes.') },
  examples: [
    {
      command: 'agentmail mailboxes create support --display-name "Acme Support"',
      about: 'with a name for people',
    },
  ],
  endpoints: async () => {
    const { createMailbox } = await import('../../../shared/contract/mailboxes.ts');
    return { createMailbox };
  },
  run: async (context, { name, displayName }, { createMailbox }) => {
    const client = await context.client();
    const body = { name, ...(displayName === undefined ? {} : { display_name: displayName }) };
    return result(await client.call(createMailbox, { body }), createdMailbox);
  },
});
