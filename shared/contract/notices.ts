import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { NOTICE_FORMATS, NOTICE_TEST_OUTCOMES, NOTICED_STATES } from './values.ts';

/** Where people are told of held mail. */

const format = z.enum(NOTICE_FORMATS);
const state = z.enum(NOTICED_STATES);

export const noticeTarget = z.object({
  id: z.string(),
  format,
  /** Of a URL only scheme and host, as the rest is a secret. */
  address: z.string(),
  /** Null for all mailboxes of the account. */
  mailbox_ids: z.array(z.string()).nullable(),
  states: z.array(state),
  /** 0: at once. */
  digest_minutes: z.int(),
  max_per_hour: z.int(),
  enabled: z.boolean(),
  /** `auto_disabled_failures` when it was turned off because it took no notice for too long. */
  disabled_reason: z.literal('auto_disabled_failures').nullable(),
  next_notice_at: timestamp.nullable(),
  last_sent_at: timestamp.nullable(),
  last_failure_at: timestamp.nullable(),
  /** Of the attempt at `last_failure_at`; null again after a success. */
  last_error: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

const address = z.string().min(1).max(LIMITS.webhookUrlCharacters);
const settings = {
  mailbox_ids: z
    .array(uuid)
    .min(1, 'must name at least one mailbox; null names all')
    .max(LIMITS.noticeMailboxes)
    .refine((ids) => new Set(ids).size === ids.length, 'must not list a mailbox twice')
    .nullable()
    .optional(),
  states: z
    .array(state)
    .min(1, 'must name at least one state')
    .refine((states) => new Set(states).size === states.length, 'must not list a state twice')
    .optional(),
  digest_minutes: z.int().min(0).max(LIMITS.noticeDigestMinutes).optional(),
  max_per_hour: z.int().min(1).max(LIMITS.noticesPerHour.max).optional(),
  enabled: z.boolean().optional(),
};

const params = z.strictObject({ id: uuid });

export const createNoticeBody = z.strictObject({ format, address: address.optional(), ...settings });

export const createNoticeTarget = endpoint({
  id: 'notices.create',
  method: 'POST',
  path: '/v1/notices',
  summary: 'Add a notification of held mail: by email, or in Slack, Discord or ntfy.',
  who: 'admin',
  effects: ['mutating'],
  body: createNoticeBody,
  replies: { 201: noticeTarget },
  errors: ['NOT_FOUND', 'CONFLICT', 'SANDBOX_RECIPIENT_NOT_VERIFIED'],
  extension: true,
});

export const listNoticeTargets = endpoint({
  id: 'notices.list',
  method: 'GET',
  path: '/v1/notices',
  summary: 'List notifications of held mail, oldest first.',
  who: 'admin',
  effects: ['read-only'],
  replies: { 200: z.object({ notices: z.array(noticeTarget) }) },
  errors: [],
  extension: true,
});

export const updateNoticeTarget = endpoint({
  id: 'notices.update',
  method: 'PATCH',
  path: '/v1/notices/:id',
  summary: 'Change a notification of held mail. Fewer notices, or another address, need fresh proof.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({ address: address.optional(), ...settings, ...reauthFields }),
  replies: { 200: noticeTarget },
  errors: ['NOT_FOUND', 'SANDBOX_RECIPIENT_NOT_VERIFIED', ...REAUTH_ERRORS],
  extension: true,
});

export const deleteNoticeTarget = endpoint({
  id: 'notices.delete',
  method: 'DELETE',
  path: '/v1/notices/:id',
  summary: 'Remove a notification of held mail. Needs fresh proof.',
  who: 'session',
  bearerRefusal: 'REAUTH_REQUIRES_SESSION',
  effects: ['mutating'],
  params,
  body: z.strictObject(reauthFields),
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND', ...REAUTH_ERRORS],
  extension: true,
});

export const testNoticeTarget = endpoint({
  id: 'notices.test',
  method: 'POST',
  path: '/v1/notices/:id/test',
  summary: 'Send a sample notice now. It counts toward the notices of the hour.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: {
    200: z.object({
      /** `outbox`: mail doesn't leave this machine. */
      outcome: z.enum(NOTICE_TEST_OUTCOMES),
      error: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND'],
  extension: true,
});
