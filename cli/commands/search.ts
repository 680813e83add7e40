import { DIRECTIONS } from '../../shared/contract/values.ts';
import { command } from '../command.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, word } from '../input/options/kinds.ts';
import { messageList } from '../output/views/messages.ts';
import { listingFlags, loadListMessages, pageOf, pageRequest } from '../tasks/lists/messages.ts';

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
  endpoint: loadListMessages,
  request: (input, context) =>
    pageRequest(context, { ...input, search: input.term }, definedFields({ direction: input.direction })),
  view: pageOf(messageList),
});
