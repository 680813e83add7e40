import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { WEBHOOK_TEST } from './events.ts';
import { queryInteger, subaddressInstance, timestamp, timestampInput, uuid } from './fields.ts';
import { labels } from './labels.ts';
import { LIMITS } from './limits.ts';
import { EVENT_TYPES, TESTABLE_EVENTS } from './values.ts';

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  enabled_events: z.array(z.string()),
  /** Only events of messages with one of these labels. Absent for all. */
  labels: z.array(z.string()).optional(),
  /** Only events of messages at one of these subaddresses. Absent for all. */
  tags: z.array(z.string()).optional(),
  /** Lower-case, sorted; values are never shown. */
  request_header_names: z.array(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  /** Abandoned deliveries since the last success. */
  consecutive_failures: z.int(),
  last_success_at: timestamp.nullable(),
  last_failure_at: timestamp.nullable(),
  /** Of the attempt at `last_failure_at`. */
  last_error: z.string().nullable(),
  disabled_at: timestamp.nullable(),
  disabled_reason: z.literal('auto_disabled_failures').nullable(),
});

const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'abandoned'] as const;

export const delivery = z.object({
  /** The `id` of the envelope, the same on every attempt. */
  id: z.string(),
  event_type: z.enum([...EVENT_TYPES, WEBHOOK_TEST]),
  status: z.enum(DELIVERY_STATUSES),
  http_status: z.int().nullable(),
  attempt_count: z.int(),
  last_error: z.string().nullable(),
  response_preview: z.string().nullable(),
  created_at: timestamp,
  delivered_at: timestamp.nullable(),
  failed_at: timestamp.nullable(),
  next_retry_at: timestamp.nullable(),
});

const url = z.string().max(LIMITS.webhookUrlCharacters);
const description = z.string().max(LIMITS.webhookDescriptionCharacters).nullable();
const enabledEvents = z
  .array(z.enum(EVENT_TYPES))
  .min(1, 'must contain at least one event')
  .refine((events) => new Set(events).size === events.length, 'must not list an event twice');
const tags = z.array(subaddressInstance).min(1).max(LIMITS.messageLabels);
const requestHeaders = z
  .record(
    z.string(),
    z
      .string()
      .regex(/^[\x20-\x7e]+$/, 'must be one or more printable US-ASCII characters')
      .max(LIMITS.webhookHeaderCharacters),
  )
  .refine(
    (headers) => Object.keys(headers).length <= LIMITS.webhookHeaders,
    `must have at most ${LIMITS.webhookHeaders} headers`,
  )
  .nullable();

const params = z.strictObject({ id: uuid });
const HEADER_ERRORS = [
  'WEBHOOK_HEADER_RESERVED',
  'WEBHOOK_HEADER_DUPLICATE',
  'WEBHOOK_HEADER_INVALID',
] as const;

export const createWebhookBody = z.strictObject({
  url,
  enabled_events: enabledEvents,
  labels: labels.min(1).optional(),
  tags: tags.optional(),
  description: description.optional(),
  enabled: z.boolean().optional(),
  request_headers: requestHeaders.optional(),
});

export const createWebhook = endpoint({
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook. Only this response contains its signing secret.',
  who: 'admin',
  effects: ['mutating', 'secret-revealing'],
  body: createWebhookBody,
  /** The fields of the webhook are there flat as well, for clients that read them so. */
  replies: { 201: webhook.extend({ webhook, signing_secret: z.string() }) },
  errors: ['TIER_LIMIT', ...HEADER_ERRORS],
});

export const listWebhooks = endpoint({
  id: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: "List the account's webhooks without secrets, newest first.",
  who: 'admin',
  effects: ['read-only'],
  replies: { 200: z.object({ webhooks: z.array(webhook) }) },
  errors: [],
});

export const getWebhook = endpoint({
  id: 'webhooks.get',
  method: 'GET',
  path: '/v1/webhooks/:id',
  summary: 'Show a webhook and its delivery statistics.',
  who: 'admin',
  effects: ['read-only'],
  params,
  replies: { 200: webhook },
  errors: ['NOT_FOUND'],
});

export const updateWebhook = endpoint({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/v1/webhooks/:id',
  summary: 'Update a webhook. `enabled: true` resumes a disabled one.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({
    url: url.optional(),
    enabled_events: enabledEvents.optional(),
    labels: labels.min(1).nullable().optional(),
    tags: tags.nullable().optional(),
    description: description.optional(),
    enabled: z.boolean().optional(),
    /** Replaces all headers; null clears them. */
    request_headers: requestHeaders.optional(),
  }),
  replies: { 200: webhook },
  errors: ['NOT_FOUND', ...HEADER_ERRORS],
});

export const deleteWebhook = endpoint({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  summary: 'Delete a webhook and its deliveries.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND'],
});

export const rotateWebhookSecret = endpoint({
  id: 'webhooks.rotate_secret',
  method: 'POST',
  path: '/v1/webhooks/:id/rotate-secret',
  summary: 'Rotate the signing secret. The old one is no longer used.',
  who: 'admin',
  effects: ['mutating', 'secret-revealing'],
  params,
  replies: { 200: z.object({ signing_secret: z.string() }) },
  errors: ['NOT_FOUND', 'ROTATION_READBACK_MISMATCH'],
});

export const testWebhook = endpoint({
  id: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  summary: 'Send a test event to a webhook, whatever events it subscribes to.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({ event: z.enum(TESTABLE_EVENTS).optional() }),
  replies: { 202: z.object({ delivery_id: z.string() }) },
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
});

export const listDeliveries = endpoint({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  summary: 'List deliveries of the last 30 days, newest first.',
  who: 'admin',
  effects: ['read-only'],
  params,
  query: z
    .strictObject({
      limit: queryInteger(1, LIMITS.deliveryPage.max).optional(),
      before_at: timestampInput.optional(),
      before_id: uuid.optional(),
    })
    .refine(({ before_at, before_id }) => (before_at === undefined) === (before_id === undefined), {
      path: ['before_at'],
      message: 'before_at and before_id must be given together',
    }),
  replies: {
    200: z.object({
      deliveries: z.array(delivery),
      has_more: z.boolean(),
      next_before_at: timestamp.nullable(),
      next_before_id: z.string().nullable(),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const retryDelivery = endpoint({
  id: 'webhooks.deliveries.retry',
  method: 'POST',
  path: '/v1/webhooks/:id/deliveries/:delivery_id/retry',
  summary: 'Redeliver an event under the same ID, with a new set of attempts.',
  who: 'admin',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid, delivery_id: uuid }),
  replies: { 202: z.object({ delivery_id: z.string(), status: z.literal('pending') }) },
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED', 'CONFLICT'],
});
