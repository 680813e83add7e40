import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { CommandError } from '../../errors.ts';
import { ownId } from '../../machine/process/own-id.ts';

export const COMPRESSED_SUFFIX = '.zst';

/** Where a backup goes that lies in the home. */
export interface Placing {
  /** The backup that the daemon made. */
  readonly source: string;
  readonly compress: boolean;
  /** Called with the number of bytes that were read. */
  readonly seen: (bytes: number) => void;
}

/**
 * The file that a backup goes to: the named one, or one in the named folder that is called after its time. A
 * folder is one that exists, or a name that ends with a slash.
 */
export async function placeFor(
  source: string,
  output: string | undefined,
  compress: boolean,
): Promise<string> {
  const name = `${basename(source)}${compress ? COMPRESSED_SUFFIX : ''}`;
  if (output === undefined) return join(dirname(source), name);
  return resolve((await isFolder(output)) ? join(output, name) : output);
}

export async function isFolder(output: string): Promise<boolean> {
  const found = await stat(output).catch(() => undefined);
  return found?.isDirectory() ?? output.endsWith('/');
}

/**
 * Writes a backup to `target`, whole or not at all, reads it back, and removes the source once both are the
 * same. Returns its size in bytes.
 */
export async function moveBackup(target: string, placing: Placing): Promise<number> {
  const unfinished = join(dirname(target), `.${basename(target)}.${ownId}.part`);
  try {
    // `flush` makes it durable before it counts as written.
    const sink = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true });
    const written = await copy(sink, placing);
    const found = await digestOf(unfinished, placing.compress);
    if (found !== written) throw unsound(target, placing.source);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof CommandError ? error : notPlaced(target, placing.source, error);
  }
  await rm(placing.source);
  return (await stat(target)).size;
}

/** Writes a backup to stdout and removes the source. */
export async function pipeBackup(output: Writable, placing: Placing): Promise<void> {
  try {
    await copy(output, placing, { end: false });
  } catch (error) {
    throw notPlaced('stdout', placing.source, error);
  }
  await rm(placing.source);
}

/** Returns the SHA-256 of the source. */
async function copy(
  sink: Writable,
  { source, compress, seen }: Placing,
  { end = true }: { readonly end?: boolean } = {},
): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      seen(bytes);
      done(null, chunk);
    },
  });
  const input = createReadStream(source);
  if (compress) await pipeline(input, counted, createZstdCompress(), sink, { end });
  else await pipeline(input, counted, sink, { end });
  return hash.digest('hex');
}

async function digestOf(file: string, compressed: boolean): Promise<string> {
  const hash = createHash('sha256');
  const input = createReadStream(file);
  if (compressed) await pipeline(input, createZstdDecompress(), hash);
  else await pipeline(input, hash);
  return hash.digest('hex');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function unsound(target: string, source: string): CommandError {
  return new CommandError(`${target} doesn't match what was written.`, {
    exit: 'internal',
    code: 'BACKUP_NOT_PLACED',
    details: { kept_at: source },
  });
}

/** The backup itself is there: only its place is wrong. */
function notPlaced(target: string, source: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(`Can't move the backup to ${target}: ${reason}.`, {
    exit: 'usage',
    code: 'BACKUP_NOT_PLACED',
    details: { kept_at: source },
    hint: 'the verified backup stays at the path in the details',
  });
}
