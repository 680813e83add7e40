import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { badRequest, envelopeOf } from './envelope.ts';

/** `Retry-After`, in seconds. */
const RETRY_AFTER = 5;

const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

/** Refuses unreadable bytes; in the middle of an answer it cuts the connection instead. */
export function refuseUnreadable(context: Context, error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = badRequest(UNREADABLE[error.code ?? ''] ?? "this isn't an HTTP request");
  socket.end(answer(context, refusal), () => socket.destroy());
}

/** Refuses a connection of an address with too many, whatever the request. */
export function refuseConnection(context: Context, socket: Socket): void {
  socket.pause();
  const refusal = new ServiceError(
    'SERVICE_UNAVAILABLE',
    { retry_after: RETRY_AFTER },
    {
      message: 'Too many connections from this address.',
    },
  );
  socket.end(answer(context, refusal, `Retry-After: ${RETRY_AFTER}`), () => socket.destroy());
}

/** Clients send a type with an empty body too (`curl -d ''`), so it's only checked when there is a body. */
export function ignoreTypeOfNothing({ headers }: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  if (length === '0' && coding === undefined) delete headers['content-type'];
}

function answer(context: Context, refusal: ServiceError, ...headers: readonly string[]): string {
  const body = JSON.stringify(envelopeOf(refusal));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `X-Request-Id: ${context.random.id(context.clock.now())}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
