import { command, flag, longResult } from '../command.ts';
import { extractAndPrint, extractFlag } from '../extract/extract.ts';
import { mailboxFlag } from '../mailbox.ts';
import { chooseMessage, messageArgument } from '../message.ts';
import { messageView } from '../views/messages.ts';

export const read = command({
  name: ['read'],
  summary: 'Show a message and mark it as read.',
  flags: {
    mailbox: mailboxFlag,
    peek: flag('--peek', 'Leave the message unread.'),
    extract: extractFlag,
  },
  arguments: { message: messageArgument },
  examples: [
    { command: 'agentmail read 4f1c9a22', about: 'read by the short ID that agentmail inbox shows' },
    { command: 'agentmail read 4f1c9a22 --extract otp', about: 'print only its one-time code' },
  ],
  codes: ['NOTHING_FOUND'],
  endpoints: async () => {
    const [{ getMessage, markMessageRead, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, markMessageRead, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox, peek, extract }, endpoints) => {
    const params = { id: await chooseMessage(context, { typed: message, mailbox }, endpoints) };
    const client = await context.client();
    const shown = await client.call(endpoints.getMessage, { params, query: {} });
    const { read_at } = peek ? shown : await client.call(endpoints.markMessageRead, { params });
    if (extract) return extractAndPrint(context, shown, extract);
    return longResult({ ...shown, read_at }, messageView);
  },
});
