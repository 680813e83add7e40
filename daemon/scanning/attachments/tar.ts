import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { type Archive, MAX_ENTRIES } from './listing.ts';

/** Bytes that a packed tar may unpack to while it is listed. */
const MAX_UNPACKED = 100_000_000;
const CHUNK = 1 << 20;

class TooMuch extends Error {}

/** Lists a tar, through what unpacks it if it is packed; its files are passed over. */
export async function listTar(content: Uint8Array, unpacker: Transform | null): Promise<Archive> {
  const names: string[] = [];
  const tar = extract();
  tar.on('entry', (header, file, next) => {
    names.push(header.name);
    if (names.length > MAX_ENTRIES) return next(new TooMuch());
    file.on('end', next);
    // What breaks off inside a file is told to the file too, and an error that nobody takes ends the thread.
    file.on('error', () => undefined);
    file.resume();
  });
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const source = Readable.from(chunks(bytes));
  try {
    await (unpacker ? pipeline(source, unpacker, bounded(), tar) : pipeline(source, tar));
    return { names, encrypted: false, incomplete: false };
  } catch (error) {
    // What is no tar at all has no first name.
    return { names, encrypted: false, incomplete: names.length > 0 || error instanceof TooMuch };
  }
}

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK) yield bytes.subarray(start, start + CHUNK);
}

function bounded(): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > MAX_UNPACKED) done(new TooMuch());
      else done(null, chunk);
    },
  });
}
