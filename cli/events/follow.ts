import type { QueryOf } from '../../shared/contract/endpoint.ts';
import type { streamEvents } from '../../shared/contract/event-stream.ts';
import { EVENT_CURSOR_HEADER } from '../../shared/contract/event-stream.ts';
import { type EventEnvelope, eventEnvelope } from '../../shared/contract/events.ts';
import { type ServerSentEvent, serverSentEvents } from '../client/server-sent-events.ts';
import type { Context } from '../context.ts';
import { reopened } from './reopen.ts';

/** An event with the position right after it. */
export interface FollowedEvent {
  readonly cursor: string;
  readonly envelope: EventEnvelope;
}

type Query = QueryOf<typeof streamEvents>;

/**
 * Events as they happen, also those that happened while the connection was lost: each connection begins after
 * the last event that was handed over, so none is missed and none comes twice.
 */
export async function* followEvents(
  context: Context,
  query: Query,
  endpoint: typeof streamEvents,
): AsyncGenerator<FollowedEvent> {
  let cursor: string | undefined;
  const open = async (signal: AbortSignal): Promise<AsyncGenerator<ServerSentEvent>> => {
    const client = await context.client({ fresh: true });
    const headers = cursor === undefined ? {} : { 'last-event-id': cursor };
    const response = await client.open(endpoint, { query, headers, signal });
    cursor ??= response.headers.get(EVENT_CURSOR_HEADER) ?? undefined;
    return serverSentEvents(response.body ?? new ReadableStream(), signal);
  };
  for await (const { id, data } of reopened(context, open)) {
    const parsed = eventEnvelope.safeParse(JSON.parse(data));
    if (!parsed.success || id === undefined) continue;
    yield { cursor: id, envelope: parsed.data };
    cursor = id;
  }
}
