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
import { mailboxReference, timestamp, uuid } from './fields.ts';
import { policyMode } from './mailboxes.ts';
import { firewallBlock, messageState } from './messages.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { mailboxListReplies } from './recipient-lists.ts';
import { reason } from './review.ts';

/** Senders: the blocklist of the account, and mode and allowlist of each mailbox. */

const blocklistFields = {
  email: z.string(),
  reason: z.literal('manual'),
  source: z.literal('customer'),
  pattern_type: patternType,
};

export const blockedSender = z.object({ ...blocklistFields, created_at: timestamp, ...addedBy });

export const SENDER_BLOCKLIST = listResource({
  ...ACCOUNT_LIST,
  path: '/v1/inbound-blocklist',
  list: ['senders.blocklist', "List the account's sender blocklist, newest first."],
  add: ['senders.block', 'Block a sender address or domain for all mailboxes of the account.'],
  addMany: ['senders.block_bulk', 'Block up to 1,000 sender addresses and domains.'],
  remove: ['senders.unblock', "Remove a sender from the account's blocklist."],
  filters: addedByFilter,
  listed: z.object({ blocklist: z.array(blockedSender), next_cursor: z.string().nullable() }),
  added: blockedSender.extend({ created_at: timestamp.nullable(), already_existed: z.boolean() }),
  removed: z.object({ status: z.literal('removed'), ...blocklistFields, created_at: timestamp }),
  locked: [],
  extension: true,
});
export const {
  list: listBlockedSenders,
  add: blockSender,
  addMany: blockSenders,
  remove: unblockSender,
} = SENDER_BLOCKLIST;

const inMailbox = mailboxList({ id: mailboxReference });

export const SENDER_ALLOWLIST = listResource({
  ...inMailbox,
  ...mailboxListReplies,
  path: '/v1/mailboxes/:id/inbound-allowlist',
  list: ['senders.allowlist', 'List the inbound allowlist of a mailbox, newest first.'],
  add: ['senders.allow', 'Add a sender address or domain to the inbound allowlist of a mailbox.'],
  addMany: [
    'senders.allow_bulk',
    'Add up to 1,000 sender addresses and domains to the inbound allowlist of a mailbox.',
  ],
  remove: ['senders.disallow', 'Remove a sender from the inbound allowlist of a mailbox.'],
  filters: {},
  locked: ['ALLOWLIST_LAST_ENTRY'],
  removers: MAILBOX_CALLERS,
  extension: true,
});
export const {
  list: listAllowedSenders,
  add: allowSender,
  addMany: allowSenders,
  remove: disallowSender,
} = SENDER_ALLOWLIST;

const refused = firewallBlock.pick({ matched_field: true, mode: true, reason_code: true });

const blockedArrivals = refused.extend({
  sender: z.string(),
  count: z.int(),
  first_attempted_at: timestamp,
  last_attempted_at: timestamp,
});

const blockedArrival = firewallBlock.omit({ matched_list: true }).extend({
  attempted_at: timestamp,
  message_id: z.string(),
});

export const listBlockedArrivals = endpoint({
  id: 'senders.attempts',
  method: 'GET',
  path: '/v1/mailboxes/:id/inbound-allowlist/blocked-attempts',
  summary: "List mail that a mailbox's sender policy refused, grouped by sender or one by one.",
  ...MAILBOX_CALLERS,
  effects: ['read-only'],
  params: inMailbox.params,
  query: attemptsQuery,
  replies: {
    200: z.object({
      attempts: z.union([z.array(blockedArrivals), z.array(blockedArrival)]),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  extension: true,
});

export const setSenderPolicy = endpoint({
  id: 'senders.policy',
  method: 'PATCH',
  path: '/v1/mailboxes/:id/sender-policy',
  summary:
    'Choose whether a mailbox accepts mail from everyone except the blocklist, or only from its inbound allowlist.',
  ...MAILBOX_CALLERS,
  effects: ['mutating'],
  params: inMailbox.params,
  body: z.strictObject({ mode: policyMode, force_empty: z.boolean().optional(), ...reauthFields }),
  replies: {
    200: z.object({
      mailbox_id: z.string(),
      sender_policy_mode: policyMode,
      previous_mode: policyMode,
      changed_at: timestamp,
    }),
  },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'SENDER_POLICY_FLIP_EMPTY_ALLOWLIST', ...REAUTH_ERRORS],
});

const oneMessage = z.strictObject({ id: uuid });

export const reportMessage = endpoint({
  id: 'messages.report',
  method: 'POST',
  path: '/v1/messages/:id/report',
  summary: 'Report unwanted mail: block its sender and, if it is quarantined, the message.',
  ...MAILBOX_CALLERS,
  effects: ['mutating'],
  params: oneMessage,
  body: z.strictObject({ reason: reason.optional() }),
  replies: {
    200: z.object({
      message_id: z.string(),
      state: messageState,
      blocked: z.boolean(),
      already_blocked: z.boolean(),
      sender_blocklisted: z.string().nullable(),
      already_blocklisted: z.boolean().nullable(),
      pattern_type: z.literal('email').nullable(),
    }),
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'REPORT_OUTBOUND_UNSUPPORTED'],
});

export const releaseFromFirewall = endpoint({
  id: 'messages.firewall_release',
  method: 'POST',
  path: '/v1/messages/:id/firewall-release',
  summary: 'Admit one message that the sender policy refused. It is scanned as usual.',
  who: 'admin',
  effects: ['mutating'],
  params: oneMessage,
  replies: { 202: z.object({ message_id: z.string(), state: z.literal('scanning') }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});
