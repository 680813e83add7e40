import type { DeliveryAttempt } from './api.d.ts';
import { AgentMailError, NoAnswerError, RefusedError, UnexpectedReplyError } from './errors.ts';
import type { ClientOperation } from './operation.ts';
import { pause } from './pause.ts';
import { serverSentEvents } from './server-sent-events.ts';
import type { ApiTransport } from './transport.ts';
import type { CallOptions, EventName, MailEvent, StreamFilter } from './types.ts';

const EVENTS: ClientOperation = { method: 'GET', path: '/v1/events', takes: 'query' };
const DELIVERIES: ClientOperation = { method: 'GET', path: '/v1/webhooks/deliveries/stream', takes: 'query' };
const CURSOR_HEADER = 'x-event-cursor';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** EventStreams of the API, which begin again after the last entry when the connection breaks. */
export class EventStreams {
  readonly #transport: ApiTransport;

  constructor(transport: ApiTransport) {
    this.#transport = transport;
  }

  /** Follows events. */
  async *events<Name extends EventName>(
    { events, ...filter }: StreamFilter<Name> = {},
    options: CallOptions = {},
  ): AsyncGenerator<MailEvent<Name>, void, undefined> {
    const input = { ...filter, ...(events && { events: events.join(',') }) };
    for await (const { cursor, data } of this.#entries(EVENTS, input, options)) {
      yield { ...(JSON.parse(data) as MailEvent<Name>), cursor };
    }
  }

  /** Follows deliveries of webhooks as their attempts end. */
  async *deliveries(
    input: { webhook?: string; since?: string } = {},
    options: CallOptions = {},
  ): AsyncGenerator<DeliveryAttempt, void, undefined> {
    for await (const { data } of this.#entries(DELIVERIES, input, options)) yield JSON.parse(data);
  }

  async *#entries(
    operation: ClientOperation,
    input: object,
    options: CallOptions,
  ): AsyncGenerator<{ readonly cursor: string; readonly data: string }> {
    const signal = options.signal ?? new AbortController().signal;
    let cursor: string | undefined;
    for (let failures = 0; ; ) {
      try {
        const headers = {
          accept: 'text/event-stream',
          ...(cursor !== undefined && { 'last-event-id': cursor }),
        };
        const response = await this.#transport.open({ operation, parts: [], input, options, headers });
        cursor ??= response.headers.get(CURSOR_HEADER) ?? undefined;
        failures = 0;
        for await (const { id, data } of serverSentEvents(response.body ?? new ReadableStream(), signal)) {
          if (id === undefined) continue;
          cursor = id;
          yield { cursor, data };
        }
      } catch (error) {
        signal.throwIfAborted();
        // The first failure is the caller's: the address or the key may be wrong.
        if (cursor === undefined || !mayComeBack(error)) throw error;
      }
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal);
    }
  }
}

/** Anything but a refusal may recover: a restart, a network failure, a silent connection. */
function mayComeBack(error: unknown): boolean {
  if (error instanceof RefusedError)
    return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED';
  // A proxy answers for a daemon that it can't reach.
  if (error instanceof UnexpectedReplyError) return error.status >= 502 && error.status <= 504;
  return error instanceof NoAnswerError || !(error instanceof AgentMailError);
}
