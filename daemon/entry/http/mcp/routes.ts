import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Principal } from '../../../access/principal.ts';
import { authenticateModel, type Gatekeeper } from '../authenticate-request.ts';
import type { Binding } from '../call.ts';
import { badRequest } from '../envelope.ts';
import { stoppedWaiting } from '../hang-ups.ts';
import { endOfTurn } from '../turn.ts';
import { ModelCalls } from './calls.ts';

/** MCP over Streamable HTTP: each request stands alone, so there are no sessions to keep. */

const PATH = '/mcp';
/** Name of its requests in metrics and spans. */
const METRIC = 'mcp';

const JSON_TYPE = 'application/json; charset=utf-8';

const NOT_ALLOWED = JSON.stringify({
  jsonrpc: '2.0',
  error: { code: -32000, message: 'Method not allowed: this server has no sessions and sends no events.' },
  id: null,
});

/** Adds the tools for models to a server. */
export function addModelTools(
  app: FastifyInstance,
  gatekeeper: Gatekeeper,
  bindings: readonly Binding[],
): void {
  const { context } = gatekeeper;
  const calls = new ModelCalls(gatekeeper, bindings);
  const principals = new WeakMap<FastifyRequest, Principal>();
  app.route({
    method: 'POST',
    url: PATH,
    config: { endpoint: METRIC },
    bodyLimit: LIMITS.requestBodyBytes,
    onRequest: async (request) => {
      await endOfTurn();
      const principal = await authenticateModel(gatekeeper, request);
      principals.set(request, principal);
      context.metrics.spans?.note({ account_id: principal.account.id });
    },
    onResponse: (_request, reply, done) => {
      context.metrics.requestEnded(METRIC, reply.statusCode, reply.elapsedTime);
      done();
    },
    handler: async (request, reply) => {
      const principal = principals.get(request);
      if (!principal) throw new Error('a model was answered without a principal');
      if (request.body === undefined) throw badRequest('the body is empty');
      // The SDK is loaded with the first call.
      const { answerModel } = await import('./answer.ts');
      const ended = stoppedWaiting(request, reply);
      const call = calls.of({ request, reply, principal, ended });
      const { status, body } = await answerModel(request, { context, principal, call, ended });
      return reply.code(status).type(JSON_TYPE).send(body);
    },
  });
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').type(JSON_TYPE).send(NOT_ALLOWED),
  });
}
