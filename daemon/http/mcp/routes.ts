import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Intents } from '../../../shared/mcp/intents.ts';
import type { Principal } from '../../access/principal.ts';
import { authenticateModel, type Gatekeeper } from '../authenticate-request.ts';
import { badRequest } from '../envelope.ts';
import { stoppedWaiting } from '../hang-ups.ts';
import { endOfTurn } from '../turn.ts';
import { callsFor } from './calls.ts';

/** MCP over Streamable HTTP: each request stands alone, so there are no sessions to keep. */

const PATH = '/mcp';
/** Label of its requests in metrics. */
const METRIC = 'mcp';

const NOT_ALLOWED = JSON.stringify({
  jsonrpc: '2.0',
  error: { code: -32000, message: 'Method not allowed: this server has no sessions and sends no events.' },
  id: null,
});

/** Adds the tools for models to a server. */
export function addModelTools(app: FastifyInstance, gatekeeper: Gatekeeper, intents: Intents): void {
  const { context } = gatekeeper;
  const principals = new WeakMap<FastifyRequest, Principal>();
  app.route({
    method: 'POST',
    url: PATH,
    onRequest: async (request) => {
      await endOfTurn();
      principals.set(request, await authenticateModel(gatekeeper, request));
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
      const call = callsFor(app, request, ended);
      const caller = { context, intents, principal, call, ended };
      const { status, headers, body } = await answerModel(request, caller);
      return reply.code(status).headers(headers).send(body);
    },
  });
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    handler: (_request, reply) =>
      reply.code(405).header('allow', 'POST').type('application/json').send(NOT_ALLOWED),
  });
}
