import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

const CHUNK = 64 * 1024;

/** The connection of a message. */
export interface MessageConnection {
  readonly socket: () => Socket | null;
  /** Called when the client begins to read the message. */
  readonly onStart: () => void;
  /** Called in the turn in which the final dot is written, and may destroy the socket to prevent it. */
  readonly onEnd: () => void;
}

/**
 * The bytes of a message on their way into a connection. The end, which makes the client write the final dot,
 * is held back until the connection has handed everything before it to the operating system: a connection
 * that breaks earlier cannot have delivered the message.
 */
export class MessageStream extends Readable {
  readonly #raw: Buffer;
  readonly #wire: MessageConnection;
  #offset = 0;

  constructor(raw: Buffer, wire: MessageConnection) {
    super();
    this.#raw = raw;
    this.#wire = wire;
  }

  override _read(): void {
    if (this.#offset === 0) this.#wire.onStart();
    if (this.#offset < this.#raw.length) {
      this.push(this.#raw.subarray(this.#offset, this.#offset + CHUNK));
      this.#offset += CHUNK;
      return;
    }
    this.#flushed(() => {
      if (this.destroyed) return;
      this.#wire.onEnd();
      this.push(null);
    });
  }

  /**
   * Calls back once the socket holds nothing back, and has had a chance to say that the other side is gone.
   */
  #flushed(callback: () => void): void {
    const socket = this.#wire.socket();
    if (socket === null || socket.writableLength === 0) setImmediate(callback);
    else socket.write('', () => this.#flushed(callback));
  }
}
