import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { attachmentList } from '../../views/attachments.ts';

export const attachmentsList = command({
  name: ['attachments', 'list'],
  summary: 'List the attachments of a message with scan and preview status.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail attachments list 4f1c9a22', about: 'list them by the short message ID' }],
  endpoints: async () => {
    const [{ getMessage, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
    const client = await context.client();
    const { attachments } = await client.call(endpoints.getMessage, { params: { id } });
    const indexed = attachments.map((attachment, index) => ({ index, ...attachment }));
    return result({ message_id: id, attachments: indexed }, attachmentList);
  },
});
