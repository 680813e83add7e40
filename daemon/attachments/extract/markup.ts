import { MAX_HTML_LENGTH } from '../../inbound/mime/html-text.ts';
import { allTextFromHtml } from '../../inbound/parse.ts';
import type { Extent, ExtractedText } from './outcome.ts';
import { decoded } from './plain-text.ts';
import { TextSink } from './text-sink.ts';

/** Bytes that can matter: no charset needs more than four for a character. */
const READ_BYTES = 4 * (MAX_HTML_LENGTH + 1);
/** Texts of a drawing stand apart. */
const DRAWN_TEXT_ENDS = /<\/(?:text|title|desc)>/gi;

/**
 * Pages and drawings: the text in their elements with the targets of links, hidden elements included. The whole of them is
 * their source besides, with attributes, comments and scripts.
 */
export function extractMarkup(content: Uint8Array, extent: Extent): ExtractedText {
  const source = sourceOf(content.subarray(0, READ_BYTES));
  const sink = new TextSink(extent);
  sink.add(allTextFromHtml(source.slice(0, MAX_HTML_LENGTH).replace(DRAWN_TEXT_ENDS, '$&<br>')));
  if (extent === 'whole') sink.add(`\n${source}`);
  const truncated = sink.full || source.length > MAX_HTML_LENGTH;
  return { text: sink.text, truncated, pageCount: null, extractor: 'html' };
}

const HEAD_BYTES = 1024;
const CHARSET = /<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i;

/** By the charset that the page names for itself, where that is one; else as any text. */
function sourceOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const label = CHARSET.exec(head)?.[1];
  // A page that can be read byte by byte up to there is not in UTF-16, whatever it says.
  if (label === undefined || /^utf-?(?:8|16)/i.test(label)) return decoded(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decoded(bytes);
  }
}
