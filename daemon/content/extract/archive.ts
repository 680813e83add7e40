import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OpenArchive } from '../archives/open-archive.ts';
import { addFile } from './inside.ts';
import { type ExtractedText, ExtractionError, type Inside } from './outcome.ts';
import { LimitedText } from './text-sink.ts';

/** Bytes unpacked of one packed file. */
const MAX_UNPACKED = 30_000_000;

/** Extracts the files of an archive in order, each with its name and text. */
export async function extractArchive(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  const sink = new LimitedText(inside.extent);
  const unpack = packing(content);
  const whole = unpack
    ? await addPacked(sink, await start(content, unpack()), inside)
    : await addFiles(sink, content, inside);
  return { text: sink.text, truncated: sink.full || !whole, pageCount: null, extractor: 'archive' };
}

/** False when a part couldn't be read. */
async function addFiles(sink: LimitedText, content: Uint8Array, inside: Inside): Promise<boolean> {
  const archive = await OpenArchive.open(content).catch(() => {
    throw new ExtractionError('malformed');
  });
  let whole = true;
  for (const { name, size, encrypted, first } of archive.files()) {
    if (sink.full) return false;
    if (encrypted) sink.add(`\n--- ${name} (${size} bytes, encrypted) ---\n`);
    else {
      const file = { name, size, declaredType: null, content: () => first(size) };
      whole = (await addFile(sink, file, inside)) && whole;
    }
  }
  if (sink.length === 0 && archive.encrypted) throw new ExtractionError('encrypted');
  if (sink.length === 0 && archive.incomplete) throw new ExtractionError('malformed');
  return whole && !archive.incomplete;
}

/** A single compressed file without a name. A tar in it is read as an archive. */
async function addPacked(
  sink: LimitedText,
  { bytes, whole }: { readonly bytes: Uint8Array; readonly whole: boolean },
  inside: Inside,
): Promise<boolean> {
  if (bytes.byteLength === 0) throw new ExtractionError('malformed');
  const size = bytes.byteLength;
  const file = { name: 'content', size, declaredType: null, content: () => bytes };
  return (await addFile(sink, file, inside)) && whole;
}

/** The decompressor for these first bytes; null for an archive. */
function packing([first, second, third, fourth]: Uint8Array) {
  if (first === 0x1f && second === 0x8b) return createGunzip;
  const isZstd = first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd;
  return isZstd ? createZstdDecompress : null;
}

/** Decompresses the beginning of a file, which may be damaged further on. */
async function start(content: Uint8Array, unpacker: ReturnType<typeof createGunzip>) {
  const parts: Buffer[] = [];
  let length = 0;
  unpacker.end(content);
  try {
    for await (const part of unpacker) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length > MAX_UNPACKED) return { bytes: Buffer.concat(parts), whole: false };
    }
    return { bytes: Buffer.concat(parts), whole: true };
  } catch {
    return { bytes: Buffer.concat(parts), whole: false };
  }
}
