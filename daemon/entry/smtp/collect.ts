import type { Readable } from 'node:stream';

/** A complete message body, or why it wasn't kept. */
export type Collected =
  | {
      readonly outcome: 'complete';
      readonly raw: Buffer;
      /** Call it when `raw` is no longer used: its memory then gets another message. */
      readonly recycle: () => void;
    }
  | { readonly outcome: 'too_large' | 'no_room' | 'hung_up' };

/** Bytes of unfinished messages of all sessions. */
export type UnfinishedBytes = { held: number };

/** Initial buffer of a message with more than one chunk. */
const FIRST_RESERVE = 256 * 1024;

/** Buffers kept for reuse; allocating and freeing them causes full garbage collections. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Reads a message into memory, at most `maxBytes` and at most `room.limit` over all sessions. A larger
 * message is drained without being kept, so that the client gets a proper refusal.
 */
export function collect(
  stream: Readable,
  maxBytes: number,
  room: { readonly unfinished: UnfinishedBytes; readonly limit: number },
): Promise<Collected> {
  return new Promise((resolve) => {
    let bytes = new GrowingBuffer();
    let refused: 'too_large' | 'no_room' | null = null;

    const letGo = (): void => {
      room.unfinished.held -= bytes.length;
      bytes = new GrowingBuffer();
    };
    stream.on('data', (chunk: Buffer) => {
      if (refused !== null) return;
      if (bytes.length + chunk.length > maxBytes) refused = 'too_large';
      else if (room.unfinished.held + chunk.length > room.limit) refused = 'no_room';
      if (refused !== null) {
        letGo();
        return;
      }
      room.unfinished.held += chunk.length;
      bytes.append(chunk);
    });
    stream.on('end', () => {
      const complete = bytes;
      letGo();
      if (refused !== null) resolve({ outcome: refused });
      else resolve({ outcome: 'complete', raw: complete.content(), recycle: () => complete.recycle() });
    });
    // smtp-server destroys the stream when the client disconnects; an unhandled `error` event would end the
    // process.
    stream.on('error', () => undefined);
    stream.on('close', () => {
      letGo();
      resolve({ outcome: 'hung_up' });
    });
  });
}

/**
 * Copies chunks so that they're freed at once. Kept to the end they'd move to the old generation, and a
 * client that sends millions of tiny chunks would fill the memory with their overhead.
 */
class GrowingBuffer {
  length = 0;
  #buffer: Buffer | null = null;
  #only: Buffer | null = null;

  append(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (this.length === 0) {
      this.#only = chunk;
    } else {
      this.#reserve(needed).set(chunk, this.length);
    }
    this.length = needed;
  }

  content(): Buffer {
    return this.#buffer?.subarray(0, this.length) ?? this.#only ?? Buffer.alloc(0);
  }

  /** Returns the memory, which must no longer be in use. */
  recycle(): void {
    if (this.#buffer?.length === FIRST_RESERVE && spare.length < MOST_SPARE) spare.push(this.#buffer);
    this.#buffer = null;
  }

  #reserve(needed: number): Buffer {
    if (this.#buffer !== null && this.#buffer.length >= needed) return this.#buffer;
    const larger = needed <= FIRST_RESERVE ? firstReserve() : Buffer.allocUnsafeSlow(needed * 2);
    larger.set(this.content());
    this.recycle();
    this.#buffer = larger;
    this.#only = null;
    return larger;
  }
}

function firstReserve(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_RESERVE);
}
