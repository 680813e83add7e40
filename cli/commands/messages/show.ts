import { choice, command, flag, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { messageView } from '../../views/messages.ts';

export const messagesShow = command({
  name: ['messages', 'show'],
  summary: 'Show one message with its text, attachments and scan; it stays unread.',
  flags: {
    mailbox: mailboxFlag,
    format: choice('--body-format <FORMAT>', 'How the text is given; html only for dashboard sessions.', [
      'text',
      'html',
    ]),
    verbose: flag('--verbose', 'Also scan findings that changed nothing (in JSON).'),
  },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail messages show 4f1c9a22', about: 'by its short id' }],
  endpoints: async () => {
    const [{ getMessage, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox, format, verbose }, endpoints) => {
    const id = await chooseMessage(context, message, mailbox, endpoints);
    const client = await context.client();
    const query = {
      ...(format === undefined ? {} : { body_format: format }),
      ...(verbose ? { view: 'verbose' as const } : {}),
    };
    return result(await client.call(endpoints.getMessage, { params: { id }, query }), messageView);
  },
});
