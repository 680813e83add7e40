import { constants, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { libraryMembers } from './library.ts';
import { MAX_ENTRIES } from './limits.ts';
import type { Member } from './member.ts';

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_RECORD = Buffer.from('504b0506', 'hex');
const END_LENGTH = 22;
/**
 * Bytes of packed data from which the beginning of a file is unpacked, tried in turn: a bomb ends at the
 * first.
 */
const PACKED_STEPS = [64, 512, 8192] as const;

/**
 * The files of a zip by its directory; throws when it's damaged or has names that lead out of their folder.
 */
export async function* zipMembers(content: Buffer): AsyncGenerator<Member> {
  const zip = await fromBufferPromise(content, { validateEntrySizes: false });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) entries.push(entry);
    if (entries.length > MAX_ENTRIES) break;
  }
  const unpacksHere = ({ compressionMethod }: Entry) =>
    compressionMethod === STORED || compressionMethod === DEFLATED;
  if (!entries.every((entry) => entry.isEncrypted() || unpacksHere(entry))) {
    yield* libraryMembers(content);
    return;
  }
  for (const entry of entries) {
    yield {
      name: entry.fileName,
      declaredType: null,
      size: entry.uncompressedSize,
      encrypted: entry.isEncrypted(),
      first: (most) => beginning(content, entry, most),
    };
  }
}

function beginning(content: Buffer, entry: Entry, most: number): Uint8Array {
  const header = entry.relativeOffsetOfLocalHeader;
  if (content.readUInt32LE(header) !== LOCAL_HEADER) throw new Error('an entry of the zip is missing');
  const start = header + 30 + content.readUInt16LE(header + 26) + content.readUInt16LE(header + 28);
  const packed = content.subarray(start, start + entry.compressedSize);
  if (packed.length < entry.compressedSize) throw new Error('an entry of the zip is cut short');
  if (entry.compressionMethod === STORED) return packed.subarray(0, most);
  if (entry.uncompressedSize <= most) return inflateRawSync(packed, { maxOutputLength: most });
  for (const step of PACKED_STEPS) {
    const start = inflateRawSync(packed.subarray(0, step), { finishFlush: constants.Z_SYNC_FLUSH });
    if (start.length >= most) return start.subarray(0, most);
  }
  throw new Error('the beginning of an entry is packed into too much');
}

/**
 * The zip that ends a file of another kind, such as a picture or a program that unpacks itself. Zip tools
 * read from the end, so they open it whatever comes before.
 */
export function trailingZip(content: Buffer): Buffer | null {
  const end = content.lastIndexOf(END_RECORD);
  if (end === -1 || end + END_LENGTH > content.length) return null;
  const directory = end - content.readUInt32LE(end + 12);
  if (directory < 0 || content.readUInt32LE(directory) !== DIRECTORY_HEADER) return null;
  const start = directory - content.readUInt32LE(end + 16);
  if (start < 0) return null;
  // Without the comment, which may be cut or have bytes behind it.
  return Buffer.concat([content.subarray(start, end + END_LENGTH - 2), Buffer.alloc(2)]);
}
