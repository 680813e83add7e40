import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { attachmentList } from '../../views/attachments.ts';

export const attachmentsList = command({
  name: ['attachments', 'list'],
  summary: 'List the attachments of a message: what they are, and what may be read of them.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail attachments list 4f1c9a22', about: 'by its short id' }],
  endpoints: async () => {
    const [{ getMessage, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const id = await chooseMessage(context, message, mailbox, endpoints);
    const client = await context.client();
    const { attachments } = await client.call(endpoints.getMessage, { params: { id } });
    const indexed = attachments.map((attachment, index) => ({ index, ...attachment }));
    return result({ message_id: id, attachments: indexed }, attachmentList);
  },
});
