import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { messageDeleted } from '../../views/review.ts';

export const messagesDelete = command({
  name: ['messages', 'delete'],
  summary: 'Delete a message and everything that is stored of it, for good.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail messages delete 4f1c9a22', about: 'there is no way back' }],
  endpoints: async () => {
    const [{ deleteMessage }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { deleteMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const id = await chooseMessage(context, message, mailbox, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.deleteMessage, { params: { id } }), messageDeleted);
  },
});
