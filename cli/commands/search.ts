import { DIRECTIONS } from '../../shared/contract/values.ts';
import { choice, command, word } from '../command.ts';
import { given } from '../given.ts';
import { listingFlags, listPage, loadListing, pageResult } from '../listing.ts';
import { messageList } from '../views/messages.ts';

const { search: _, ...flags } = listingFlags;

export const search = command({
  name: ['search'],
  summary: 'Find messages by a part of their subject or body, newest first.',
  description:
    'Upper and lower case are the same. At least 3 characters; nothing in them has a special meaning.',
  flags: {
    ...flags,
    direction: choice('--direction <DIRECTION>', 'Only this direction.', DIRECTIONS),
  },
  arguments: { term: word('TERM', 'What to look for, in quotes when it has spaces.') },
  examples: [
    { command: 'agentmail search "invoice 4711"', about: 'in both directions' },
    { command: 'agentmail search refund --from ann@ --unread', about: 'what Ann wrote and nobody read' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const { direction, term } = input;
    const added = given({ direction });
    return pageResult(
      await listPage(context, { ...input, search: term }, added, endpoints),
      input,
      messageList,
    );
  },
});
