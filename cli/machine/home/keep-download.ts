import { createWriteStream } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeFileName } from '../../../shared/file-name.ts';
import { UsageError } from '../../errors.ts';
import { ownId } from '../process/own-id.ts';
import { writeTrouble } from './write-trouble.ts';

/** Target of a download; `index`, from 0, replaces a missing name. */
export interface Download {
  /** A file or folder; the current folder by default. */
  readonly output: string | undefined;
  /** Replaces an existing file. */
  readonly force: boolean;
  /** The sender's name for it. */
  readonly name: string | null;
  readonly index: number;
}

/** Writes a download atomically for its owner alone, and only overwrites on request. */
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
    // Unlike rename, link fails if anything exists there, even a link.
    else await link(unfinished, file);
    return { file, bytes: sink.bytesWritten };
  } catch (error) {
    if (isThere(error)) throw new UsageError(`${file} already exists.`, 'use --force to replace it');
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
