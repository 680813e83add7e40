import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { ServiceError } from '../errors.ts';
import { badRequest, envelopeOf } from './envelope.ts';

/** Bytes that never become a request (no HTTP, a head that is too large) get the envelope too, written by hand. */
export function refuseUnreadable(context: Context, error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = badRequest(
    error.code === 'HPE_HEADER_OVERFLOW' ? 'the head of the request is too large' : 'this is no HTTP request',
  );
  socket.end(answer(context, refusal), () => socket.destroy());
}

/** Node would answer an `Expect` that it does not know without a body; as nobody has to honour one, it is ignored. */
export function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    delete request.headers.expect;
    app.server.emit('request', request, response);
  });
}

/** Clients name a type for an empty body too (`curl -d ''`); without a body there is no type to refuse (decisions 1.1). */
export function ignoreTypeOfNothing({ headers }: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  if (length === '0' && coding === undefined) delete headers['content-type'];
}

function answer(context: Context, refusal: ServiceError): string {
  const body = JSON.stringify(envelopeOf(refusal));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `X-Request-Id: ${context.random.id(context.clock.now())}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
