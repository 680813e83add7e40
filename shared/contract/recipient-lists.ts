import { z } from 'zod';
import {
  ACCOUNT_LIST,
  addedBy,
  addedByFilter,
  attemptsQuery,
  listResource,
  MAILBOX_CALLERS,
  mailboxList,
  patternType,
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

export const SUPPRESSIONS = listResource({
  ...ACCOUNT_LIST,
  path: '/v1/suppressions',
  list: ['suppressions.list', "List the account's suppression list, newest first."],
  add: ['suppressions.add', 'Add an address or domain to the suppression list. Idempotent.'],
  addMany: ['suppressions.add_bulk', 'Add up to 1,000 addresses and domains to the suppression list.'],
  remove: [
    'suppressions.remove',
    'Remove an entry from the suppression list, unless the recipient complained.',
  ],
  filters: { reason: suppressionReason.optional(), ...addedByFilter },
  listed: z.object({ suppressions: z.array(suppression), next_cursor: z.string().nullable() }),
  added: z.object({
    ...suppressionFields,
    created_at: timestamp.nullable(),
    ...addedBy,
    already_existed: z.boolean(),
  }),
  removed: z.object({ status: z.literal('unsuppressed'), ...suppressionFields, created_at: timestamp }),
  locked: ['RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED'],
});
export const {
  list: listSuppressions,
  add: addSuppression,
  addMany: addSuppressions,
  remove: removeSuppression,
} = SUPPRESSIONS;

const inMailbox = mailboxList({ mailboxId: mailboxReference });

export const allowlistEntry = z.object({
  email: z.string(),
  mailbox_id: z.string(),
  created_at: timestamp,
  ...addedBy,
  pattern_type: patternType,
});

/** Replies of a list of a mailbox. */
export const mailboxListReplies = {
  listed: z.object({ allowlist: z.array(allowlistEntry), next_cursor: z.string().nullable() }),
  added: allowlistEntry.extend({ created_at: timestamp.nullable(), already_existed: z.boolean() }),
  removed: z.object({
    status: z.literal('removed'),
    email: z.string(),
    mailbox_id: z.string(),
    created_at: timestamp,
    pattern_type: patternType,
  }),
};

export const RECIPIENT_ALLOWLIST = listResource({
  ...inMailbox,
  ...mailboxListReplies,
  path: '/v1/mailboxes/:mailboxId/allowlist',
  list: ['allowlist.list', 'List the allowlist of a mailbox, newest first.'],
  add: ['allowlist.add', 'Add an address or domain to the allowlist of a mailbox. Idempotent.'],
  addMany: ['allowlist.add_bulk', 'Add up to 1,000 addresses and domains to the allowlist of a mailbox.'],
  remove: ['allowlist.remove', 'Remove an entry from the allowlist of a mailbox.'],
  filters: {},
  locked: ['ALLOWLIST_LAST_ENTRY'],
});
export const {
  list: listAllowlist,
  add: addAllowlistEntry,
  addMany: addAllowlistEntries,
  remove: removeAllowlistEntry,
} = RECIPIENT_ALLOWLIST;

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
  ...MAILBOX_CALLERS,
  effects: ['read-only'],
  params: inMailbox.params,
  query: attemptsQuery,
  replies: {
    200: z.object({
      attempts: z.union([z.array(blockedSends), z.array(blockedSend)]),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
});
