import { command } from '../../command.ts';
import { confirm, counted, yesFlag } from '../../confirm.ts';
import { actOnEach } from '../../each.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArguments } from '../../message.ts';
import { messageDeleted } from '../../views/review.ts';

export const messagesDelete = command({
  name: ['messages', 'delete'],
  summary: 'Delete messages and their attachments permanently.',
  flags: { mailbox: mailboxFlag, yes: yesFlag },
  arguments: { messages: messageArguments },
  examples: [
    { command: 'agentmail messages delete 4f1c9a22', about: 'delete one message; there is no undo' },
  ],
  endpoints: async () => {
    const [{ deleteMessage }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { deleteMessage, listMessages, listMailboxes };
  },
  run: async (context, { messages, mailbox, yes }, endpoints) => {
    await confirm(context, yes, () => `Permanently delete ${counted(messages.length, 'message')}?`);
    return actOnEach(
      messages,
      async (message) => {
        const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
        const client = await context.client();
        return client.call(endpoints.deleteMessage, { params: { id } });
      },
      messageDeleted,
    );
  },
});
