import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { CALLER_HEADER } from '../../../shared/caller-header.ts';
import type { Endpoint, RequestHeader } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { serverHeader } from '../../../shared/server-header.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { replayHeader } from '../../mail/outbound/answer.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { isOutOfRoom } from '../../platform/store/trouble.ts';
import { authenticateRequest, type Gatekeeper } from './authenticate-request.ts';
import { parseJsonBody } from './body.ts';
import { Answer, type Binding, type Call, Content } from './call.ts';
import { Clients } from './client.ts';
import { checkedParts, checkedReply, handle, namesNothing } from './endpoint-call.ts';
import { badRequest, outOfRoom, SPARE_RELEASED, sendError } from './envelope.ts';
import { hungUp, stoppedWaiting } from './hang-ups.ts';
import { assertKnownHost } from './host.ts';
import { createListener } from './listener.ts';
import { addModelTools } from './mcp/routes.ts';
import type { BrowserPage } from './pages/page.ts';
import { addPages } from './pages/routes.ts';
import { parseQuery } from './query.ts';
import { addReference } from './reference/routes.ts';
import { traceRequests } from './request-spans.ts';
import { endOfTurn } from './turn.ts';
import { ignoreTypeOfNothing } from './unreadable.ts';
import { acceptUploads, readUpload } from './upload.ts';
import { addWebPage } from './web/routes.ts';

/** Paths that can't be decoded, or whose parts exceed any name. */
const NAMELESS: ReadonlySet<string> = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

/** Routes of the HTTP server, and the operator's token. */
export interface HttpServerOptions {
  readonly context: Context;
  readonly bindings: readonly Binding[];
  readonly pages: readonly BrowserPage[];
  readonly operatorToken: string;
  /** Serves the page for people too. */
  readonly servesPage: boolean;
}

/**
 * Routes have no schemas of fastify's, so the compilers for them aren't loaded: a tenth of a daemon's start.
 */
const WITHOUT_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error('routes are checked by the contract, not by schemas of fastify');
}

/** Creates the REST server: a route for every binding, and one error envelope. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { context } = options;
  const app = fastify({
    // Routes that check a credential before the body allow more.
    bodyLimit: LIMITS.publicBodyBytes,
    serverFactory: (handle) => createListener(context, handle),
    // The listener answers these; fastify's own handler would write a second answer.
    clientErrorHandler: () => undefined,
    forceCloseConnections: 'idle',
    genReqId: () => context.random.id(context.clock.now()),
    requestIdHeader: false,
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOf(request, server));
      sendError(reply, NAMELESS.has(error.code) ? notFound() : error, context.log);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  const server = serverHeader(context.config.version);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request, server));
    ignoreTypeOfNothing(request.raw);
    try {
      assertKnownHost(request.headers.host, context.config.allowedHosts);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!isOutOfRoom(error) || !context.room.becameFull(error)) return sendError(reply, error, context.log);
    context.log.error('the disk is full; spare space was released');
    return sendError(reply, outOfRoom(SPARE_RELEASED), context.log);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound(), context.log));
  if (context.metrics.spans) traceRequests(app, context.metrics.spans);
  const clients = new Clients(context.config);
  const gatekeeper = { context, clients, operatorToken: options.operatorToken };
  for (const binding of options.bindings) {
    if (!binding.endpoint.upload) addRoute(app, gatekeeper, binding);
  }
  app.register(async (scope) => {
    acceptUploads(scope);
    for (const binding of options.bindings) if (binding.endpoint.upload) addRoute(scope, gatekeeper, binding);
  });
  addPages(app, context, options.pages);
  addReference(app);
  if (options.servesPage) addWebPage(app, gatekeeper);
  addModelTools(app, gatekeeper, options.bindings);
  return app;
}

/** Headers of every answer. */
function headersOf(request: FastifyRequest, server: string): Record<string, string> {
  return {
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    server,
  };
}

function addRoute(app: FastifyInstance, gatekeeper: Gatekeeper, binding: Binding): void {
  const { endpoint } = binding;
  const { context, clients } = gatekeeper;
  const principals = new WeakMap<FastifyRequest, Principal>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint: endpoint.id },
    bodyLimit: endpoint.who === 'public' ? LIMITS.publicBodyBytes : LIMITS.requestBodyBytes,
    // Probes often send HEAD.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.who === 'public',
    onRequest: async (request, reply) => {
      if (namesNothing(request.params)) throw notFound();
      await endOfTurn();
      const principal = await authenticateRequest(gatekeeper, endpoint, request, ({ role }) =>
        reply.header(CALLER_HEADER, role),
      );
      if (!principal) return;
      principals.set(request, principal);
      context.metrics.spans?.note({ account_id: principal.account.id });
    },
    onResponse: (_request, reply, done) => {
      context.metrics.requestEnded(endpoint.id, reply.statusCode, reply.elapsedTime);
      done();
    },
    handler: async (request, reply) => {
      const principal = principals.get(request) ?? null;
      if (endpoint.upload) request.body = await readUpload(request);
      const call = { ...readCall(endpoint, request, reply), client: clients.of(request) };
      const result = await handle(binding, context, { reply, call, principal });
      return reply.sent || result === reply ? reply : sendResult(reply, endpoint, result);
    },
  });
}

/** Checks the parts of a request against the contract. */
function readCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<Call<Endpoint>, 'client'> {
  return {
    ...checkedParts(endpoint, request),
    idempotencyKey: header(endpoint, request, 'idempotency-key'),
    prefer: header(endpoint, request, 'prefer'),
    accept: header(endpoint, request, 'accept'),
    lastEventId: header(endpoint, request, 'last-event-id'),
    hungUp: () => hungUp(reply),
    stoppedWaiting: () => stoppedWaiting(request, reply),
  } as Omit<Call<Endpoint>, 'client'>;
}

/** Node joins repeated headers with commas, which is right for lists. Two keys would become a third. */
function header(endpoint: Endpoint, request: FastifyRequest, name: RequestHeader): string | undefined {
  if (!endpoint.headers?.includes(name)) return undefined;
  const { rawHeaders } = request.raw;
  const lines = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  if (lines.length > 1 && name === 'idempotency-key') {
    throw badRequest(`the header ${name} is given more than once`);
  }
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** Sends a result that fits the contract; one that doesn't is a bug and becomes a 500. */
function sendResult(reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  if (result instanceof Content) return reply.headers(result.headers).send(result.bytes);
  const { status, body } = checkedReply(endpoint, result);
  const headers = result instanceof Answer ? result.headers : {};
  return reply
    .code(status)
    .headers({ ...replayHeader(body), ...headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
