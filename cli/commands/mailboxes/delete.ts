import { command, result, word } from '../../command.ts';
import { deletedMailbox } from '../../views/mailboxes.ts';

export const mailboxesDelete = command({
  name: ['mailboxes', 'delete'],
  summary: 'Delete a mailbox: it takes no more mail, and its name stays taken.',
  flags: {},
  arguments: { mailbox: word('MAILBOX', 'Name or id.') },
  examples: [{ command: 'agentmail mailboxes delete support', about: 'its messages stay readable by id' }],
  endpoints: async () => {
    const { deleteMailbox } = await import('../../../shared/contract/mailboxes.ts');
    return { deleteMailbox };
  },
  run: async (context, { mailbox }, { deleteMailbox }) => {
    const client = await context.client();
    return result(await client.call(deleteMailbox, { params: { id: mailbox } }), deletedMailbox);
  },
});
