import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { OpenSpan, SpanFacts, Spans } from '../metrics/spans.ts';

/** Spans of the requests of an endpoint; without `spans` it does nothing. */
export class RequestSpans {
  readonly #spans: Spans | null;
  readonly #endpoint: Endpoint;
  readonly #open = new WeakMap<FastifyRequest, OpenSpan>();

  constructor(spans: Spans | null, endpoint: Endpoint) {
    this.#spans = spans;
    this.#endpoint = endpoint;
  }

  begin(request: FastifyRequest): void {
    if (!this.#spans) return;
    const { id, path } = this.#endpoint;
    const { method, headers } = request;
    const facts = {
      endpoint: id,
      request_id: request.id,
      'http.request.method': method,
      // The path itself may name a person.
      'http.route': path,
    };
    this.#open.set(
      request,
      this.#spans.begin(`${method} ${path}`, { kind: 'server', parent: headers, facts }),
    );
  }

  run<T>(request: FastifyRequest, work: () => T): T {
    const span = this.#open.get(request);
    return span ? span.run(work) : work();
  }

  note(request: FastifyRequest, facts: SpanFacts): void {
    this.#open.get(request)?.note(facts);
  }

  end(request: FastifyRequest, { statusCode }: FastifyReply): void {
    this.#open
      .get(request)
      ?.end({ failed: statusCode >= 500, facts: { 'http.response.status_code': statusCode } });
  }
}
