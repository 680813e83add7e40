import { BODY_FORMATS } from '../../../shared/contract/values.ts';
import { choice, command, flag, longResult } from '../../command.ts';
import { extractAndPrint, extractFlag } from '../../extract/extract.ts';
import { given } from '../../given.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { messageView } from '../../views/messages.ts';

export const messagesShow = command({
  name: ['messages', 'show'],
  summary: 'Show a message with its text, attachments and scan; it stays unread.',
  flags: {
    mailbox: mailboxFlag,
    format: choice(
      '--body-format <FORMAT>',
      'Format of the text. html only with a signed-in session.',
      BODY_FORMATS,
    ),
    extract: extractFlag,
    verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
  },
  arguments: { message: messageArgument },
  examples: [
    { command: 'agentmail messages show 4f1c9a22', about: 'show a message by its short ID' },
    { command: 'agentmail messages show 4f1c9a22 --extract links', about: 'print only its links' },
  ],
  codes: ['NOTHING_FOUND'],
  endpoints: async () => {
    const [{ getMessage, listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getMessage, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox, format, extract, verbose }, endpoints) => {
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
    const client = await context.client();
    const query = {
      ...given({ body_format: format }),
      ...(verbose ? { view: 'verbose' as const } : {}),
    };
    const shown = await client.call(endpoints.getMessage, { params: { id }, query });
    return extract ? extractAndPrint(context, shown, extract) : longResult(shown, messageView);
  },
});
