import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyRequest } from 'fastify';
import { createModelServer } from '../../../shared/mcp/server.ts';
import { type ModelCaller, sessionOf } from './session.ts';

interface ModelAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined after a notification. */
  readonly body: Buffer | undefined;
}

/** Answers one request of a model: with JSON, never with a stream. */
export async function answerModel(request: FastifyRequest, caller: ModelCaller): Promise<ModelAnswer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createModelServer({
    version: caller.context.config.version,
    session: () => sessionOf(caller),
  });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(webRequest(request), { parsedBody: request.body });
    const { status, headers } = response;
    const body = response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
    return { status, headers: Object.fromEntries(headers), body };
  } finally {
    await server.close();
  }
}

/** Headers of the protocol. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];

/** The request as far as the transport looks at it. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const ours = HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  return new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: ours as [string, string][],
  });
}
