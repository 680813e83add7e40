import { LIMITS } from '../../../shared/contract/limits.ts';
import { opened, type PdfDocument, PdfError } from '../scanning/attachments/pdf-document.ts';
import { addFile } from './inside.ts';
import { type ExtractedText, ExtractionError, type Inside } from './outcome.ts';
import { LimitedText } from './text-sink.ts';

/** Milliseconds of further reading once there is more text than previews show: a book takes long. */
const EXTRA_TIME = 1000;
const AMPLE = 2 * LIMITS.attachmentPreviewCharacters;

/** Extracts pages in order. Scripts and forms never run; the extent `whole` adds their text and files. */
export async function extractPdf(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  // pdf.js takes ownership of the buffer.
  const document = await opened(Uint8Array.from(content)).catch((error: unknown) => {
    throw error instanceof PdfError ? new ExtractionError(error.reason) : error;
  });
  const sink = new LimitedText(inside.extent);
  const began = performance.now();
  let read = 0;
  while (read < document.numPages && !sink.full) {
    if (inside.extent === 'shown' && sink.length > AMPLE && performance.now() - began > EXTRA_TIME) break;
    read++;
    // A page that can't be read doesn't hide the others.
    sink.add(await pageText(document, read).catch(() => ''));
    if (inside.extent === 'whole') sink.add(await notesOf(document, read).catch(() => ''));
    sink.add('\n\n');
  }
  const whole = inside.extent === 'shown' || (await addFiles(sink, document, inside));
  const truncated = sink.full || !whole || read < document.numPages;
  return { text: sink.text, truncated, pageCount: document.numPages, extractor: 'pdf' };
}

async function pageText(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

/** pdf.js's view of a note, link or form field. */
interface Annotation {
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
  readonly alternativeText?: string;
  readonly url?: string;
  readonly unsafeUrl?: string;
}

/** Form values, notes and link targets. */
async function notesOf(document: PdfDocument, number: number): Promise<string> {
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

/** Adds embedded files; false when there may be more. */
async function addFiles(sink: LimitedText, document: PdfDocument, inside: Inside): Promise<boolean> {
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
