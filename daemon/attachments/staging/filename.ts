import { LIMITS } from '../../../shared/contract/limits.ts';
import { invalidField } from '../../errors.ts';

/** Printable ASCII without path separators. */
const PLAIN = /^[\x20-\x2e\x30-\x5b\x5d-\x7e]+$/;
const FOLDERS = new Set(['.', '..']);

/** Refuses names that a mail program could take for something other than a file beside others. */
export function assertFilename(name: string): void {
  const problem = problemOf(name);
  if (problem !== null) throw invalidField('file', problem);
}

function problemOf(name: string): string | null {
  if (name.trim() === '') return 'needs a file name';
  if (name.length > LIMITS.stagedFilenameCharacters) {
    return `has a name of more than ${LIMITS.stagedFilenameCharacters} characters`;
  }
  if (!PLAIN.test(name)) return 'has a name with other characters than printable ASCII without separators';
  return FOLDERS.has(name) ? 'has the name of a folder' : null;
}
