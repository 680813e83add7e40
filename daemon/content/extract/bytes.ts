import type { Extent, ExtractedText } from './outcome.ts';
import { LimitedText } from './text-sink.ts';

/** Runs of characters, and of characters each followed by a zero byte (UTF-16), long enough to be words. */
const NARROW = /[\t\n\r\x20-\x7e]{6,}/g;
const WIDE = /(?:[\t\n\r\x20-\x7e]\0){6,}/g;

/** Extracts runs of text from a file of an unknown kind, one per line. */
export function extractBytes(content: Uint8Array, extent: Extent): ExtractedText {
  const sink = new LimitedText(extent);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  for (const [text] of bytes.matchAll(NARROW)) {
    if (sink.full) break;
    sink.add(`${text}\n`);
  }
  for (const [text] of bytes.matchAll(WIDE)) {
    if (sink.full) break;
    sink.add(`${text.replaceAll('\0', '')}\n`);
  }
  return { text: sink.text, truncated: sink.full, pageCount: null, extractor: 'bytes' };
}
