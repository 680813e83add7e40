import { type DocumentKind, type Extraction, ExtractionError } from './outcome.ts';

/** Reads the text of one document. Loads the reader it needs and no other. */
export async function extract(kind: DocumentKind, content: Uint8Array): Promise<Extraction> {
  try {
    const found = await read(kind, content);
    return found.text === '' ? { failed: 'no_text' } : found;
  } catch (error) {
    if (error instanceof ExtractionError) return { failed: error.code };
    throw error;
  }
}

async function read(kind: DocumentKind, content: Uint8Array) {
  switch (kind) {
    case 'text':
      return (await import('./plain-text.ts')).extractPlainText(content);
    case 'pdf':
      return (await import('./pdf.ts')).extractPdf(content);
    case 'word':
      return (await import('./word.ts')).extractWord(content);
    case 'sheet':
      return (await import('./sheet.ts')).extractSheet(content);
    case 'slides':
      return (await import('./slides.ts')).extractSlides(content);
  }
}
