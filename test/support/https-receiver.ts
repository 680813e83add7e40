import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testAuthority } from './certificates.ts';

/** A real HTTPS server that takes webhooks; a test tells how it behaves. */

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly event: {
    id: string;
    event: string;
    occurred_at: string;
    account_id: string;
    data: Record<string, unknown>;
  };
  /** Local port of the client's side: the same for requests over one connection. */
  readonly port: number | undefined;
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);
/** Takes the request and never answers. */
export const hang: Behaviour = () => undefined;
/** Closes the connection instead of answering. */
export const closeEarly: Behaviour = (response) => response.socket?.destroy();
/** Answers with these lines as they are, and leaves the connection open. */
export const answerLines =
  (...lines: string[]): Behaviour =>
  (response) =>
    response.socket?.write(lines.join('\r\n'));

export class HttpsReceiver {
  readonly requests: ReceivedRequest[] = [];
  behave: Behaviour = answer(200, 'ok');
  readonly #server;
  #waiting: { count: number; resolve: () => void }[] = [];

  private constructor(credentials: { key: string; cert: string }) {
    this.#server = createServer({ ...credentials, keepAliveTimeout: 60_000 }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => this.#take(request, Buffer.concat(chunks).toString(), response));
    });
    this.#server.on('tlsClientError', () => undefined);
  }

  static async start(...names: string[]): Promise<HttpsReceiver> {
    const authority = await testAuthority();
    const receiver = new HttpsReceiver(await authority.issue('localhost', '127.0.0.1', ...names));
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = '/hook', host = 'localhost'): string {
    return `https://${host}:${this.port}${path}`;
  }

  /** Resolves when so many requests came in all. */
  received(count: number): Promise<void> {
    if (this.requests.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #take(request: IncomingMessage, body: string, response: ServerResponse): void {
    const received: ReceivedRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: JSON.parse(body),
      port: request.socket.remotePort,
    };
    this.requests.push(received);
    this.behave(response, received);
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.requests.length < count) return true;
      resolve();
      return false;
    });
  }
}
