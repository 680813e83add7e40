import { allTextFromHtml, bodyText, parseMessage } from '../mime/parse.ts';
import { addFile } from './inside.ts';
import type { ExtractedText, Inside } from './outcome.ts';
import { LimitedText } from './text-sink.ts';

const SHOWN_FIELDS = ['From', 'To', 'Cc', 'Date', 'Subject'];

/** Extracts an attached message: sender, body, and its own attachments. */
export async function extractEmail(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  const message = await parseMessage(content);
  const sink = new LimitedText(inside.extent);
  for (const name of SHOWN_FIELDS) {
    const field = message.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
    if (field) sink.add(`${name}: ${field.value}\n`);
  }
  sink.add(`\n${bodyText(message, allTextFromHtml)}\n`);
  if (inside.extent === 'whole') addUnshown(sink, message);
  let whole = true;
  for (const { filename, declaredType, content: bytes } of message.attachments) {
    if (sink.full) break;
    const file = {
      name: filename ?? 'attachment',
      size: bytes.byteLength,
      declaredType,
      content: () => bytes,
    };
    whole = (await addFile(sink, file, inside)) && whole;
  }
  return { text: sink.text, truncated: sink.full || !whole, pageCount: null, extractor: 'email' };
}

/** Adds the other headers, and the HTML's text and source. */
function addUnshown(sink: LimitedText, { headers, html }: Awaited<ReturnType<typeof parseMessage>>): void {
  for (const { name, value } of headers) sink.add(`${name}: ${value}\n`);
  if (html !== null) sink.add(`\n${allTextFromHtml(html)}\n${html}\n`);
}
