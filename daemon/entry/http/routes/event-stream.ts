import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import {
  EVENT_CURSOR_HEADER,
  streamDeliveries,
  streamEvents,
} from '../../../../shared/contract/event-stream.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { openEventStream } from '../../../events/stream.ts';
import { openDeliveryStream } from '../../../events/webhooks/delivery-stream.ts';
import type { Binding, Call } from '../call.ts';

/** An endless answer: its text, and the position where it begins. */
interface OpenStream {
  readonly cursor: string;
  text(hungUp: AbortSignal): AsyncGenerator<string>;
}

/** A reconnecting reader's position, `Last-Event-ID`, has precedence over its first one. */
export const eventStreamRoutes: readonly Binding[] = [
  bindStream(streamEvents, (context, principal, { query, lastEventId }) => {
    const since = lastEventId || query.since;
    const { events, mailbox, label, tag } = query;
    return openEventStream(context, principal, { since, events, mailbox, label, tag });
  }),
  bindStream(streamDeliveries, (context, principal, { query, lastEventId }) =>
    openDeliveryStream(context, principal, {
      since: lastEventId || query.since,
      webhook: query.webhook,
    }),
  ),
];

/** Binds an endless answer, which is written directly to the response. */
function bindStream<E extends Endpoint>(
  endpoint: E,
  open: (context: Context, principal: Principal, call: Call<E>) => Promise<OpenStream>,
): Binding {
  return {
    endpoint,
    handle: async (context, { reply, call, principal }) => {
      if (!principal) throw new Error(`${endpoint.id} was called without a principal`);
      const hungUp = call.stoppedWaiting();
      const stream = await open(context, principal, call as unknown as Call<E>);
      const release = context.streams.take(principal);
      const response = begin(reply, stream.cursor);
      pump(stream.text(hungUp), response, hungUp)
        .catch((error: unknown) => context.log.error({ err: error }, 'event stream failed'))
        .finally(() => {
          release();
          response.end();
        });
      return reply;
    },
  };
}

function begin(reply: FastifyReply, cursor: string): ServerResponse {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    // Keeps proxies from buffering events.
    'x-accel-buffering': 'no',
    connection: 'close',
    [EVENT_CURSOR_HEADER]: cursor,
  } as Record<string, string>);
  return reply.raw;
}

/** Writes at the reader's pace. */
async function pump(
  text: AsyncGenerator<string>,
  response: ServerResponse,
  hungUp: AbortSignal,
): Promise<void> {
  for await (const piece of text) {
    if (response.write(piece) || hungUp.aborted) continue;
    await once(response, 'drain', { signal: hungUp }).catch(() => undefined);
  }
}
