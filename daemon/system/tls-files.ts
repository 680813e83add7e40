import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A certificate and its key as PEM. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Paths, absolute or from the home folder on. */
export interface TlsPaths {
  readonly certificate_file: string;
  readonly key_file: string;
}

/** The files that a setting names cannot be read. */
export class TlsFileError extends Error {}

/** Where a certificate lies that the daemon made itself. */
export const OWN_TLS_PATHS: TlsPaths = { certificate_file: 'tls/smtp.crt', key_file: 'tls/smtp.key' };

/** Reads what `smtp.tls` names; null offers no STARTTLS. */
export function readTlsFiles(home: string, setting: TlsPaths | null): TlsFiles | null {
  if (setting === null) return null;
  try {
    return {
      cert: readFileSync(resolve(home, setting.certificate_file)),
      key: readFileSync(resolve(home, setting.key_file)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TlsFileError(`the setting smtp.tls cannot be followed: ${reason}`);
  }
}

/** A home that was put back from a backup lacks them. */
export function hasOwnTlsFiles(home: string): boolean {
  return Object.values(OWN_TLS_PATHS).every((path) => existsSync(resolve(home, path)));
}

/** Keeps a certificate of the daemon's own, readable by its owner only. */
export function writeOwnTlsFiles(home: string, pem: { certificate: string; key: string }): void {
  const certificate = resolve(home, OWN_TLS_PATHS.certificate_file);
  mkdirSync(dirname(certificate), { recursive: true, mode: 0o700 });
  replace(resolve(home, OWN_TLS_PATHS.key_file), pem.key);
  replace(certificate, pem.certificate);
}

function replace(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
