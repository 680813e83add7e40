import { MAX_HTML_LENGTH } from '../mime/html-text.ts';
import { allTextFromHtml } from '../mime/parse.ts';
import type { Extent, ExtractedText } from './outcome.ts';
import { decoded } from './plain-text.ts';
import { LimitedText } from './text-sink.ts';

/** Bytes to read: no charset needs more than four per character. */
const READ_BYTES = 4 * (MAX_HTML_LENGTH + 1);
/** Separates the texts of a drawing. */
const DRAWN_TEXT_ENDS = /<\/(?:text|title|desc)>/gi;

/**
 * Extracts the text of pages and drawings with the targets of links, hidden elements included. The extent
 * `whole` adds the source, with attributes, comments and scripts.
 */
export function extractMarkup(content: Uint8Array, extent: Extent): ExtractedText {
  const source = sourceOf(content.subarray(0, READ_BYTES));
  const sink = new LimitedText(extent);
  sink.add(allTextFromHtml(source.slice(0, MAX_HTML_LENGTH).replace(DRAWN_TEXT_ENDS, '$&<br>')));
  if (extent === 'whole') sink.add(`\n${source}`);
  const truncated = sink.full || source.length > MAX_HTML_LENGTH;
  return { text: sink.text, truncated, pageCount: null, extractor: 'html' };
}

const HEAD_BYTES = 1024;
const CHARSET = /<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i;

/** Decodes by the charset that the page declares, if it's known; else as plain text. */
function sourceOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const label = CHARSET.exec(head)?.[1];
  // A page whose declaration is readable byte by byte isn't UTF-16, whatever it declares.
  if (label === undefined || /^utf-?(?:8|16)/i.test(label)) return decoded(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decoded(bytes);
  }
}
