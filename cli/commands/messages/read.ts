import { command } from '../../command.ts';
import { actOnEach } from '../../each.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArguments } from '../../message.ts';
import { markedRead } from '../../views/messages.ts';

export const messagesRead = command({
  name: ['messages', 'read'],
  summary: 'Mark messages as read.',
  flags: { mailbox: mailboxFlag },
  arguments: { messages: messageArguments },
  examples: [{ command: 'agentmail messages read 4f1c9a22', about: 'mark it without showing it' }],
  endpoints: async () => {
    const [{ markMessageRead, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { markMessageRead, listMessages, listMailboxes };
  },
  run: async (context, { messages, mailbox }, endpoints) =>
    actOnEach(
      messages,
      async (message) => {
        const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
        const client = await context.client();
        return client.call(endpoints.markMessageRead, { params: { id } });
      },
      markedRead,
    ),
});
