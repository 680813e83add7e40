import { getDocumentProxy } from 'unpdf';
import { type ExtractedText, ExtractionError } from './outcome.ts';
import { TextSink } from './text-sink.ts';

/** The text of the pages in order. Scripts, forms and files inside are neither run nor opened. */
export async function extractPdf(content: Uint8Array): Promise<ExtractedText> {
  // pdf.js takes the buffer that it is given.
  const document = await opened(Uint8Array.from(content));
  const sink = new TextSink();
  for (let number = 1; number <= document.numPages && !sink.full; number++) {
    // One page that cannot be read does not hide the others.
    sink.add(await pageText(document, number).catch(() => ''));
    sink.add('\n\n');
  }
  return { text: sink.text, truncated: sink.full, pageCount: document.numPages, extractor: 'pdf' };
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
