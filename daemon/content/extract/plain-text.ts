import { type Extent, type ExtractedText, mostText } from './outcome.ts';
import { LimitedText } from './text-sink.ts';

/** No charset needs more bytes per character. */
const BYTES_PER_CHARACTER = 4;

/**
 * Decodes text by its byte order mark, else as UTF-8, as UTF-16 when it has zero bytes, else as Windows-1252.
 */
export function extractPlainText(content: Uint8Array, extent: Extent): ExtractedText {
  const sink = new LimitedText(extent);
  const bytes = content.subarray(0, BYTES_PER_CHARACTER * (mostText(extent) + 1));
  sink.add(shownText(bytes));
  return { text: sink.text, truncated: sink.full, pageCount: null, extractor: 'text' };
}

/** Behind a byte order mark, if there is one; in either reading of its bytes. */
const CALENDAR_OR_CARD = /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s{0,9}BEGIN:V(?:CALENDAR|CARD)\b/i;
/** A folded line: the next one begins with a blank (RFC 5545, 3.1; RFC 6350, 3.2). */
const FOLD = /\r?\n[ \t]/g;
const ESCAPED = /\\([nN,;\\:])/g;

/** Calendars and address cards break lines within words, and write line breaks as `\n`. */
function shownText(bytes: Uint8Array): string {
  const text = unfolded(bytes);
  if (!CALENDAR_OR_CARD.test(text)) return text;
  return text.replace(ESCAPED, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

const BEGINNING = 100;

/** As `decoded`; calendars and address cards have whole lines. */
export function unfolded(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (CALENDAR_OR_CARD.test(raw.toString('latin1', 0, BEGINNING))) {
    // Some programs fold within a character, so the charset shows only afterwards.
    return decoded(Buffer.from(raw.toString('latin1').replace(FOLD, ''), 'latin1'));
  }
  const text = decoded(bytes);
  return CALENDAR_OR_CARD.test(text) ? text.replace(FOLD, '') : text;
}

export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // Drops a last character that was cut off.
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
