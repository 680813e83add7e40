import { command, result, text } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { exportedAccount } from '../../views/account.ts';
import { rawView } from '../../views/outbox.ts';

export const messagesRaw = command({
  name: ['messages', 'raw'],
  summary: 'Print the RFC 5322 source of a message. Operator only.',
  description:
    'A received message is printed as it arrived. A sent one is rebuilt from its parts, without a\n' +
    'DKIM signature. Needs the operator token of this machine: API keys never see the source, because\n' +
    'it shows text that redaction and quarantine hide.',
  flags: {
    mailbox: mailboxFlag,
    output: text('-o, --output <FILE>', 'Write to this file, readable only by you.'),
  },
  arguments: { message: messageArgument },
  examples: [
    { command: 'agentmail messages raw 4f1c9a22 > mail.eml', about: 'save it for another mail program' },
    { command: 'agentmail messages raw 4f1c9a22 | agentmail scan', about: 'find out why it was held' },
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
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
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
