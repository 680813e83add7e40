import { KB } from '../../../shared/contract/limits.ts';
import { FILE_TROUBLE, fileTrouble } from '../../../shared/file-trouble.ts';
import { CommandError, UsageError } from '../../errors.ts';

/** The bytes of a file that the caller names. */
export async function readBytes(file: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Can't read ${file}: ${fileTrouble(error)}.`);
  });
}

/** The text of a file of at most so many bytes, which also bounds devices and pipes. */
export async function readBounded(
  file: string,
  { bytes, hint }: { readonly bytes: number; readonly hint?: string },
): Promise<string> {
  const { createReadStream } = await import('node:fs');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new UsageError(`Can't read ${file}: ${fileTrouble(error as NodeJS.ErrnoException)}.`);
  }
  if (size > bytes) throw new UsageError(`${file} has more than ${bytes / KB} KB.`, hint);
  return textOf(Buffer.concat(chunks), file);
}

/** The text of a file that the caller names. */
export async function readText(file: string): Promise<string> {
  return textOf(await readBytes(file), file);
}

/** Text in UTF-8, without the mark that some editors put in front of it; `name` says where it comes from. */
export function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(
      `${name} isn't UTF-8 text.`,
      'convert it, for example: iconv -f latin1 -t utf-8 FILE',
    );
  }
}

/** Explains permission errors, as for another user's home; undefined for other errors. */
export function noAccess(error: unknown): CommandError | undefined {
  const { code = '', path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const trouble = FILE_TROUBLE[code];
  if (trouble === undefined || path === undefined) return undefined;
  return new CommandError(`Can't use ${path}: ${trouble}.`, {
    exit: 'usage',
    code: 'NO_ACCESS',
    details: { path },
    hint: 'choose another home folder with --home DIR or AGENTMAIL_HOME',
  });
}
