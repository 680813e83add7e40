import { FILE_TROUBLE } from '../../../shared/file-trouble.ts';
import { CommandError, UsageError } from '../../errors.ts';

/** Explains a failed download: a file error, or an aborted answer. */
export function writeTrouble(file: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Of connections only an aborted one gets here; other E codes are about the file.
  const trouble = FILE_TROUBLE[code] ?? (/^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' ? code : undefined);
  if (trouble) return new UsageError(`Can't write ${file}: ${trouble}.`);
  return new CommandError('The download was interrupted. Nothing was written.', {
    exit: 'unreachable',
    code: 'UNREACHABLE',
    details: { file },
  });
}
