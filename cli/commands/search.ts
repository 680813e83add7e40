import { LIMITS } from '../../shared/contract/limits.ts';
import { DIRECTIONS } from '../../shared/contract/values.ts';
import { command } from '../command.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, words } from '../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../input/options/pages.ts';
import { foundMessages } from '../output/views/search.ts';
import { filterQuery, listingFlags } from '../tasks/lists/messages.ts';

const { search: _, ...flags } = listingFlags;

export const search = command({
  name: ['search'],
  summary: 'Search messages of all mailboxes by words, the best matches first.',
  description:
    'A message has all words, in its subject, text, people or attachments; -WORD excludes, and quotes make a phrase. ' +
    'Filters: from: to: cc: subject: in: label: tag: has:attachment is:unread before: after:',
  flags: {
    ...flags,
    mailbox: { ...mailboxFlag, about: 'Only messages of this mailbox. Default: of all.' },
    direction: choice('--direction <DIRECTION>', 'Only messages in this direction.', DIRECTIONS),
    limit: limitFlag(LIMITS.searchPage),
    cursor: cursorFlag,
  },
  arguments: { words: words('WORD', 'Words, "phrases" and filters.') },
  examples: [
    { command: 'agentmail search invoice 4711', about: 'search in all mailboxes and both directions' },
    { command: 'agentmail search refund from:ann is:unread', about: 'find unread messages from Ann' },
    { command: `agentmail search '"blue ocean" -newsletter before:2026-11-01'`, about: 'find a phrase' },
  ],
  endpoint: async () => (await import('../../shared/contract/search.ts')).searchMessages,
  request: ({ words: line, mailbox, direction, cursor, ...filters }) => ({
    query: {
      ...filterQuery(filters),
      ...definedFields({ mailbox, direction, cursor }),
      ...(line.length > 0 && { q: line.join(' ') }),
    },
  }),
  view: foundMessages,
});
