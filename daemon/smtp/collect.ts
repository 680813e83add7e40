import type { Readable } from 'node:stream';

/** How a message body came in: complete, or why its bytes were not kept. */
export type Collected =
  | {
      readonly outcome: 'complete';
      readonly raw: Buffer;
      /** To be called when nobody looks at `raw` any more: its memory holds another message then. */
      readonly recycle: () => void;
    }
  | { readonly outcome: 'too_large' | 'no_room' | 'hung_up' };

/** Bytes of unfinished messages, counted over all sessions. */
export type UnfinishedBytes = { held: number };

/** Bytes that are reserved when a message turns out to be more than one chunk. */
const FIRST_RESERVE = 256 * 1024;

/** Reserves that are kept for the next messages: memory that comes and goes has the whole heap looked through. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Reads the data of one message into memory, at most `maxBytes` of it and never more than `room.limit` over all
 * sessions. A message that is over is drained without being kept, so that the client hears a proper refusal.
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
    // smtp-server destroys the stream when the client goes away; without a listener its error would end the process.
    stream.on('error', () => undefined);
    stream.on('close', () => {
      letGo();
      resolve({ outcome: 'hung_up' });
    });
  });
}

/**
 * Copies what comes in, so that the chunks are free at once: kept until the end they survive into the old generation of
 * the heap, and a client that sends its message in millions of them would fill the memory with their bookkeeping.
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

  /** Hands its memory on; nothing of it may be in use. */
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
