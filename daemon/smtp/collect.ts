import type { Readable } from 'node:stream';

/** How a message body came in: complete, or why its bytes were not kept. */
export type Collected =
  | { readonly outcome: 'complete'; readonly raw: Buffer }
  | { readonly outcome: 'too_large' | 'no_room' | 'hung_up' };

/** Bytes of unfinished messages, counted over all sessions. */
export type UnfinishedBytes = { held: number };

/** Small chunks are merged at this number: an array of millions of tiny buffers costs far more than their bytes. */
const CHUNKS_BEFORE_MERGE = 512;

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
    let blocks: Buffer[] = [];
    let chunks: Buffer[] = [];
    let held = 0;
    let refused: 'too_large' | 'no_room' | null = null;

    const letGo = (): void => {
      room.unfinished.held -= held;
      blocks = [];
      chunks = [];
      held = 0;
    };

    stream.on('data', (chunk: Buffer) => {
      if (refused !== null) return;
      held += chunk.length;
      room.unfinished.held += chunk.length;
      if (held > maxBytes || room.unfinished.held > room.limit) {
        refused = held > maxBytes ? 'too_large' : 'no_room';
        letGo();
        return;
      }
      chunks.push(chunk);
      if (chunks.length < CHUNKS_BEFORE_MERGE) return;
      blocks.push(Buffer.concat(chunks));
      chunks = [];
    });
    stream.on('end', () => {
      const raw = blocks.length === 0 && chunks[0] && chunks.length === 1 ? chunks[0] : null;
      const whole = raw ?? Buffer.concat([...blocks, ...chunks], held);
      letGo();
      resolve(refused === null ? { outcome: 'complete', raw: whole } : { outcome: refused });
    });
    // smtp-server destroys the stream when the client goes away; without a listener its error would end the process.
    stream.on('error', () => undefined);
    stream.on('close', () => {
      letGo();
      resolve({ outcome: 'hung_up' });
    });
  });
}
