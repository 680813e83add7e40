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
  summary: "List the account's suppression list, newest first.",
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
  summary: 'Add an address or domain to the suppression list. Idempotent.',
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
  summary: 'Add up to 1,000 addresses and domains to the suppression list.',
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
  summary: 'Remove an entry from the suppression list, unless the recipient complained.',
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
  summary: 'List the allowlist of a mailbox, newest first.',
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
  summary: 'Add an address or domain to the allowlist of a mailbox. Idempotent.',
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
  summary: 'Add up to 1,000 addresses and domains to the allowlist of a mailbox.',
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
  summary: 'Remove an entry from the allowlist of a mailbox.',
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
  summary:
    "List sends that a mailbox's allowlist or containment refused, grouped by recipient or one by one.",
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
