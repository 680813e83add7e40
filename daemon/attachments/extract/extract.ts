import { ARCHIVE_LEVELS } from '../../scanning/attachments/listing.ts';
import {
  type DocumentKind,
  type ExtractedText,
  type Extraction,
  ExtractionError,
  type Inside,
} from './outcome.ts';

/** Bytes of inner files that are unpacked and read, all together. */
const INNER_BYTES = 50_000_000;

/** Reads the text of one document. Loads the reader it needs and no other. */
export async function extract(kind: DocumentKind, content: Uint8Array): Promise<Extraction> {
  return extractAt(kind, content, 0, { bytes: INNER_BYTES });
}

async function extractAt(
  kind: DocumentKind,
  content: Uint8Array,
  depth: number,
  room: { bytes: number },
): Promise<Extraction> {
  try {
    const found = await read(kind, content, {
      extract: (inner, bytes) => extractAt(inner, bytes, depth + 1, room),
      room: depth < ARCHIVE_LEVELS ? room : null,
    });
    return found.text === '' ? { failed: 'no_text' } : found;
  } catch (error) {
    if (error instanceof ExtractionError) return { failed: error.code };
    throw error;
  }
}

async function read(kind: DocumentKind, content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  switch (kind) {
    case 'text':
      return (await import('./plain-text.ts')).extractPlainText(content);
    case 'markup':
      return (await import('./markup.ts')).extractMarkup(content);
    case 'email':
      return (await import('./email.ts')).extractEmail(content, inside);
    case 'archive':
      return (await import('./archive.ts')).extractArchive(content, inside);
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
