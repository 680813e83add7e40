import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { RestoreError } from './restore.ts';

/** How the file of stdin is written. */
export const STDIN = '-';

/** The first bytes of what compresses, and what undoes it. */
const COMPRESSIONS: readonly { readonly magic: Buffer; readonly undo: () => Transform }[] = [
  { magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), undo: createZstdDecompress },
  { magic: Buffer.from([0x1f, 0x8b]), undo: createGunzip },
];
const MAGIC_BYTES = 4;

export interface PlainBackup {
  readonly file: string;
  /** Removes what was unpacked. */
  remove(): Promise<void>;
}

/** A backup as SQLite opens it: a compressed one, or one on stdin, is unpacked to a private file first. */
export async function plainBackup(
  file: string,
  home: string,
  stdin: AsyncIterable<Buffer>,
): Promise<PlainBackup> {
  if (file !== STDIN && !undoFor(await firstBytes(file))) return { file, remove: () => Promise.resolve() };
  const unpacked = placeFor(home);
  const remove = () => rm(unpacked, { force: true });
  try {
    const { head, all } = await peek(file === STDIN ? stdin : createReadStream(file));
    const undo = undoFor(head)?.();
    const sink = createWriteStream(unpacked, { mode: 0o600, flags: 'wx' });
    if (undo) await pipeline(Readable.from(all), undo, sink);
    else await pipeline(Readable.from(all), sink);
  } catch (error) {
    await remove();
    throw isDamage(error)
      ? new RestoreError(`can't restore ${nameOf(file)}: it is damaged or incomplete (${error.message})`)
      : error;
  }
  return { file: unpacked, remove };
}

export function nameOf(file: string): string {
  return file === STDIN ? 'the backup on stdin' : file;
}

/** On the disk of the home, which has to have the room anyway. */
function placeFor(home: string): string {
  const name = `unpacked-${randomUUID()}.backup`;
  if (existsSync(home)) return join(home, name);
  const parent = dirname(resolve(home));
  mkdirSync(parent, { recursive: true });
  return join(parent, `.agentmail-${name}`);
}

function undoFor(head: Buffer): (() => Transform) | undefined {
  return COMPRESSIONS.find(({ magic }) => head.subarray(0, magic.length).equals(magic))?.undo;
}

/** Empty when there is no such file: restoring says so. */
async function firstBytes(file: string): Promise<Buffer> {
  if (!existsSync(file)) return Buffer.alloc(0);
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAGIC_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The first bytes of a stream, and all of it. */
async function peek(source: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { head, all: all() };
}

/** Whether the error is zlib's about the bytes, not the system's about the file. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
}
