import { command, flag } from '../command.ts';
import { listEverywhere, listingFlags, listPage, loadListing, pageResult } from '../listing.ts';
import { mailboxWord } from '../mailbox.ts';
import { inboxOfAll, inbox as view } from '../views/messages.ts';

export const inbox = command({
  name: ['inbox'],
  summary: 'List received messages, newest first. * marks unread.',
  flags: {
    ...listingFlags,
    all: flag('-a, --all-mailboxes', 'List messages of every mailbox that the key can access.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail inbox --unread', about: 'list new messages' },
    { command: 'agentmail inbox --search invoice --limit 5', about: 'list the latest five about invoices' },
    { command: 'agentmail inbox --unread --all-mailboxes', about: 'list new messages in every mailbox' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const inbound = { direction: 'inbound' } as const;
    return input.all
      ? pageResult(await listEverywhere(context, { input, fixed: inbound }, endpoints), input, inboxOfAll)
      : pageResult(await listPage(context, { input, fixed: inbound }, endpoints), input, view);
  },
});
