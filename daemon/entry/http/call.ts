import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import type { ClientFacts } from '../../access/sessions/open.ts';
import type { Context } from '../../context.ts';

/** A checked request of an endpoint. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly idempotencyKey: string | undefined;
  readonly prefer: string | undefined;
  readonly accept: string | undefined;
  readonly lastEventId: string | undefined;
  readonly client: ClientFacts;
  /** Aborted when the connection closes. */
  readonly hungUp: () => AbortSignal;
  /** Aborted as soon as the caller ends its side, for answers that wait. */
  readonly stoppedWaiting: () => AbortSignal;
}

/** An answer with a status or headers of its own. */
export class Answer<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  /** One of the endpoint's success statuses; by default the first. */
  readonly status: number | undefined;

  constructor(body: T, headers: Readonly<Record<string, string>> = {}, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** Bytes instead of JSON. */
export class Content {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Uint8Array, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes;
    this.headers = headers;
  }
}

type EndpointOutcome<E extends Endpoint> = ReplyOf<E> | Answer<ReplyOf<E>> | Content;
type Result<E extends Endpoint> = EndpointOutcome<E> | Promise<EndpointOutcome<E>>;

/** The handler of an endpoint; the untyped form of the handlers below. */
export interface Binding {
  readonly endpoint: Endpoint;
  readonly handle: (context: Context, exchange: Exchange) => unknown;
}

/** A request that passed all checks, and its reply. */
export interface Exchange {
  readonly reply: FastifyReply;
  readonly call: Call<Endpoint>;
  /** Null without a credential. */
  readonly principal: Principal | null;
}

/** Binds an endpoint that needs a credential. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, principal: Principal, call: Call<E>) => Result<E>,
): Binding {
  return {
    endpoint,
    handle: (context, { call, principal }) => {
      if (!principal) throw new Error(`${endpoint.id} was called without a principal`);
      return handler(context, principal, call as unknown as Call<E>);
    },
  };
}

/** Binds an endpoint without an account: public ones and the operator's. */
export function bindOpen<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, call: Call<E>) => Result<E>,
): Binding {
  return {
    endpoint,
    handle: (context, { call }) => handler(context, call as unknown as Call<E>),
  };
}

/** Binds an endpoint whose answer is not JSON; a long one is written while it is read. */
export function bindRaw<E extends Endpoint>(
  endpoint: E,
  contentType: string,
  handler: (context: Context, call: Call<E>) => Promise<Buffer | AsyncIterable<Uint8Array>>,
): Binding {
  return {
    endpoint,
    handle: async (context, { reply, call }) => {
      const content = await handler(context, call as unknown as Call<E>);
      const body = Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false });
      return reply.type(contentType).send(body);
    },
  };
}

/** Binds an endpoint that streams its JSON answer. */
export function bindStream<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, principal: Principal, call: Call<E>) => AsyncIterable<string>,
): Binding {
  return {
    endpoint,
    handle: (context, { reply, call, principal }) => {
      if (!principal) throw new Error(`${endpoint.id} was called without a principal`);
      const parts = handler(context, principal, call as unknown as Call<E>);
      return reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }));
    },
  };
}
