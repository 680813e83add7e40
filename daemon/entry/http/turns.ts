import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bytes that the parser gets at once. Node creates request and response objects, some 4 KB each, for every
 * request in them and can't pause in between: 1 KB has at most 56 requests, a whole read of 64 KB has 3,640.
 */
const PIECE_BYTES = 1024;

type Parse = (bytes: Buffer) => void;
type HttpExchange = readonly [IncomingMessage, ServerResponse];

/**
 * Handles the requests of a connection one at a time: the next one isn't handled, and further bytes aren't
 * parsed, until the system has taken the previous answer. TCP then slows down a client that sends without
 * reading. Bytes are only held back when a client pipelines, so other hang-ups are noticed.
 */
export class RequestTurns {
  readonly #socket: Socket;
  readonly #handle: RequestListener;
  readonly #parse: Parse;
  #current: IncomingMessage | null = null;
  #response: ServerResponse | null = null;
  /** Parsed in one piece with the current request. */
  #waiting: HttpExchange[] = [];
  /** Bytes left of the current body, at most; they need no small pieces. */
  #bodyBytes = 0;
  #requestsLeft: number;
  #closing = false;

  constructor(socket: Socket, handle: RequestListener, requests: number) {
    this.#socket = socket;
    this.#handle = handle;
    this.#requestsLeft = requests;
    const [parse] = socket.listeners('data');
    this.#parse = parse as Parse;
    socket.removeListener('data', this.#parse);
    // With a listener Node passes the bytes on instead of parsing them directly.
    socket.on('data', (bytes: Buffer) => this.#feed(bytes));
  }

  /** Whether a request has been parsed whose answer isn't complete. */
  get isAnswering(): boolean {
    return this.#current !== null;
  }

  /** Whether a part of the current answer has been written. */
  get isMidAnswer(): boolean {
    return this.#current !== null && (this.#response?.headersSent ?? false);
  }

  /** Whether bytes of further requests wait for the current answer. */
  get isHoldingBack(): boolean {
    return this.#current?.complete ?? false;
  }

  /** Closes the connection after the current answer. */
  closeAfterAnswer(): void {
    this.#closing = true;
  }

  /** Handles a request, at once or when those before it are answered. */
  take(request: IncomingMessage, response: ServerResponse): void {
    this.#bodyBytes = Number(request.headers['content-length'] ?? 0) || 0;
    if (this.#current === null) this.#begin(request, response);
    else this.#waiting.push([request, response]);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#current = request;
    this.#response = response;
    // Emitted after the last byte was given to the system, or when the connection breaks.
    response.once('close', () => this.#answered());
    this.#requestsLeft -= 1;
    // Node's own maxRequestsPerSocket leaves the connection open, and answers further requests past these
    // turns.
    if (this.#requestsLeft === 0) response.shouldKeepAlive = false;
    this.#handle(request, response);
  }

  #answered(): void {
    if (this.#isOver) return;
    if (this.#closing) {
      this.#socket.destroySoon();
      return;
    }
    const next = this.#waiting.shift();
    this.#current = next?.[0] ?? null;
    // Also the body of the next request, or a request that isn't parsed yet.
    if (!this.isHoldingBack && this.#socket.isPaused()) this.#socket.resume();
    // Lets other connections run first.
    if (next) setImmediate(() => this.#isOver || this.#begin(...next));
  }

  /** Parses bytes until a whole request is pending; returns the rest. */
  #feed(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#isOver) return;
      if (this.isHoldingBack) {
        this.#socket.pause();
        this.#socket.unshift(at === 0 ? bytes : bytes.subarray(at));
        return;
      }
      const end = Math.min(bytes.length, at + Math.max(PIECE_BYTES, this.#bodyBytes));
      this.#bodyBytes = Math.max(0, this.#bodyBytes - (end - at));
      this.#parse(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
      at = end;
    }
  }

  /** Whether the connection is closed or closes. */
  get #isOver(): boolean {
    return this.#socket.destroyed || this.#socket.writableEnded;
  }
}
