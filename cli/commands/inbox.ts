import { AUTOMATIC_KINDS } from '../../shared/contract/values.ts';
import { command, result } from '../command.ts';
import { chooseMailbox, mailboxWord, typedMailbox } from '../input/lookups/mailbox.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, flag } from '../input/options/kinds.ts';
import { inboxOfAll, inbox as inboxOfOne } from '../output/views/messages.ts';
import {
  listEverywhere,
  listingFlags,
  loadListMessages,
  pageOf,
  pageRequest,
} from '../tasks/lists/messages.ts';

export const inbox = command({
  name: ['inbox'],
  summary: 'List received messages, newest first. * marks unread.',
  flags: {
    ...listingFlags,
    automatic: choice(
      '--automatic <KIND>',
      'Only automatic mail (true), only other mail (false), or one kind of automatic mail.',
      ['true', 'false', ...AUTOMATIC_KINDS],
    ),
    mailbox: typedMailbox,
    all: flag('-a, --all-mailboxes', 'List messages of every mailbox that the key can access.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail inbox --unread', about: 'list new messages' },
    { command: 'agentmail inbox --search invoice --limit 5', about: 'list the latest five about invoices' },
    { command: 'agentmail inbox --unread --all-mailboxes', about: 'list new messages in every mailbox' },
  ],
  endpoints: async () => ({ listMessages: await loadListMessages() }),
  run: async (context, input, { listMessages }) => {
    const { automatic } = input;
    const inbound = { direction: 'inbound' as const, ...definedFields({ automatic }) };
    const view = pageOf(input.all ? inboxOfAll : inboxOfOne);
    if (input.all) return result(await listEverywhere(context, input, inbound), (page) => view(page, input));
    const mailbox = await chooseMailbox(context, input.mailbox);
    const client = await context.client();
    const request = await pageRequest(context, { ...input, mailbox }, inbound);
    return result(await client.call(listMessages, request), (page) => view(page, input));
  },
});
