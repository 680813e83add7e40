import { EventStreams } from './events.ts';
import type { ClientOperation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { ApiTransport } from './transport.ts';
import type { AgentMailClient, AgentMailOptions, CallOptions, LongCalls } from './types.ts';
import { Waits } from './waits.ts';

/** The client for programs: `import { AgentMail } from 'agentmaild-client'`. */

export type * from './api.d.ts';
export { AgentMailError, NoAnswerError, RefusedError, UnexpectedReplyError } from './errors.ts';
export { extractCode, extractLinks } from './extract.ts';
export type * from './types.ts';

export type AgentMail = AgentMailClient;

/** Makes a client: `new AgentMail({ url, key })`. It opens no connection until the first call. */
export const AgentMail: new (options: AgentMailOptions) => AgentMailClient = class {
  constructor(options: AgentMailOptions) {
    const transport = new ApiTransport(options);
    const waits = new Waits(transport);
    const streams = new EventStreams(transport);
    const written: LongCalls = {
      messages: { waitFor: waits.message.bind(waits) },
      codes: { wait: waits.code.bind(waits) },
      decisions: { wait: waits.decision.bind(waits) },
      events: { stream: streams.events.bind(streams) },
      webhooks: { streamDeliveries: streams.deliveries.bind(streams) },
    };
    Object.assign(this, written);
    for (const [name, value] of Object.entries(OPERATIONS)) {
      if ('path' in value) Object.assign(this, { [name]: methodOf(transport, value as ClientOperation) });
      else
        Object.assign(this, {
          [name]: {
            ...Object.fromEntries(
              Object.entries(value).map(([method, operation]) => [method, methodOf(transport, operation)]),
            ),
            ...written[name as keyof LongCalls],
          },
        });
    }
  }
} as unknown as new (
  options: AgentMailOptions,
) => AgentMail;

/** A method: the parts of its path, its input if it has one, and options. */
function methodOf(transport: ApiTransport, operation: ClientOperation) {
  const isLookup = operation.keyed === true && operation.method === 'GET';
  const count = operation.path.split(':').length - 1;
  return (...taken: readonly unknown[]): Promise<unknown> => {
    const parts = taken.slice(0, count) as string[];
    const [first, second] = taken.slice(count);
    if (isLookup) {
      const options = { ...(second as CallOptions | undefined), idempotencyKey: first as string };
      return transport.call({ operation, parts, options });
    }
    const [input, options] = operation.takes ? [first, second] : [undefined, first];
    return transport.call({ operation, parts, input: input as object, options: options as CallOptions });
  };
}
