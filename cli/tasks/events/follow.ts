import { type ServerSentEvent, serverSentEvents } from '../../../shared/client/server-sent-events.ts';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import {
  EVENT_CURSOR_HEADER,
  type StreamedDelivery,
  type streamDeliveries,
  type streamEvents,
  streamedDelivery,
} from '../../../shared/contract/event-stream.ts';
import { type EventEnvelope, eventEnvelope } from '../../../shared/contract/events.ts';
import type { CommandContext } from '../../context.ts';
import { type ConnectionListener, reopened } from './reopen.ts';

/** An event with the position right after it. */
export interface FollowedEvent {
  readonly cursor: string;
  readonly envelope: EventEnvelope;
}

type Streams = typeof streamEvents | typeof streamDeliveries;

/** The part of a log to follow. */
interface Followed<E extends Streams> {
  readonly query: QueryOf<E>;
  /** Default: lost connections are reported to the person. */
  readonly link?: ConnectionListener;
}

/** Follows events. */
export async function* followEvents(
  context: CommandContext,
  log: Followed<typeof streamEvents>,
  endpoint: typeof streamEvents,
): AsyncGenerator<FollowedEvent> {
  for await (const { id: cursor, data } of entries(context, log, endpoint)) {
    const parsed = eventEnvelope.safeParse(JSON.parse(data));
    if (parsed.success) yield { cursor, envelope: parsed.data };
  }
}

/** Follows deliveries as their attempts end. */
export async function* followDeliveries(
  context: CommandContext,
  query: QueryOf<typeof streamDeliveries>,
  endpoint: typeof streamDeliveries,
): AsyncGenerator<StreamedDelivery> {
  for await (const { data } of entries(context, { query }, endpoint)) {
    const parsed = streamedDelivery.safeParse(JSON.parse(data));
    if (parsed.success) yield parsed.data;
  }
}

/**
 * Follows a log across reconnects: each connection begins after the last entry, so none is missed or
 * repeated.
 */
async function* entries<E extends Streams>(
  context: CommandContext,
  { query, link }: Followed<E>,
  endpoint: E,
): AsyncGenerator<ServerSentEvent & { readonly id: string }> {
  let cursor: string | undefined;
  const open = async (signal: AbortSignal): Promise<AsyncGenerator<ServerSentEvent>> => {
    const client = await context.client({ fresh: true });
    const headers = cursor === undefined ? {} : { 'last-event-id': cursor };
    const response = await client.open<Streams>(endpoint, { query, headers, signal });
    cursor ??= response.headers.get(EVENT_CURSOR_HEADER) ?? undefined;
    return serverSentEvents(response.body ?? new ReadableStream(), signal);
  };
  for await (const { id, type, data } of reopened(context, open, link)) {
    if (id === undefined) continue;
    yield { id, type, data };
    cursor = id;
  }
}
