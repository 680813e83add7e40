import { command, result, text } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { exportedAccount } from '../../views/account.ts';
import { rawView } from '../../views/outbox.ts';

export const messagesRaw = command({
  name: ['messages', 'raw'],
  summary: 'Print the source of a message (RFC 5322), for the owner of the machine.',
  description:
    "A received message is as it came. A sent one is written again from its parts, without a DKIM signature. It takes the owner's\n" +
    'token of this machine: keys never see sources, which show what redaction and quarantine hide.',
  flags: {
    mailbox: mailboxFlag,
    output: text('-o, --output <FILE>', 'Write it to this file, readable by you only.'),
  },
  arguments: { message: messageArgument },
  examples: [
    { command: 'agentmail messages raw 4f1c9a22 > mail.eml', about: 'for another mail program' },
    { command: 'agentmail messages raw 4f1c9a22 | agentmail scan', about: 'why was it held?' },
  ],
  endpoints: async () => {
    const [{ getRawMessage }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/raw-mail.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getRawMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox, output }, endpoints) => {
    const id = await chooseMessage(context, message, mailbox, endpoints);
    const client = await context.client();
    const response = await client.open(endpoints.getRawMessage, { params: { id } });
    const { writeStream, writeToStdout } = await import('../../home/write-stream.ts');
    if (output !== undefined)
      return result({ file: output, bytes: await writeStream(output, response) }, exportedAccount);
    if (context.jsonAsked || !context.json) return result({ id, raw: await response.text() }, rawView);
    await writeToStdout(context, response);
    return 'ok';
  },
});
