import { FILE_TROUBLE } from '../../shared/file-trouble.ts';
import { CommandError, UsageError } from '../errors.ts';

/**
 * Why an answer is not in the file that it was for: the machine refused the file, or the answer ended early.
 */
export function writeTrouble(file: string, error: unknown): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Of connections is only that which ends in the middle; all other words with an E are about the file.
  const trouble = FILE_TROUBLE[code] ?? (/^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' ? code : undefined);
  if (trouble) return new UsageError(`${file} cannot be written: ${trouble}.`);
  return new CommandError('The answer broke off; nothing was written.', {
    exit: 'unreachable',
    code: 'UNREACHABLE',
    details: { file },
  });
}
