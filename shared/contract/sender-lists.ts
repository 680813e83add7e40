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
import { mailboxReference, timestamp, uuid } from './fields.ts';
import { policyMode } from './mailboxes.ts';
import { firewallBlock, messageState } from './messages.ts';
import { allowlistEntry } from './recipient-lists.ts';
import { reason } from './review.ts';

/** Senders: the blocklist of the account, and mode and allowlist of each mailbox. */

const blocklistFields = {
  email: z.string(),
  reason: z.literal('manual'),
  source: z.literal('customer'),
  pattern_type: patternType,
};

export const blockedSender = z.object({ ...blocklistFields, created_at: timestamp, ...addedBy });

export const listBlockedSenders = endpoint({
  id: 'senders.blocklist',
  method: 'GET',
  path: '/v1/inbound-blocklist',
  summary: "List the account's sender blocklist, newest first.",
  who: 'any',
  effects: ['read-only'],
  query: z.strictObject(pageFields).refine(wholeOrPage, WHOLE_OR_PAGE),
  replies: { 200: z.object({ blocklist: z.array(blockedSender), next_cursor: z.string().nullable() }) },
  errors: ['INVALID_CURSOR'],
  extension: true,
});

export const blockSender = endpoint({
  id: 'senders.block',
  method: 'POST',
  path: '/v1/inbound-blocklist',
  summary: 'Block a sender address or domain for all mailboxes of the account.',
  who: 'any',
  effects: ['mutating'],
  body: addBody,
  replies: {
    200: blockedSender.extend({ created_at: timestamp.nullable(), already_existed: z.boolean() }),
  },
  errors: ['INVALID_EMAIL'],
  extension: true,
});

export const blockSenders = endpoint({
  id: 'senders.block_bulk',
  method: 'POST',
  path: '/v1/inbound-blocklist/bulk',
  summary: 'Block up to 1,000 sender addresses and domains.',
  who: 'any',
  effects: ['mutating'],
  body: bulkBody,
  replies: { 200: bulkReply },
  errors: [],
  extension: true,
});

export const unblockSender = endpoint({
  id: 'senders.unblock',
  method: 'DELETE',
  path: '/v1/inbound-blocklist/:email',
  summary: "Remove a sender from the account's blocklist.",
  who: 'admin',
  effects: ['mutating'],
  params: z.strictObject({ email: entryInPath }),
  replies: { 200: z.object({ status: z.literal('removed'), ...blocklistFields, created_at: timestamp }) },
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  extension: true,
});

const inMailbox = z.strictObject({ id: mailboxReference });

export const listAllowedSenders = endpoint({
  id: 'senders.allowlist',
  method: 'GET',
  path: '/v1/mailboxes/:id/inbound-allowlist',
  summary: 'List the inbound allowlist of a mailbox, newest first.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
  query: z.strictObject(pageFields).refine(wholeOrPage, WHOLE_OR_PAGE),
  replies: { 200: z.object({ allowlist: z.array(allowlistEntry), next_cursor: z.string().nullable() }) },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  extension: true,
});

export const allowSender = endpoint({
  id: 'senders.allow',
  method: 'POST',
  path: '/v1/mailboxes/:id/inbound-allowlist',
  summary: 'Add a sender address or domain to the inbound allowlist of a mailbox.',
  who: 'admin',
  effects: ['mutating'],
  params: inMailbox,
  body: addBody,
  replies: {
    200: allowlistEntry.extend({ created_at: timestamp.nullable(), already_existed: z.boolean() }),
  },
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  extension: true,
});

export const allowSenders = endpoint({
  id: 'senders.allow_bulk',
  method: 'POST',
  path: '/v1/mailboxes/:id/inbound-allowlist/bulk',
  summary: 'Add up to 1,000 sender addresses and domains to the inbound allowlist of a mailbox.',
  who: 'admin',
  effects: ['mutating'],
  params: inMailbox,
  body: bulkBody,
  replies: { 200: bulkReply },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const disallowSender = endpoint({
  id: 'senders.disallow',
  method: 'DELETE',
  path: '/v1/mailboxes/:id/inbound-allowlist/:email',
  summary: 'Remove a sender from the inbound allowlist of a mailbox.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: z.strictObject({ id: mailboxReference, email: entryInPath }),
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
  extension: true,
});

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
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: inMailbox,
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
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: inMailbox,
  body: z.strictObject({ mode: policyMode, force_empty: z.boolean().optional() }),
  replies: {
    200: z.object({
      mailbox_id: z.string(),
      sender_policy_mode: policyMode,
      previous_mode: policyMode,
      changed_at: timestamp,
    }),
  },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'SENDER_POLICY_FLIP_EMPTY_ALLOWLIST'],
});

const oneMessage = z.strictObject({ id: uuid });

export const reportMessage = endpoint({
  id: 'messages.report',
  method: 'POST',
  path: '/v1/messages/:id/report',
  summary: 'Report unwanted mail: block its sender and, if it is quarantined, the message.',
  who: 'bound',
  unbound: 'denied_403',
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
