import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  askedAccess,
  askedExtracts,
  mailboxReference,
  queryInteger,
  queryText,
  queryTrue,
  skippedKinds,
  subaddressInstance,
  timestamp,
  timestampInput,
  uuid,
} from './fields.ts';
import { labelFilters } from './labels.ts';
import { LIMITS } from './limits.ts';
import { messageFilters } from './message-filters.ts';
import {
  emailEffect,
  messageDetail,
  messageListItem,
  messageState,
  replacement,
  review,
  triggerSource,
} from './messages.ts';
import { scanView } from './scan.ts';
import { BODY_FORMATS } from './values.ts';

const inMailbox = z.strictObject({ id: mailboxReference });
const oneMessage = z.strictObject({ id: uuid });

/** Length limits apply to the normalised text: NFKC, case-folded, trimmed. */
const searchText = z
  .string()
  .max(1000)
  .meta({
    description: `Literal text of ${LIMITS.searchCharacters.min} to ${LIMITS.searchCharacters.max} characters after case folding and trimming.`,
  });

export const listMessages = endpoint({
  id: 'messages.list',
  method: 'GET',
  path: '/v1/mailboxes/:id/messages',
  summary: 'List the messages of a mailbox, newest first by default.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: z.strictObject({
    ...messageFilters,
    sender: queryText.optional(),
    search: searchText.optional(),
    /** Only denied messages that are neither revised nor marked as read. */
    denied: queryTrue.optional(),
    limit: queryInteger(1, LIMITS.messagePage.max).optional(),
    before: queryText.optional(),
    /** Only messages that are newer than the one with this id: the next page with `sort` `oldest`. */
    after: queryText.optional(),
    /** Default: newest. A search is always newest first. */
    sort: z.enum(['newest', 'oldest']).optional(),
    view: scanView.optional(),
    quarantine_access: askedAccess,
    extract: askedExtracts,
  }),
  replies: { 200: z.object({ messages: z.array(messageListItem) }) },
  errors: ['NOT_FOUND', 'INVALID_CURSOR', 'SEARCH_TERM_TOO_SHORT'],
});

export const getMessage = endpoint({
  id: 'messages.get',
  method: 'GET',
  path: '/v1/messages/:id',
  summary: 'Show a message with its body, attachments and scan.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  audited: true,
  params: oneMessage,
  query: z.strictObject({
    body_format: z.enum(BODY_FORMATS).optional(),
    view: scanView.optional(),
    quarantine_access: askedAccess,
    extract: askedExtracts,
    /** Also returns the message in `blocks`. */
    blocks: queryTrue.optional(),
  }),
  replies: { 200: messageDetail },
  errors: ['NOT_FOUND', 'BODY_FORMAT_HTML_SESSION_ONLY'],
});

export const waitForMessage = endpoint({
  id: 'messages.wait',
  method: 'GET',
  path: '/v1/mailboxes/:id/messages/wait',
  summary: 'Wait for a message to arrive. Returns null after the timeout.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: z.strictObject({
    timeout: queryInteger(LIMITS.waitSeconds.min, LIMITS.waitSeconds.max).optional(),
    since: timestampInput.optional(),
    /** Also returns denied messages that are neither revised nor marked as read, the oldest denial first. */
    denied: queryTrue.optional(),
    /** Only denials after this time: the `review.open_since` of the last one. */
    denied_since: timestampInput.optional(),
    skip_automatic: skippedKinds,
    ...labelFilters,
    tag: subaddressInstance.optional(),
    quarantine_access: askedAccess,
    extract: askedExtracts,
  }),
  replies: {
    200: z.object({
      message: messageListItem.nullable(),
      review_trigger_source: triggerSource.nullable(),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const waitForDecision = endpoint({
  id: 'messages.decision',
  method: 'GET',
  path: '/v1/messages/:id/decision',
  summary: 'Wait for the decision about a held message. Returns the state after the timeout.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  params: oneMessage,
  query: z.strictObject({
    timeout: queryInteger(LIMITS.waitSeconds.min, LIMITS.waitSeconds.max).optional(),
  }),
  replies: {
    200: z.object({
      message_id: z.string(),
      state: messageState,
      /** False while the message is scanned, held or handed over. */
      decided: z.boolean(),
      /** Null for mail that came in. */
      email_effect: emailEffect.nullable(),
      review: review.optional(),
      replacement: replacement.optional(),
    }),
  },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const markMessageRead = endpoint({
  id: 'messages.read',
  method: 'POST',
  path: '/v1/messages/:id/read',
  summary: 'Mark an inbound message as read. Idempotent.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['mutating'],
  params: oneMessage,
  replies: {
    200: z.object({ message_id: z.string(), read_at: timestamp.nullable() }),
  },
  errors: ['NOT_FOUND'],
});
