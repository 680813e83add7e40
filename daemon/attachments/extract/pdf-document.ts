import { getDocumentProxy } from 'unpdf';
import { ExtractionError } from './outcome.ts';

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

export type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A document as pdf.js reads it; it takes the buffer that it is given. */
export async function opened(content: Uint8Array): Promise<Document> {
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
