import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../../context.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import { Subnets } from '../../platform/system/subnets.ts';
import { RequestTurns } from './turns.ts';
import { refuseConnection, refuseUnreadable } from './unreadable.ts';

/** Local agents call from these, with hundreds of long polls at once. */
const OWN_ADDRESSES = ['127.0.0.1', '::1'];

const KEEP_ALIVE_TIME = 72_000;

/** Creates the HTTP server: bounded connections, each with one answer at a time. */
export function createListener(context: Context, handle: RequestListener): Server {
  const { config } = context;
  const limits = config.httpLimits;
  const turns = new WeakMap<Socket, RequestTurns>();
  const server = createServer({
    headersTimeout: limits.headTime,
    requestTimeout: limits.requestTime,
    connectionsCheckingInterval: limits.checkInterval,
    keepAliveTimeout: KEEP_ALIVE_TIME,
    // Handled as a foreign Host is.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections;
  // Missing in the types. Without it Node drops unsent answers as soon as the client ends its side.
  Object.assign(server, { httpAllowHalfOpen: true });
  const exempt = new Subnets([...OWN_ADDRESSES, ...config.trustedProxies]);
  const open = new OpenConnections(limits.connectionsPerAddress, exempt);
  server.on('connection', (socket) => {
    if (!open.admit(socket)) return refuseConnection(context, socket);
    turns.set(socket, new RequestTurns(socket, handle, limits.requestsPerConnection));
    endAfterTimeout(socket, limits.halfOpenTime);
  });
  server.on('request', (request, response) => turns.get(request.socket)?.take(request, response));
  // Ignore unknown `Expect` headers, as servers may; Node would answer without a body.
  server.on('checkExpectation', (request, response) => {
    delete request.headers.expect;
    server.emit('request', request, response);
  });
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const turn = turns.get(socket as Socket);
    // The error is about bytes after a request that's being handled. Its client still needs the answer, and
    // would take a refusal for one. The rest of a late head is held back here.
    if (turn?.isHoldingBack && error.code?.match(/^HPE_|^ERR_HTTP_REQUEST_TIMEOUT$/)) turn.closeAfterAnswer();
    else if (turn?.isMidAnswer) socket.destroy();
    else refuseUnreadable(context, error, socket as Socket);
  });
  server.setTimeout(limits.stallTime, (socket) => {
    // Long operations and idle streams may be silent. Idle connections and unread answers are closed.
    if (!turns.get(socket)?.isAnswering || socket.writableLength > 0) socket.destroy();
  });
  return server;
}

/** Most clients that ended their side have hung up, so their answers get a short deadline. */
function endAfterTimeout(socket: Socket, milliseconds: number): void {
  socket.once('end', () => {
    const timer = setTimeout(() => socket.destroy(), milliseconds);
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Counts open connections by address block. */
class OpenConnections {
  readonly #limit: number;
  readonly #exempt: Subnets;
  readonly #counts = new Map<string, number>();

  constructor(limit: number, exempt: Subnets) {
    this.#limit = limit;
    this.#exempt = exempt;
  }

  /** Counts a connection until it closes; false when its address block has too many. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    if (this.#exempt.has(address)) return true;
    const block = addressBlock(address);
    const count = this.#counts.get(block) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(block, count + 1);
    socket.once('close', () => {
      const left = (this.#counts.get(block) ?? 1) - 1;
      if (left > 0) this.#counts.set(block, left);
      else this.#counts.delete(block);
    });
    return true;
  }
}
