import {
  type StreamedDelivery,
  type streamDeliveries,
  streamedDelivery,
} from '../../shared/contract/event-stream.ts';
import { serverSentEvents } from '../client/server-sent-events.ts';
import type { Context } from '../context.ts';
import { reopened } from './reopen.ts';

/** Deliveries as their attempts end. The stream has no memory: what is left out while it is down is said. */
export async function* followDeliveries(
  context: Context,
  webhook: string | undefined,
  endpoint: typeof streamDeliveries,
): AsyncGenerator<StreamedDelivery> {
  const query = webhook === undefined ? {} : { webhook };
  const open = async (signal: AbortSignal) => {
    const client = await context.client({ fresh: true });
    const response = await client.open(endpoint, { query, signal });
    return serverSentEvents(response.body ?? new ReadableStream(), signal);
  };
  const missed = 'Connected again; attempts of the meantime are in: agentmail webhooks deliveries ID';
  for await (const { type, data } of reopened(context, open, missed)) {
    const value: unknown = JSON.parse(data);
    const parsed = streamedDelivery.safeParse(value);
    if (parsed.success) yield parsed.data;
    else if (type === 'left_out') context.notice(`This is too slow to show everything; left out: ${data}`);
  }
}
