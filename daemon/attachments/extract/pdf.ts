import { LIMITS } from '../../../shared/contract/limits.ts';
import { addFile } from './inside.ts';
import type { ExtractedText, Inside } from './outcome.ts';
import { type Document, opened } from './pdf-document.ts';
import { TextSink } from './text-sink.ts';

/** A book takes long; once there is more text than anybody is shown, so many milliseconds are enough. */
const PATIENCE = 1000;
const AMPLE = 2 * LIMITS.attachmentPreviewCharacters;

/**
 * The text of the pages in order. Scripts, forms and files inside are neither run nor opened; the whole of it is what they
 * say besides.
 */
export async function extractPdf(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  // pdf.js takes the buffer that it is given.
  const document = await opened(Uint8Array.from(content));
  const sink = new TextSink(inside.extent);
  const began = performance.now();
  let read = 0;
  while (read < document.numPages && !sink.full) {
    if (inside.extent === 'shown' && sink.length > AMPLE && performance.now() - began > PATIENCE) break;
    read++;
    // One page that cannot be read does not hide the others.
    sink.add(await pageText(document, read).catch(() => ''));
    if (inside.extent === 'whole') sink.add(await notesOf(document, read).catch(() => ''));
    sink.add('\n\n');
  }
  const whole = inside.extent === 'shown' || (await addFiles(sink, document, inside));
  const truncated = sink.full || !whole || read < document.numPages;
  return { text: sink.text, truncated, pageCount: document.numPages, extractor: 'pdf' };
}

async function pageText(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

/** What pdf.js says of a note, a link or the field of a form. */
interface Annotation {
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
  readonly alternativeText?: string;
  readonly url?: string;
  readonly unsafeUrl?: string;
}

/** Values of forms, notes and targets of links. */
async function notesOf(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const annotations = (await page.getAnnotations()) as Annotation[];
  return annotations
    .flatMap(({ fieldValue, contentsObj, titleObj, alternativeText, url, unsafeUrl }) => [
      ...(Array.isArray(fieldValue) ? fieldValue : [fieldValue]),
      titleObj?.str,
      contentsObj?.str,
      alternativeText,
      url ?? unsafeUrl,
    ])
    .flatMap((text) => (typeof text === 'string' && text !== '' ? [`\n${text}`] : []))
    .join('');
}

/** Adds the files in it; false when there may be more of them. */
async function addFiles(sink: TextSink, document: Document, inside: Inside): Promise<boolean> {
  const files = (await document.getAttachments().catch(() => null)) as Readonly<
    Record<string, { readonly filename?: string; readonly content?: Uint8Array }>
  > | null;
  let whole = true;
  for (const [key, { filename, content }] of Object.entries(files ?? {})) {
    if (!content) continue;
    const file = {
      name: filename ?? key,
      size: content.byteLength,
      declaredType: null,
      content: () => content,
    };
    whole = (await addFile(sink, file, inside)) && whole;
  }
  return whole;
}
