import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify';
import type { OpenSpan, Spans } from '../../operation/metrics/spans.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ID of the endpoint that the route serves, or a name of the daemon's own. */
    endpoint?: string;
  }
}

/** Records a span for each request to a route that is added afterwards. */
export function traceRequests(app: FastifyInstance, spans: Spans): void {
  const requests = new RequestSpans(spans);
  app.addHook('onRoute', (route) => requests.trace(route));
}

type HookList<T> = T | T[] | undefined;

class RequestSpans {
  readonly #spans: Spans;
  readonly #open = new WeakMap<FastifyRequest, OpenSpan>();

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  trace(route: RouteOptions): void {
    const { handler } = route;
    const { endpoint } = route.config ?? {};
    const begin = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) =>
      this.#begin(request, { route: route.url, endpoint }).run(done);
    const end = (request: FastifyRequest, { statusCode }: FastifyReply, done: HookHandlerDoneFunction) => {
      const facts = { 'http.response.status_code': statusCode };
      this.#open.get(request)?.end({ failed: statusCode >= 500, facts });
      this.#open.delete(request);
      done();
    };
    route.onRequest = [begin, ...listOf(route.onRequest)];
    route.onResponse = [...listOf(route.onResponse), end];
    const run = (request: FastifyRequest, work: () => unknown) => {
      const span = this.#open.get(request);
      return span ? span.run(work) : work();
    };
    // Reading a body leaves the context in which the hooks run.
    route.handler = function (request, reply) {
      return run(request, () => handler.call(this, request, reply));
    };
  }

  #begin(
    request: FastifyRequest,
    { route, endpoint }: { readonly route: string; readonly endpoint: string | undefined },
  ): OpenSpan {
    const { method, headers } = request;
    const facts = {
      ...(endpoint !== undefined && { endpoint }),
      request_id: request.id,
      'http.request.method': method,
      // The path itself may name a person.
      'http.route': route,
    };
    const span = this.#spans.begin(`${method} ${route}`, { kind: 'server', parent: headers, facts });
    this.#open.set(request, span);
    return span;
  }
}

function listOf<T>(hooks: HookList<T>): T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
