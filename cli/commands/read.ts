import { command, result } from '../command.ts';
import { mailboxFlag } from '../mailbox.ts';
import { chooseMessage, messageArgument } from '../message.ts';
import { messageView } from '../views/messages.ts';

export const read = command({
  name: ['read'],
  summary: 'Show one message and mark it as read.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail read 4f1c9a22', about: 'by the short id that agentmail inbox shows' }],
  endpoints: async () => {
    const [{ getMessage, markMessageRead, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, markMessageRead, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const params = { id: await chooseMessage(context, message, mailbox, endpoints) };
    const client = await context.client();
    const shown = await client.call(endpoints.getMessage, { params, query: {} });
    const { read_at } = await client.call(endpoints.markMessageRead, { params });
    return result({ ...shown, read_at }, messageView);
  },
});
