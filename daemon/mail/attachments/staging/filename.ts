import { LIMITS } from '../../../../shared/contract/limits.ts';
import { invalidField } from '../../../platform/errors/service-error.ts';

/** Printable ASCII without path separators. */
const PLAIN = /^[\x20-\x2e\x30-\x5b\x5d-\x7e]+$/;
const FOLDERS = new Set(['.', '..']);

/**
 * The beginning of an encoded word (RFC 2047), and an extended value (RFC 2231) such as `utf-8''a%2Eb`. Mail
 * programs decode them anywhere, even broken or encoded twice, and would show another name than the scanned
 * one.
 */
const ENCODED = /=\?|^[\w.:+-]*'[\w-]*'.*%[\da-f]{2}/i;

/** Refuses names that mail programs could show as another name, or as something other than a plain file. */
export function assertFilename(name: string): void {
  const problem = problemOf(name);
  if (problem !== null) throw invalidField('file', problem);
}

/** Whether a file may have this name. */
export function isFilename(name: string): boolean {
  return problemOf(name) === null;
}

function problemOf(name: string): string | null {
  if (name.trim() === '') return 'requires a file name';
  if (name.length > LIMITS.stagedFilenameCharacters) {
    return `has a name of more than ${LIMITS.stagedFilenameCharacters} characters`;
  }
  if (!PLAIN.test(name))
    return 'has a name with characters other than printable ASCII, or with path separators';
  if (ENCODED.test(name)) return 'has a name that mail programs would decode differently';
  return FOLDERS.has(name) ? 'has the name of a folder' : null;
}
