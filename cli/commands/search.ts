import { DIRECTIONS } from '../../shared/contract/values.ts';
import { choice, command, word } from '../command.ts';
import { given } from '../given.ts';
import { listingFlags, listPage, loadListing, pageResult } from '../listing.ts';
import { messageList } from '../views/messages.ts';

const { search: _, ...flags } = listingFlags;

export const search = command({
  name: ['search'],
  summary: 'Search subjects and bodies, newest first.',
  description: 'Ignores case. The term needs at least 3 characters and has no wildcards.',
  flags: {
    ...flags,
    direction: choice('--direction <DIRECTION>', 'Only messages in this direction.', DIRECTIONS),
  },
  arguments: { term: word('TERM', 'Text to search for; quote it if it has spaces.') },
  examples: [
    { command: 'agentmail search "invoice 4711"', about: 'search in both directions' },
    { command: 'agentmail search refund --from ann@ --unread', about: 'find unread messages from Ann' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const { direction, term } = input;
    const added = given({ direction });
    return pageResult(
      await listPage(context, { input: { ...input, search: term }, fixed: added }, endpoints),
      input,
      messageList,
    );
  },
});
