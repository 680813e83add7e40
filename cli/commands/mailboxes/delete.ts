import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, result, word } from '../../command.ts';
import { confirm, counted, yesFlag } from '../../confirm.ts';
import { deletedMailbox } from '../../views/mailboxes.ts';

export const mailboxesDelete = command({
  name: ['mailboxes', 'delete'],
  summary: 'Delete a mailbox: it accepts no more mail, and its name stays taken.',
  flags: { yes: yesFlag },
  arguments: { mailbox: word('MAILBOX', 'Name or id.') },
  examples: [{ command: 'agentmail mailboxes delete support', about: 'its messages stay readable by id' }],
  endpoints: async () => {
    const [{ deleteMailbox }, { listMessages }] = await Promise.all([
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/reading.ts'),
    ]);
    return { deleteMailbox, listMessages };
  },
  run: async (context, { mailbox, yes }, { deleteMailbox, listMessages }) => {
    const client = await context.client();
    await confirm(context, yes, async () => {
      const limit = LIMITS.messagePage.max;
      const { messages } = await client.call(listMessages, { params: { id: mailbox }, query: { limit } });
      const many =
        messages.length < limit ? counted(messages.length, 'message') : `${limit} or more messages`;
      return `Delete the mailbox ${mailbox} with ${many}? It accepts no more mail, and its name stays taken.`;
    });
    return result(await client.call(deleteMailbox, { params: { id: mailbox } }), deletedMailbox);
  },
});
