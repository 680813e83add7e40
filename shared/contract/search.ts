import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { askedAccess, askedExtracts, cursor, queryInteger } from './fields.ts';
import { LIMITS } from './limits.ts';
import { messageFilters } from './message-filters.ts';
import { messageListItem } from './messages.ts';
import { scanView } from './scan.ts';
import { SEARCHED_FIELDS } from './values.ts';

/** Searches by words over all mailboxes of a caller. */

const piece = z.object({
  text: z.string(),
  match: z.boolean(),
});

const match = z.object({
  field: z.enum(SEARCHED_FIELDS),
  attachment: z.int().optional(),
  pieces: z.array(piece),
});
export type SearchMatch = z.output<typeof match>;

export const foundMatches = z.array(match);

const foundMessage = messageListItem.extend({ matches: foundMatches });
export type FoundMessage = z.output<typeof foundMessage>;

export const searchMessages = endpoint({
  id: 'messages.search',
  method: 'GET',
  path: '/v1/messages/search',
  summary: 'Search messages by words, the best matches first.',
  who: 'any',
  effects: ['read-only'],
  query: z.strictObject({
    /** Words and filters in one line (`daemon/mail/search/line.ts`). */
    q: z.string().max(LIMITS.searchLineCharacters).optional(),
    /** Separated by commas. */
    mailbox: z.string().min(1).max(2000).optional(),
    subject: z.string().min(1).max(LIMITS.searchLineCharacters).optional(),
    ...messageFilters,
    limit: queryInteger(1, LIMITS.searchPage.max).optional(),
    cursor: cursor.optional(),
    view: scanView.optional(),
    quarantine_access: askedAccess,
    extract: askedExtracts,
  }),
  replies: {
    200: z.object({
      messages: z.array(foundMessage),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND', 'MAILBOX_ACCESS_DENIED', 'INVALID_CURSOR'],
  extension: true,
});
