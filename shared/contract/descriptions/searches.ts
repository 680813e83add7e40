import { MESSAGE_FIELDS } from './messages.ts';
import type { Descriptions } from './types.ts';

/** Filters that mean the same in lists and searches. */
const SHARED = [
  ...['from', 'to', 'cc', 'status', 'direction', 'since', 'until'],
  ...['automatic', 'starred', 'has_attachment'],
] as const;

/** Descriptions of searches. */
export const SEARCH_FIELDS: Descriptions = {
  ...Object.fromEntries(
    SHARED.map((name) => [`messages.search.${name}`, MESSAGE_FIELDS[`messages.list.${name}`] ?? '']),
  ),
  'messages.search.q':
    'Words and "phrases" that a message must have, -words that it must not have, and filters: `from:` `to:` `cc:` `subject:` `in:` `label:` `tag:` `has:attachment` `is:unread` `before:` `after:`.',
  'messages.search.mailbox':
    'Mailboxes by name, ID or address, separated by commas. Default: all that the caller reads.',
  'messages.search.subject': 'Words that the subject must have.',
  matches: 'Where the words are; empty without words.',
  'matches.field': '`subject`, `text`, `people` (names and addresses) or `attachment` (its name or text).',
  'matches.attachment': 'Index of the attachment.',
  pieces: 'An excerpt in pieces. Untrusted, as all of a message.',
  'pieces.text': 'Text of the piece. Joined, the pieces are the excerpt.',
  'pieces.match': 'Whether the search found it.',
};
