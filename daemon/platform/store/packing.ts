import { constants, deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/**
 * Compression of stored mail. A row of more than half a page of the database takes a whole one, which a text
 * of 2 KB does, and half of one when packed.
 */

/** Bytes from which packing saves more than it costs. */
const SMALLEST = 256;
/** Packing runs in the event loop: 0.03 ms for 2 KB, 0.3 ms for this. */
const LARGEST = 64_000;
/** Share of the bytes that packing has to save. */
const WORTHWHILE = 1 / 8;
/** Half the time of the default level for 20 KB, for 2 % (2 KB) to 8 % (20 KB) more bytes. */
const LEVEL = constants.Z_BEST_SPEED;

/** Null for content that's better stored as it is. */
export function pack(content: Buffer): Buffer | null {
  if (content.length < SMALLEST || content.length > LARGEST) return null;
  const packed = deflateRawSync(content, optionsFor(content.length));
  return packed.length <= content.length * (1 - WORTHWHILE) ? packed : null;
}

/**
 * Tables no larger than the content needs: 24 KB instead of 256 KB for 2 KB. Memory outside of the heap makes
 * V8 collect garbage.
 */
function optionsFor(bytes: number): ZlibOptions {
  const windowBits = Math.min(Math.max(Math.ceil(Math.log2(bytes)), 9), constants.Z_MAX_WINDOWBITS);
  return { level: LEVEL, windowBits, memLevel: Math.max(windowBits - 7, 3), chunkSize: bytes };
}

export function unpack(packed: Buffer): Buffer {
  return inflateRawSync(packed, { chunkSize: Math.max(4 * packed.length, constants.Z_MIN_CHUNK) });
}
