import { sniffType } from '../scanning/attachments/sniff.ts';
import { documentKind, outgoingKind } from './kind.ts';
import type { Extraction, Inside } from './outcome.ts';
import type { LimitedText } from './text-sink.ts';

/** A file within another one. */
export interface InnerFile {
  readonly name: string;
  readonly size: number;
  /** Declared by a message; null otherwise. */
  readonly declaredType: string | null;
  /** Throws when the bytes can't be read. */
  readonly content: () => Uint8Array;
}

/** Adds the name and text of an inner file; false when text may be missing. */
export async function addFile(sink: LimitedText, file: InnerFile, inside: Inside): Promise<boolean> {
  sink.add(`\n--- ${file.name} (${file.size} bytes) ---\n`);
  const { room } = inside;
  if (room === null || file.size > room.bytes) {
    if (file.size > 0) sink.add('(not read)\n');
    return file.size === 0;
  }
  room.bytes -= file.size;
  const found = await textOf(file, inside);
  if (found === null) return true;
  if ('text' in found) {
    sink.add(`${found.text}\n`);
    return !found.truncated;
  }
  if (found.failed !== 'no_text') sink.add(`(not readable: ${found.failed})\n`);
  return true;
}

/** Null for a file without readable text. */
async function textOf(file: InnerFile, inside: Inside): Promise<Extraction | null> {
  try {
    const content = file.content();
    const kindOf = inside.extent === 'whole' ? outgoingKind : documentKind;
    const kind = kindOf(
      await sniffType({ filename: file.name, declaredType: file.declaredType, content }),
      file.name,
      file.declaredType,
    );
    return kind && (await inside.extract(kind, content));
  } catch {
    return { failed: 'malformed' };
  }
}
