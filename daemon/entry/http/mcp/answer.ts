import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  JSONRPCRequestSchema,
  McpError,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { FastifyRequest } from 'fastify';
import { callTool, createModelServer } from '../../../../shared/mcp/server.ts';
import { type ModelCaller, sessionOf } from './session.ts';

interface ModelAnswer {
  readonly status: number;
  /** JSON; absent after a notification. */
  readonly body?: string | undefined;
}

const VERSION_HEADER = 'mcp-protocol-version';

/** Answers one request of a model: with JSON, never with a stream. */
export async function answerModel(request: FastifyRequest, caller: ModelCaller): Promise<ModelAnswer> {
  const call = toolCallOf(request);
  if (call) return { status: 200, body: JSON.stringify(await answerCall(call, caller)) };
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createModelServer({
    version: caller.context.config.version,
    session: () => sessionOf(caller),
  });
  await server.connect(transport);
  try {
    const options = { parsedBody: request.body };
    const response = await transport.handleRequest(webRequest(request), options);
    return {
      status: response.status,
      body: response.body === null ? undefined : await response.text(),
    };
  } finally {
    await server.close();
  }
}

interface IdentifiedCall {
  readonly id: RequestId;
  readonly params: CallToolRequest['params'];
}

/** A valid call of a tool, which all models speak most of the time; undefined for all else. */
function toolCallOf({ headers, body }: FastifyRequest): IdentifiedCall | undefined {
  const version = headers[VERSION_HEADER];
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return undefined;
  const request = JSONRPCRequestSchema.safeParse(body);
  const call = CallToolRequestSchema.safeParse(body);
  if (!request.success || !call.success || call.data.params.task) return undefined;
  return { id: request.data.id, params: call.data.params };
}

/** Answers past the transport and the server, which cost three times the call itself. */
async function answerCall({ id, params }: IdentifiedCall, caller: ModelCaller): Promise<object> {
  try {
    return { jsonrpc: '2.0', id, result: await callTool(sessionOf(caller), params) };
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}

/** Headers of the protocol. */
const HEADERS = ['accept', 'content-type', VERSION_HEADER];

/** The request as far as the transport looks at it. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const given = new Headers();
  for (const name of HEADERS) if (headers[name] !== undefined) given.set(name, String(headers[name]));
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: given });
}
