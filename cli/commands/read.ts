import { command, longResult } from '../command.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { messageArgument } from '../input/lookups/message.ts';
import { definedFields } from '../input/options/input.ts';
import { flag } from '../input/options/kinds.ts';
import { messageView, newWordsView } from '../output/views/messages.ts';
import {
  bodyFormatFlag,
  extractAndPrint,
  extractFlag,
  newFlag,
  readQuery,
} from '../tasks/extract/extract.ts';

export const read = command({
  name: ['read'],
  summary: 'Show a message and mark it as read.',
  flags: {
    mailbox: mailboxFlag,
    peek: flag('--peek', 'Leave the message unread.'),
    extract: extractFlag,
    onlyNew: newFlag,
    format: bodyFormatFlag,
  },
  arguments: { message: messageArgument },
  examples: [
    { command: 'agentmail read 4f1c9a22', about: 'read by the short ID that agentmail inbox shows' },
    { command: 'agentmail read 4f1c9a22 --new', about: 'show only what it adds to the conversation' },
    { command: 'agentmail read 4f1c9a22 --extract otp', about: 'print only its one-time code' },
  ],
  codes: ['NOTHING_FOUND'],
  endpoints: async () => {
    const { getMessage, markMessageRead } = await import('../../shared/contract/reading.ts');
    return { getMessage, markMessageRead };
  },
  run: async (context, { message: id, peek, extract, onlyNew, format }, { getMessage, markMessageRead }) => {
    const params = { id };
    const client = await context.client();
    const query = { ...readQuery({ extract, onlyNew }), ...definedFields({ body_format: format }) };
    const shown = await client.call(getMessage, { params, query });
    const { read_at } = peek ? shown : await client.call(markMessageRead, { params });
    if (extract) return extractAndPrint(context, shown, extract);
    return longResult({ ...shown, read_at }, onlyNew ? newWordsView : messageView);
  },
});
