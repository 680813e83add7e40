import { type FileHandle, open, stat } from 'node:fs/promises';
import { logFiles } from '../../../shared/log-files.ts';
import type { World } from '../../machine/world.ts';

const CHUNK_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 200;
const NEWLINE = 0x0a;

/** Position in a log. Rotation renames files, so a file is identified by its inode. */
export interface LogPlace {
  /** 0 for no file. */
  readonly inode: number;
  /** Bytes from its beginning. */
  readonly position: number;
}

export interface LogEnd {
  readonly lines: readonly string[];
  readonly place: LogPlace;
}

interface LogPart {
  readonly handle: FileHandle;
  readonly inode: number;
  readonly size: number;
}

/** Last lines of a log with its rotated files; undefined without a log. */
export function lastLogLines(file: string, count: number): Promise<LogEnd | undefined> {
  return withParts(file, async (parts) => {
    const [newest] = parts;
    if (!newest) return undefined;
    const lines: string[] = [];
    for (const part of parts) {
      if (lines.length >= count) break;
      lines.unshift(...(await lastLinesOf(part, count - lines.length)));
    }
    return { lines, place: { inode: newest.inode, position: newest.size } };
  });
}

/** Follows a log after a position, across rotations, until interrupted. */
export async function* followLog(
  { clock, interrupted }: World,
  file: string,
  start: LogPlace,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let place = start;
  let pending = '';
  while (!interrupted.aborted) {
    const current = await endOfLog(file);
    if (current.inode === place.inode && current.position === place.position) {
      await clock.sleep(LOOK_EVERY_MS, interrupted);
      continue;
    }
    const added = await readSince(file, place, Number.POSITIVE_INFINITY);
    place = added.place;
    const text = pending + decoder.decode(added.content, { stream: true });
    const complete = text.lastIndexOf('\n') + 1;
    pending = text.slice(complete);
    yield* filledLines(text.slice(0, complete));
  }
}

/** New lines of a log after a position, at most the last `count`. */
export async function linesSince(file: string, place: LogPlace, count: number): Promise<string[]> {
  const { content } = await readSince(file, place, CHUNK_BYTES);
  return filledLines(content.toString('utf8')).slice(-count);
}

/** The current end of a log. */
export async function endOfLog(file: string): Promise<LogPlace> {
  const found = await stat(file).catch(() => undefined);
  return { inode: found?.ino ?? 0, position: found?.size ?? 0 };
}

/**
 * New bytes after a position, at most the last `most` of each file. Files that were rotated away are skipped.
 */
function readSince(
  file: string,
  { inode, position }: LogPlace,
  most: number,
): Promise<{ content: Buffer; place: LogPlace }> {
  return withParts(file, async (parts) => {
    const known = parts.findIndex((part) => part.inode === inode);
    const contents: Buffer[] = [];
    for (const part of parts.slice(0, known < 0 ? parts.length : known + 1)) {
      // A file that is shorter than before was emptied.
      const start = part.inode === inode && part.size >= position ? position : 0;
      const from = Math.max(start, part.size - most);
      contents.unshift(await readAt(part.handle, from, part.size - from));
    }
    const [newest] = parts;
    return {
      content: Buffer.concat(contents),
      place: { inode: newest?.inode ?? 0, position: newest?.size ?? 0 },
    };
  });
}

/** Opens the files of a log, newest first. A file that's renamed meanwhile appears again and is skipped. */
async function withParts<T>(file: string, use: (parts: readonly LogPart[]) => Promise<T>): Promise<T> {
  const parts: LogPart[] = [];
  const handles: FileHandle[] = [];
  try {
    for (const name of logFiles(file)) {
      const handle = await openIfPresent(name);
      if (!handle) continue;
      handles.push(handle);
      const { ino: inode, size } = await handle.stat();
      if (!parts.some((part) => part.inode === inode)) parts.push({ handle, inode, size });
    }
    return await use(parts);
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}

async function openIfPresent(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function lastLinesOf({ handle, size }: LogPart, count: number): Promise<string[]> {
  let start = size;
  let content: Buffer = Buffer.alloc(0);
  while (start > 0 && countLines(content) <= count) {
    const length = Math.min(CHUNK_BYTES, start);
    start -= length;
    content = Buffer.concat([await readAt(handle, start, length), content]);
  }
  return filledLines(content.toString('utf8')).slice(-count);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function countLines(content: Buffer): number {
  let count = 0;
  for (const byte of content) if (byte === NEWLINE) count += 1;
  return count;
}
