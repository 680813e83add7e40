import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';

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

/** TLS files that can't be read or don't match. */
export class TlsFileError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the setting smtp.tls can't be used: ${reason}; reset it with agentmail config unset smtp.tls`);
    this.reason = reason;
  }
}

/** Paths of the daemon's own certificate. */
export const OWN_TLS_PATHS: TlsPaths = { certificate_file: 'tls/smtp.crt', key_file: 'tls/smtp.key' };

/** Reads the files of `smtp.tls`; null disables STARTTLS. */
export function readTlsFiles(home: string, setting: TlsPaths | null): TlsFiles | null {
  if (setting === null) return null;
  try {
    return {
      cert: readFileSync(resolve(home, setting.certificate_file)),
      key: readFileSync(resolve(home, setting.key_file)),
    };
  } catch (error) {
    throw unusable(error);
  }
}

/** Reads the files of `smtp.tls` and checks that a listener can use them. */
export function usableTlsFiles(home: string, setting: TlsPaths | null): TlsFiles | null {
  const files = readTlsFiles(home, setting);
  try {
    if (files) createSecureContext({ ...files });
  } catch (error) {
    throw unusable(error);
  }
  return files;
}

function unusable(error: unknown): TlsFileError {
  // A message of the system or of OpenSSL, without keys.
  return new TlsFileError(error instanceof Error ? error.message : String(error));
}

/** A restored home doesn't have them. */
export function hasOwnTlsFiles(home: string): boolean {
  return Object.values(OWN_TLS_PATHS).every((path) => existsSync(resolve(home, path)));
}

/** Stores the daemon's own certificate, readable by its owner only. */
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
