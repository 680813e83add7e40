import { command, result } from '../command.ts';
import { listingFlags, listPage, loadListing } from '../listing.ts';
import { inbox as view } from '../views/messages.ts';

export const inbox = command({
  name: ['inbox'],
  summary: 'Show the mail that came in, newest first; * is unread.',
  flags: listingFlags,
  arguments: {},
  examples: [
    { command: 'agentmail inbox --unread', about: 'what is new' },
    { command: 'agentmail inbox --search invoice --limit 5', about: 'the latest five about invoices' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) =>
    result(await listPage(context, input, { direction: 'inbound' }, endpoints), view),
});
