import { command, flag } from '../command.ts';
import { listEverywhere, listingFlags, listPage, loadListing, pageResult } from '../listing.ts';
import { mailboxWord } from '../mailbox.ts';
import { inboxOfAll, inbox as view } from '../views/messages.ts';

export const inbox = command({
  name: ['inbox'],
  summary: 'Show the mail that came in, newest first; * is unread.',
  flags: { ...listingFlags, all: flag('-a, --all-mailboxes', 'Of every mailbox that the key sees.') },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail inbox --unread', about: 'what is new' },
    { command: 'agentmail inbox --search invoice --limit 5', about: 'the latest five about invoices' },
    { command: 'agentmail inbox --unread --all-mailboxes', about: 'what is new anywhere' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const inbound = { direction: 'inbound' } as const;
    return input.all
      ? pageResult(await listEverywhere(context, input, inbound, endpoints), input, inboxOfAll)
      : pageResult(await listPage(context, input, inbound, endpoints), input, view);
  },
});
