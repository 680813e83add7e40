import { readFileSync } from 'node:fs';

/** A certificate and its key as PEM. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The files that a setting names cannot be read. */
export class TlsFileError extends Error {}

/** Reads what `smtp.tls` names; null offers no STARTTLS. */
export function readTlsFiles(
  setting: { readonly certificate_file: string; readonly key_file: string } | null,
): TlsFiles | null {
  if (setting === null) return null;
  try {
    return { cert: readFileSync(setting.certificate_file), key: readFileSync(setting.key_file) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TlsFileError(`the setting smtp.tls cannot be followed: ${reason}`);
  }
}
