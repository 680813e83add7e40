import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { EVENT_CURSOR_HEADER, streamEvents } from '../../../shared/contract/event-stream.ts';
import { EventStream } from '../../events/stream.ts';
import type { Binding, Call } from '../call.ts';

/** The live event log. It is the one answer that has no end, so it is written past the framework. */
export const eventStreamRoutes: readonly Binding[] = [
  {
    endpoint: streamEvents,
    handle: async (context, request, reply, call, principal) => {
      if (!principal) throw new Error('the event stream was called without a principal');
      const { query, hungUp } = call as unknown as Call<typeof streamEvents>;
      const lastEventId = request.headers['last-event-id'];
      const since = lastEventId === undefined || lastEventId === '' ? query.since : String(lastEventId);
      const stream = await EventStream.open(context, principal, {
        since,
        events: query.events,
        mailbox: query.mailbox,
      });
      const release = context.streams.take(principal);
      const signal = hungUp();
      const response = begin(reply, stream.cursor);
      pump(stream.text(signal), response, signal)
        .catch((error: unknown) => context.log.error({ err: error }, 'an event stream broke off'))
        .finally(() => {
          release();
          response.end();
        });
      return reply;
    },
  },
];

function begin(reply: FastifyReply, cursor: string): ServerResponse {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    [EVENT_CURSOR_HEADER]: cursor,
    // Proxies that collect answers would hold the events back.
    'x-accel-buffering': 'no',
    connection: 'close',
  } as Record<string, string>);
  return reply.raw;
}

/** Writes as fast as the reader takes it. */
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
