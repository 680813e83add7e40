import { z } from 'zod';
import {
  addBody,
  addedBy,
  attemptsQuery,
  bulkBody,
  bulkReply,
  entryInPath,
  forceEmpty,
  pageFields,
  patternType,
  WHOLE_OR_PAGE,
  wholeOrPage,
} from './address-lists.ts';
import { endpoint } from './endpoint.ts';
import { actorType, mailboxReference, timestamp } from './fields.ts';
import { SUPPRESSION_REASONS } from './values.ts';

/** Recipients of an account: its suppressions, and the allowlist of each mailbox. */

export const suppressionReason = z.enum(SUPPRESSION_REASONS);

const suppressionFields = {
  email: z.string(),
  reason: suppressionReason,
  source: z.string(),
  pattern_type: patternType,
};

export const suppression = z.object({
  ...suppressionFields,
  created_at: timestamp,
  ...addedBy,
  latest_complaint_at: timestamp.nullable(),
  complaint_count: z.int(),
});

export const listSuppressions = endpoint({
  id: 'suppressions.list',
  method: 'GET',
  path: '/v1/suppressions',
  summary: 'Addresses and domains that the account never writes to, newest first.',
  who: 'any',
  effects: ['read-only'],
  query: z
    .strictObject({ reason: suppressionReason.optional(), ...pageFields })
    .refine(wholeOrPage, WHOLE_OR_PAGE),
  replies: {
    200: z.object({ suppressions: z.array(suppression), next_cursor: z.string().nullable() }),
  },
  errors: ['INVALID_CURSOR'],
});

export const addSuppression = endpoint({
  id: 'suppressions.add',
  method: 'POST',
  path: '/v1/suppressions',
  summary: 'Puts an address or domain on the do-not-contact list; repeating it changes nothing.',
  who: 'any',
  effects: ['mutating'],
  body: addBody,
  replies: {
    200: z.object({
      ...suppressionFields,
      created_at: timestamp.nullable(),
      ...addedBy,
      already_existed: z.boolean(),
    }),
  },
  errors: ['INVALID_EMAIL'],
});

export const addSuppressions = endpoint({
  id: 'suppressions.add_bulk',
  method: 'POST',
  path: '/v1/suppressions/bulk',
  summary: 'Puts up to 1,000 addresses and domains on the do-not-contact list.',
  who: 'any',
  effects: ['mutating'],
  body: bulkBody,
  replies: { 200: bulkReply },
  errors: [],
});

export const removeSuppression = endpoint({
  id: 'suppressions.remove',
  method: 'DELETE',
  path: '/v1/suppressions/:email',
  summary: 'Takes an entry off the do-not-contact list, unless the recipient complained.',
  who: 'admin',
  effects: ['mutating'],
  params: z.strictObject({ email: entryInPath }),
  replies: {
    200: z.object({ status: z.literal('unsuppressed'), ...suppressionFields, created_at: timestamp }),
  },
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED'],
});

const inMailbox = z.strictObject({ mailboxId: mailboxReference });

export const allowlistEntry = z.object({
  email: z.string(),
  mailbox_id: z.string(),
  created_at: timestamp,
  ...addedBy,
  pattern_type: patternType,
});

export const listAllowlist = endpoint({
  id: 'allowlist.list',
  method: 'GET',
  path: '/v1/mailboxes/:mailboxId/allowlist',
  summary: 'Addresses and domains that a mailbox may write to in allowlist mode, newest first.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: z.strictObject(pageFields).refine(wholeOrPage, WHOLE_OR_PAGE),
  replies: { 200: z.object({ allowlist: z.array(allowlistEntry), next_cursor: z.string().nullable() }) },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
});

export const addAllowlistEntry = endpoint({
  id: 'allowlist.add',
  method: 'POST',
  path: '/v1/mailboxes/:mailboxId/allowlist',
  summary: 'Approves a recipient address or domain of a mailbox; repeating it changes nothing.',
  who: 'admin',
  effects: ['mutating'],
  params: inMailbox,
  body: addBody,
  replies: {
    200: allowlistEntry.extend({ created_at: timestamp.nullable(), already_existed: z.boolean() }),
  },
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
});

export const addAllowlistEntries = endpoint({
  id: 'allowlist.add_bulk',
  method: 'POST',
  path: '/v1/mailboxes/:mailboxId/allowlist/bulk',
  summary: 'Approves up to 1,000 recipient addresses and domains of a mailbox.',
  who: 'admin',
  effects: ['mutating'],
  params: inMailbox,
  body: bulkBody,
  replies: { 200: bulkReply },
  errors: ['NOT_FOUND'],
});

export const removeAllowlistEntry = endpoint({
  id: 'allowlist.remove',
  method: 'DELETE',
  path: '/v1/mailboxes/:mailboxId/allowlist/:email',
  summary: 'Takes an entry off the allowlist of a mailbox.',
  who: 'admin',
  effects: ['mutating'],
  params: z.strictObject({ mailboxId: mailboxReference, email: entryInPath }),
  query: forceEmpty,
  replies: {
    200: z.object({
      status: z.literal('removed'),
      email: z.string(),
      mailbox_id: z.string(),
      created_at: timestamp,
      pattern_type: patternType,
    }),
  },
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALLOWLIST_LAST_ENTRY'],
});

export const SEND_ORIGINS = ['send', 'reply', 'draft_dispatch'] as const;
const sendOrigin = z.enum(SEND_ORIGINS);

const attempter = { recipient: z.string(), actor_type: actorType, actor_id: z.string() };

const blockedSends = z.object({
  ...attempter,
  count: z.int(),
  first_attempted_at: timestamp,
  last_attempted_at: timestamp,
  origins: z.array(sendOrigin),
});

const blockedSend = z.object({
  attempted_at: timestamp,
  ...attempter,
  origin: sendOrigin,
  draft_id: z.string().nullable(),
});

export const listBlockedSends = endpoint({
  id: 'allowlist.attempts',
  method: 'GET',
  path: '/v1/mailboxes/:mailboxId/allowlist/blocked-attempts',
  summary: 'Sends that the allowlist or the containment of a mailbox refused, grouped or one by one.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: attemptsQuery,
  replies: {
    200: z.object({
      attempts: z.union([z.array(blockedSends), z.array(blockedSend)]),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
});
