import { type ExtractedText, MAX_TEXT } from './outcome.ts';
import { TextSink } from './text-sink.ts';

/** Bytes that can matter: no charset needs more than four for a character. */
const READ_BYTES = 4 * (MAX_TEXT + 1);

/** Text by its byte order mark, else UTF-8, else UTF-16 by its zero bytes, else Windows-1252. */
export function extractPlainText(content: Uint8Array): ExtractedText {
  const sink = new TextSink();
  sink.add(decoded(content.subarray(0, READ_BYTES)));
  return { text: sink.text, truncated: sink.full, pageCount: null, extractor: 'text' };
}

export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // Cut in the middle of a character, the last one is not there.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(charsetOf(bytes)).decode(bytes);
  }
}

const SAMPLE = 1000;

function charsetOf(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  if (zeros(0) > sample.length / 4) return 'utf-16be';
  return 'windows-1252';
}
