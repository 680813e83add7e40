import { type FileHandle, open, stat } from 'node:fs/promises';
import type { World } from '../world.ts';

const CHUNK_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 200;
const NEWLINE = 0x0a;

export interface LogEnd {
  readonly lines: readonly string[];
  /** Bytes of the file up to which it was read. */
  readonly end: number;
}

/** The last lines of a log, read from its end; undefined when there is no log. */
export async function lastLogLines(file: string, count: number): Promise<LogEnd | undefined> {
  const end = await sizeOf(file);
  if (end === undefined) return undefined;
  return withFile(file, async (handle) => {
    let start = end;
    let content: Buffer = Buffer.alloc(0);
    while (start > 0 && countLines(content) <= count) {
      const length = Math.min(CHUNK_BYTES, start);
      start -= length;
      content = Buffer.concat([await readAt(handle, start, length), content]);
    }
    const lines = filledLines(content.toString('utf8'));
    return { lines: count === 0 ? [] : lines.slice(-count), end };
  });
}

/** Lines that are added to a log after byte `start`, until the command is interrupted. */
export async function* followLog(
  { clock, interrupted }: World,
  file: string,
  start: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let position = start;
  let pending = '';
  while (!interrupted.aborted) {
    const size = (await sizeOf(file)) ?? 0;
    // A shorter file is a new one.
    if (size < position) position = 0;
    if (size === position) {
      await clock.sleep(LOOK_EVERY_MS, interrupted);
      continue;
    }
    const added = await withFile(file, (handle) => readAt(handle, position, size - position));
    position += added.length;
    const text = pending + decoder.decode(added, { stream: true });
    const complete = text.lastIndexOf('\n') + 1;
    pending = text.slice(complete);
    yield* filledLines(text.slice(0, complete));
  }
}

/** Lines that were written to a log after it had `start` bytes, at most `count` of the last ones. */
export async function linesSince(file: string, start: number, count: number): Promise<string[]> {
  const end = (await sizeOf(file)) ?? 0;
  const from = Math.max(start, end - CHUNK_BYTES);
  if (from >= end) return [];
  const added = await withFile(file, (handle) => readAt(handle, from, end - from));
  return filledLines(added.toString('utf8')).slice(-count);
}

/** Bytes of a file; undefined when there is none. */
export async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}

async function withFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
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
