import { ARCHIVE_LEVELS } from '../scanning/attachments/limits.ts';
import {
  type DocumentKind,
  type Extent,
  type ExtractedText,
  type Extraction,
  ExtractionError,
  type Inside,
} from './outcome.ts';

/** Total bytes unpacked from inner files. */
const INNER_BYTES = 50_000_000;

/** Extracts the text of one document. Loads only the reader that it needs. */
export async function extract(
  kind: DocumentKind,
  content: Uint8Array,
  extent: Extent = 'shown',
): Promise<Extraction> {
  return extractAt(kind, content, { depth: 0, room: { bytes: INNER_BYTES }, extent });
}

async function extractAt(
  kind: DocumentKind,
  content: Uint8Array,
  { depth, room, extent }: { depth: number; room: { bytes: number }; extent: Extent },
): Promise<Extraction> {
  try {
    const found = await read(kind, content, {
      extract: (inner, bytes) => extractAt(inner, bytes, { depth: depth + 1, room, extent }),
      room: depth < ARCHIVE_LEVELS ? room : null,
      extent,
    });
    return found.text === '' ? { failed: 'no_text' } : found;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const known = kind === 'bytes' || error.code !== 'malformed';
    return extent === 'shown' || known
      ? { failed: error.code }
      : extractAt('bytes', content, { depth, room, extent });
  }
}

async function read(kind: DocumentKind, content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  switch (kind) {
    case 'text':
      return (await import('./plain-text.ts')).extractPlainText(content, inside.extent);
    case 'markup':
      return (await import('./markup.ts')).extractMarkup(content, inside.extent);
    case 'email':
      return (await import('./email.ts')).extractEmail(content, inside);
    case 'archive':
      return (await import('./archive.ts')).extractArchive(content, inside);
    case 'pdf':
      return (await import('./pdf.ts')).extractPdf(content, inside);
    case 'word':
      return (await import('./word.ts')).extractWord(content, inside);
    case 'sheet':
      return (await import('./sheet.ts')).extractSheet(content, inside);
    case 'bytes':
      return (await import('./bytes.ts')).extractBytes(content, inside.extent);
    case 'slides':
      return (await import('./slides.ts')).extractSlides(content, inside);
  }
}
