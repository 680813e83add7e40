import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, pathOf, type ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { UploadedFile } from '../../../shared/contract/staged-attachments.ts';
import { type Session, ToolError } from '../../../shared/mcp/tool.ts';

/** Calls that tools make of this server's own API. */

/** Headers of the model's request that count for its calls: who it is, and the proxies in between. */
const PASSED_ON = ['authorization', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'];

/** Of a connection that is closed. An injected request without an address would be one of this machine. */
const NO_ADDRESS = '0.0.0.0';

/** A request of the contract, without its types. */
interface LooseParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes calls for the sender of a request, with its key and address. They pass the same routes as its own
 * would, so all checks, limits and audit rows are those of the API.
 */
export function callsFor(app: FastifyInstance, request: FastifyRequest, ended: AbortSignal): Session['call'] {
  const { headers, raw } = request;
  const identity = Object.fromEntries(
    PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return async (endpoint, parts) => {
    const { params, query, body, headers: own } = parts as LooseParts;
    const content = await contentOf(endpoint, body);
    const { statusCode, payload } = await app.inject({
      method: endpoint.method,
      url: `${pathOf(endpoint, params)}${queryOf(query)}`,
      headers: { ...identity, ...own, ...content?.headers },
      remoteAddress: raw.socket.remoteAddress ?? NO_ADDRESS,
      ...(content && { payload: content.payload }),
      signal: ended,
    });
    const reply = JSON.parse(payload);
    if (statusCode < 400) return reply as ReplyOf<typeof endpoint>;
    throw new ToolError({ message: reply.error, code: reply.code, details: reply.details });
  };
}

function queryOf(query: LooseParts['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

interface RequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer;
}

async function contentOf(endpoint: Endpoint, body: object | undefined): Promise<RequestContent | undefined> {
  if (body === undefined) return undefined;
  if (!endpoint.upload) {
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  }
  const form = new Response(formOf(body));
  return {
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
    payload: Buffer.from(await form.arrayBuffer()),
  };
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (isUpload(value)) form.append(name, new Blob([Uint8Array.from(value.content)]), value.filename);
    else form.append(name, String(value));
  }
  return form;
}

function isUpload(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'content' in value;
}
