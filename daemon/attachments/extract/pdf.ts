import { getDocumentProxy } from 'unpdf';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { type ExtractedText, ExtractionError } from './outcome.ts';
import { TextSink } from './text-sink.ts';

/** A book takes long; once there is more text than anybody is shown, so many milliseconds are enough. */
const PATIENCE = 1000;
const AMPLE = 2 * LIMITS.attachmentPreviewCharacters;

/** The text of the pages in order. Scripts, forms and files inside are neither run nor opened. */
export async function extractPdf(content: Uint8Array): Promise<ExtractedText> {
  // pdf.js takes the buffer that it is given.
  const document = await opened(Uint8Array.from(content));
  const sink = new TextSink();
  const began = performance.now();
  let read = 0;
  while (read < document.numPages && !sink.full) {
    if (sink.length > AMPLE && performance.now() - began > PATIENCE) break;
    read++;
    // One page that cannot be read does not hide the others.
    sink.add(await pageText(document, read).catch(() => ''));
    sink.add('\n\n');
  }
  const truncated = sink.full || read < document.numPages;
  return { text: sink.text, truncated, pageCount: document.numPages, extractor: 'pdf' };
}

/** Whether its text can be read by who has no password; damaged ones cannot. */
export async function opensWithoutPassword(content: Uint8Array): Promise<boolean> {
  try {
    const document = await opened(Uint8Array.from(content));
    await document.loadingTask.destroy();
    return true;
  } catch {
    return false;
  }
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

async function opened(content: Uint8Array): Promise<Document> {
  try {
    return await getDocumentProxy(content, {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
    });
  } catch (error) {
    const encrypted = error instanceof Error && error.name === 'PasswordException';
    throw new ExtractionError(encrypted ? 'encrypted' : 'malformed');
  }
}

async function pageText(document: Document, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
