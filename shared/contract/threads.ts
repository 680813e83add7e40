import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  askedAccess,
  askedExtracts,
  mailboxReference,
  queryBoolean,
  queryInteger,
  queryTrue,
  threadReference,
  timestamp,
  timestampInput,
  uuid,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { messageDetail } from './messages.ts';
import { scanView } from './scan.ts';
import { TEXT_FORMATS } from './values.ts';

/** Threads of a mailbox, and their read and star marks. */

const inMailbox = z.strictObject({ id: mailboxReference });
const threadInMailbox = z.strictObject({ id: mailboxReference, thread_id: threadReference });
const starBody = z.strictObject({ starred: z.boolean() });

export const thread = z.object({
  id: z.string(),
  subject: z.string(),
  first_message_at: timestamp,
  last_message_at: timestamp,
  message_count: z.int(),
  unread_count: z.int(),
  /** True when any message is starred. */
  starred: z.boolean(),
  /** Of any of its messages. */
  labels: z.array(z.string()),
  /** Senders and recipients of its latest messages. */
  participants: z.array(z.string()),
});

export const listThreads = endpoint({
  id: 'threads.list',
  method: 'GET',
  path: '/v1/mailboxes/:id/threads',
  summary: 'List the threads of a mailbox, latest first.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: z.strictObject({
    limit: queryInteger(1, LIMITS.threadPage.max).optional(),
    /** Only older threads; pass the `last_message_at` of the last thread of a page. */
    before_ts: timestampInput.optional(),
    since_ts: timestampInput.optional(),
    starred: queryBoolean.optional(),
    has_inbound: queryBoolean.optional(),
    include_firewall_blocked: queryTrue.optional(),
    quarantine_access: askedAccess,
  }),
  replies: { 200: z.object({ threads: z.array(thread) }) },
  errors: ['NOT_FOUND'],
});

export const getThread = endpoint({
  id: 'threads.get',
  method: 'GET',
  path: '/v1/threads/:thread_id',
  summary: 'Show a thread with its messages, oldest first.',
  who: 'any',
  unbound: 'masked_404',
  effects: ['read-only'],
  audited: true,
  params: z.strictObject({ thread_id: threadReference }),
  query: z.strictObject({
    body_format: z.enum(TEXT_FORMATS).optional(),
    view: scanView.optional(),
    mailbox: mailboxReference.optional(),
    quarantine_access: askedAccess,
    extract: askedExtracts,
    blocks: queryTrue.optional(),
  }),
  replies: {
    200: z.object({
      id: z.string(),
      mailbox_id: z.string(),
      mailbox_name: z.string(),
      subject: z.string(),
      message_count: z.int(),
      /** The latest messages when the thread is very long. */
      messages: z.array(messageDetail),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const markThreadRead = endpoint({
  id: 'threads.read',
  method: 'POST',
  path: '/v1/mailboxes/:id/threads/:thread_id/read',
  summary: 'Mark the inbound messages of a thread as read. Returns the number of changed messages.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: threadInMailbox,
  replies: { 200: z.object({ thread_id: z.string(), marked_count: z.int() }) },
  errors: ['NOT_FOUND'],
});

export const starThread = endpoint({
  id: 'threads.star',
  method: 'PATCH',
  path: '/v1/mailboxes/:id/threads/:thread_id/star',
  summary: 'Star or unstar the messages of a thread. Returns the number of changed messages.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: threadInMailbox,
  body: starBody,
  replies: { 200: z.object({ thread_id: z.string(), starred: z.boolean(), updated_count: z.int() }) },
  errors: ['NOT_FOUND'],
});

export const starMessage = endpoint({
  id: 'messages.star',
  method: 'PATCH',
  path: '/v1/messages/:id/star',
  summary: 'Star or unstar a message.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  body: starBody,
  replies: { 200: z.object({ message_id: z.string(), starred: z.boolean() }) },
  errors: ['NOT_FOUND'],
});
