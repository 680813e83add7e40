import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import { extract } from 'tar-stream';
import { MB } from '../../../../shared/contract/limits.ts';
import { MAX_INNER } from './limits.ts';
import { type Member, plainMember, Taken } from './member.ts';

/** Bytes that a packed file may unpack to. */
const MAX_UNPACKED = 100 * MB;
const CHUNK = 1 << 20;
/** Bytes needed to recognize a tar. */
const TAR_HEADER = 512;

/** Packings of a single file, which may be a tar, by the usual ending of their names. */
const PACKINGS = {
  'application/gzip': { unpacker: createGunzip, ending: /\.gz$/i },
  'application/zstd': { unpacker: createZstdDecompress, ending: /\.zst$/i },
} as const;

export function isPacked(type: string): type is keyof typeof PACKINGS {
  return type in PACKINGS;
}

/** The one file that is packed, or the files of the tar that it is. */
export async function* packedMembers(
  type: keyof typeof PACKINGS,
  content: Buffer,
  filename: string | null,
): AsyncGenerator<Member> {
  const { unpacker, ending } = PACKINGS[type];
  const file = await unpacked(content, unpacker(), MAX_INNER);
  const found = await fileTypeFromBuffer(file.subarray(0, TAR_HEADER)).catch(() => undefined);
  if (found?.mime === 'application/x-tar') yield* tarMembers(content, unpacker());
  else yield plainMember((filename ?? '').replace(ending, ''), file);
}

/** Unpacks the whole file, so that damage shows, and keeps its first `kept` bytes. */
async function unpacked(content: Buffer, unpacker: Transform, kept: number): Promise<Uint8Array> {
  const taken = new Taken();
  const source = Readable.from(chunks(content));
  await pipeline(source, unpacker, bounded(), async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) if (taken.length < kept) taken.add(part);
  });
  return taken.first(kept);
}

/** The files of a tar, through what unpacks it if it's packed. */
export async function* tarMembers(content: Buffer, unpacker: Transform | null): AsyncGenerator<Member> {
  const tar = extract();
  const source = Readable.from(chunks(content));
  // A failure also ends the iteration below.
  const done = (unpacker ? pipeline(source, unpacker, bounded(), tar) : pipeline(source, tar)).catch(
    () => {},
  );
  try {
    for await (const entry of tar) {
      const taken = new Taken();
      const parts = entry[Symbol.asyncIterator]();
      yield {
        name: entry.header.name,
        declaredType: null,
        size: entry.header.size ?? 0,
        encrypted: false,
        async first(most) {
          while (taken.length < most) {
            const { value, done: ended } = await parts.next();
            if (ended) break;
            taken.add(value as Buffer);
          }
          return taken.first(most);
        },
      };
      entry.resume();
    }
  } finally {
    tar.destroy();
    await done;
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
      if (total > MAX_UNPACKED) done(new Error('the file unpacks to too much'));
      else done(null, chunk);
    },
  });
}
