import { command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { reported } from '../../views/policies.ts';

export const messagesReport = command({
  name: ['messages', 'report'],
  summary: 'Report a message as unwanted; blocks its sender, and the message if quarantined.',
  flags: { mailbox: mailboxFlag, reason: text('--reason <TEXT>', 'Reason to record.') },
  arguments: { message: messageArgument },
  examples: [
    {
      command: 'agentmail messages report 4f1c9a22 --reason phishing',
      about: 'block everything from that sender',
    },
  ],
  endpoints: async () => {
    const [{ reportMessage }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { reportMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox, reason }, endpoints) => {
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
    const client = await context.client();
    const body = given({ reason });
    return result(await client.call(endpoints.reportMessage, { params: { id }, body }), reported);
  },
});
