import { getDocumentProxy } from 'unpdf';

/** The document can't be read. */
export class PdfError extends Error {
  readonly reason: 'encrypted' | 'malformed';

  constructor(reason: PdfError['reason']) {
    super(`the PDF document is ${reason}`);
    this.reason = reason;
  }
}

/** Whether the document opens without a password; damaged ones don't. */
export async function opensWithoutPassword(content: Uint8Array): Promise<boolean> {
  try {
    const document = await opened(Uint8Array.from(content));
    await document.loadingTask.destroy();
    return true;
  } catch {
    return false;
  }
}

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens a document with pdf.js, which takes ownership of the buffer. */
export async function opened(content: Uint8Array): Promise<PdfDocument> {
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
    throw new PdfError(encrypted ? 'encrypted' : 'malformed');
  }
}
