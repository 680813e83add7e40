import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, subaddressInstance, uuid } from './fields.ts';
import { queryLabels } from './labels.ts';
import { EVENT_TYPES } from './values.ts';
import { delivery } from './webhooks.ts';

const known: ReadonlySet<string> = new Set(EVENT_TYPES);

const eventList = z
  .string()
  .refine((value) => value.split(',').every((type) => known.has(type)), {
    message: 'must be a comma-separated list of events',
  })
  .meta({ description: `Comma-separated list of: ${EVENT_TYPES.join(', ')}.` });

/**
 * Answer header with the position at which the stream begins, for a client that is cut off before the first
 * event.
 */
export const EVENT_CURSOR_HEADER = 'x-event-cursor';

/** A cursor of this stream, or a timestamp. `Last-Event-ID` has precedence. */
const since = z.string().max(1000).optional();

/** Seconds between comments, so that both ends notice a dead connection. */
export const STREAM_COMMENT_SECONDS = 15;

export const streamEvents = endpoint({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events',
  summary:
    'Stream events as server-sent events, from now on or from a cursor. `id` is the cursor, `event` the type and `data` the envelope. An agent key gets the events of its mailboxes.',
  who: 'any',
  unbound: 'denied_403',
  effects: ['read-only'],
  headers: ['last-event-id'],
  query: z.strictObject({
    since,
    events: eventList.optional(),
    mailbox: mailboxReference.optional(),
    label: queryLabels.optional(),
    tag: subaddressInstance.optional(),
  }),
  replies: { 200: z.string().meta({ contentMediaType: 'text/event-stream' }) },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
  extension: true,
});

export const streamDeliveries = endpoint({
  id: 'webhooks.deliveries.stream',
  method: 'GET',
  path: '/v1/webhooks/deliveries/stream',
  summary:
    'Stream webhook deliveries as server-sent events, one after each attempt, from now on or from a cursor. `id` is the cursor and `data` the delivery after that attempt, with its `webhook_id`.',
  who: 'admin',
  effects: ['read-only'],
  headers: ['last-event-id'],
  query: z.strictObject({ since, webhook: uuid.optional() }),
  replies: { 200: z.string().meta({ contentMediaType: 'text/event-stream' }) },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
  extension: true,
});

export const streamedDelivery = delivery.extend({ webhook_id: z.string() });
export type StreamedDelivery = z.output<typeof streamedDelivery>;
