import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { markedRead } from '../../views/messages.ts';

export const messagesRead = command({
  name: ['messages', 'read'],
  summary: 'Mark a message as read.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail messages read 4f1c9a22', about: 'without showing it' }],
  endpoints: async () => {
    const [{ markMessageRead, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { markMessageRead, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const id = await chooseMessage(context, message, mailbox, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.markMessageRead, { params: { id } }), markedRead);
  },
});
