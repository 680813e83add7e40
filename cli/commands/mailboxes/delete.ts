import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, result, text } from '../../command.ts';
import { confirm, counted, yesFlag } from '../../confirm.ts';
import { UsageError } from '../../errors.ts';
import { chooseMailbox, mailboxWord } from '../../mailbox.ts';
import { deletedMailbox } from '../../views/mailboxes.ts';

export const mailboxesDelete = command({
  name: ['mailboxes', 'delete'],
  summary: 'Delete a mailbox. It stops receiving, and its name stays taken.',
  flags: {
    mailbox: text('-m, --mailbox <MAILBOX>', 'Mailbox name or ID. There is no default.'),
    yes: yesFlag,
  },
  arguments: { mailboxWord },
  examples: [
    { command: 'agentmail mailboxes delete support', about: 'delete it; its messages stay readable by ID' },
  ],
  endpoints: async () => {
    const [{ deleteMailbox, listMailboxes }, { listMessages }] = await Promise.all([
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/reading.ts'),
    ]);
    return { deleteMailbox, listMailboxes, listMessages };
  },
  run: async (context, { mailbox: named, yes }, { deleteMailbox, listMailboxes, listMessages }) => {
    if (named === undefined) throw new UsageError('No mailbox given.', 'agentmail mailboxes list shows them');
    const mailbox = await chooseMailbox(context, named, listMailboxes);
    const client = await context.client();
    await confirm(context, yes, async () => {
      const limit = LIMITS.messagePage.max;
      const { messages } = await client.call(listMessages, { params: { id: mailbox }, query: { limit } });
      const many =
        messages.length < limit ? counted(messages.length, 'message') : `${limit} or more messages`;
      return `Delete the mailbox ${mailbox} with ${many}? It stops receiving, and its name stays taken.`;
    });
    return result(await client.call(deleteMailbox, { params: { id: mailbox } }), deletedMailbox);
  },
});
