import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../../shared/mcp/endpoints.ts';
import { type Session, ToolError, type ToolFailure } from '../../../../shared/mcp/tool.ts';
import { assertMayCall } from '../../../access/may-call.ts';
import type { Principal } from '../../../access/principal.ts';
import { notFound } from '../../../platform/errors/service-error.ts';
import type { Gatekeeper } from '../authenticate-request.ts';
import type { Binding, Call } from '../call.ts';
import { checkedParts, checkedReply, handle, namesNothing } from '../endpoint-call.ts';
import { envelopeOf, refusalOf } from '../envelope.ts';

/** A model's request, as far as the calls of its tools depend on it. */
export interface ModelRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly principal: Principal;
  /** Aborted when the model stops waiting for the answer. */
  readonly ended: AbortSignal;
}

/** A request of the contract, without its types. */
interface LooseParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls endpoints for models. A call takes the steps that a request of its own would take after its head is
 * read, without the bytes in between, so all checks, limits, audit rows and metrics are those of the API.
 */
export class ModelCalls {
  readonly #gatekeeper: Gatekeeper;
  readonly #bindings: ReadonlyMap<string, Binding>;

  constructor(gatekeeper: Gatekeeper, bindings: readonly Binding[]) {
    const ids = new Set<string>(Object.values(ENDPOINTS).map(({ id }) => id));
    const served = bindings.filter(({ endpoint }) => ids.has(endpoint.id));
    this.#gatekeeper = gatekeeper;
    this.#bindings = new Map(served.map((binding) => [binding.endpoint.id, binding]));
  }

  /** Calls of the tools of one request. */
  of(model: ModelRequest): Session['call'] {
    const { metrics, log } = this.#gatekeeper.context;
    return async (endpoint, parts) => {
      const started = performance.now();
      let code = 500;
      try {
        const { status, body } = await this.#call(endpoint, parts as LooseParts, model);
        code = status;
        return body as ReplyOf<typeof endpoint>;
      } catch (thrown) {
        const refusal = refusalOf(thrown, model.request.id, log);
        code = refusal.status;
        const { error, details } = envelopeOf(refusal);
        throw new ToolError({
          message: String(error),
          code: refusal.code,
          details: details as ToolFailure['details'],
        });
      } finally {
        metrics.requestEnded(endpoint.id, code, performance.now() - started);
      }
    };
  }

  async #call(endpoint: Endpoint, parts: LooseParts, { request, reply, principal, ended }: ModelRequest) {
    const { context, clients } = this.#gatekeeper;
    const binding = this.#bindings.get(endpoint.id);
    if (!binding) throw new Error(`tools don't call ${endpoint.id}`);
    const { body, headers } = parts;
    const params = asTyped(parts.params);
    if (namesNothing(params)) throw notFound();
    assertMayCall(context, endpoint, principal);
    const call = {
      ...checkedParts(endpoint, { params, query: asTyped(parts.query), body }),
      idempotencyKey: headers?.['idempotency-key'],
      prefer: headers?.prefer,
      accept: undefined,
      lastEventId: undefined,
      client: clients.of(request),
      hungUp: () => ended,
      stoppedWaiting: () => ended,
    } as Call<Endpoint>;
    return checkedReply(endpoint, await handle(binding, context, { reply, call, principal }));
  }
}

/** Values as in an address, where all are text. */
function asTyped(values: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
