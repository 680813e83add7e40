import { createWriteStream } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeFileName } from '../../shared/file-name.ts';
import { UsageError } from '../errors.ts';
import { ownId } from '../process/own-id.ts';
import { writeTrouble } from './write-trouble.ts';

/**
 * Where the bytes of an attachment go; `index`, from 0, stands in for a name that its sender did not give.
 */
export interface Download {
  /** A file, or a folder for it; the current folder when not said. */
  readonly output: string | undefined;
  /** Replaces an existing file. */
  readonly force: boolean;
  /** As its sender named it. */
  readonly name: string | null;
  readonly index: number;
}

/**
 * Writes a downloaded file, whole or not at all, for its owner alone; never over another one unless told so.
 */
export async function keepDownload(
  response: Response,
  { output, force, name, index }: Download,
): Promise<{ file: string; bytes: number }> {
  const file = await fileFor(output, safeFileName(name, index));
  const unfinished = join(dirname(file), `.${basename(file).slice(0, 100)}.${ownId}.download`);
  try {
    const sink = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), sink);
    if (force) await rename(unfinished, file);
    // Unlike a new name, a link is made only where nothing is yet, not even a link to somewhere else.
    else await link(unfinished, file);
    return { file, bytes: sink.bytesWritten };
  } catch (error) {
    if (isThere(error)) throw new UsageError(`${file} is there already.`, 'replace it with --force');
    throw writeTrouble(file, error);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function fileFor(output: string | undefined, name: string): Promise<string> {
  if (output === undefined) return name;
  const found = await stat(output).catch(() => null);
  return found?.isDirectory() || output.endsWith('/') ? join(output, name) : output;
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
