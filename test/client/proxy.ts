import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy before a daemon that loses answers, cuts streams, or answers itself, as a test tells it. */
export interface BreakingProxy {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** Forwards the next requests, and loses their answers. */
  loseAnswers(count: number): void;
  /** Answers the next request itself. */
  answer(status: number, body: object | string, headers?: Record<string, string>): void;
  /** Forwards the next request. */
  pass(): void;
  /** Never answers again. */
  silence(): void;
  /** Ends the connections of now. */
  cut(): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function breakingProxy(target: string): Promise<BreakingProxy> {
  const requests: IncomingMessage[] = [];
  const next: Handler[] = [];
  const open = new Set<ServerResponse>();
  const silent: Handler = () => undefined;
  let usual: Handler = (request, response) => void forward(target, request, response);
  const server = createServer((request, response) => {
    requests.push(request);
    open.add(response);
    response.once('close', () => open.delete(response));
    (next.shift() ?? usual)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    loseAnswers: (count) => {
      const lose: Handler = async (request) => {
        await (await exchange(target, request)).arrayBuffer();
        request.socket.destroy();
      };
      next.push(...Array.from({ length: count }, () => lose));
    },
    answer: (status, body, headers = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      next.push((_request, response) => response.writeHead(status, headers).end(text));
    },
    pass: () => next.push(usual),
    silence: () => {
      usual = silent;
    },
    cut: () => {
      for (const response of open) response.destroy();
    },
  };
}

async function exchange(target: string, request: IncomingMessage, signal?: AbortSignal): Promise<Response> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const body = Buffer.concat(await request.toArray());
  return fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
    ...(signal && { signal }),
  });
}

async function forward(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const answer = await exchange(target, request, gone.signal);
    const { 'transfer-encoding': _encoding, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers);
    response.flushHeaders();
    for await (const part of answer.body ?? []) response.write(part);
    response.end();
  } catch {
    response.destroy();
  }
}
