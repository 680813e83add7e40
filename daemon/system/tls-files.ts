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

/** The files that a setting names cannot be read, or are of no use together. */
export class TlsFileError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(
      `the setting smtp.tls cannot be followed: ${reason}; agentmail config unset smtp.tls takes it back`,
    );
    this.reason = reason;
  }
}

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
    throw unusable(error);
  }
}

/** Reads what `smtp.tls` names, and makes sure that a listener can work with it. */
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
  // The message of the system or of OpenSSL; keys are not in it.
  return new TlsFileError(error instanceof Error ? error.message : String(error));
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
