import { closeSync, openSync, readSync } from 'node:fs';
import { type DatabaseFile, openFile } from '../support/database-file.ts';

const HEADER = 32;
const FRAME_HEADER = 24;

/** Pages and commits of a write-ahead log, and pages of the database, since it was watched. */
export interface WalFigures {
  readonly bytes: number;
  readonly commits: number;
  readonly databaseBytes: number;
}

/**
 * Watches the write-ahead log of a running daemon. An open read keeps SQLite from starting the log again, so
 * that every frame stays countable.
 */
export function watchWal(file: string): { figures(): WalFigures; close(): void } {
  const reader = openFile(file, { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from settings').get();
  const before = { ...framesOf(file), databaseBytes: bytesOf(file) };
  return {
    figures() {
      const now = framesOf(file);
      return {
        bytes: now.bytes - before.bytes,
        commits: now.commits - before.commits,
        databaseBytes: bytesOf(file) - before.databaseBytes,
      };
    },
    close: () => void reader.close(),
  };
}

function bytesOf(file: string): number {
  const database = openFile(file, { readonly: true });
  const size = Number(database.pragma('page_count', { simple: true })) * pageSize(database);
  database.close();
  return size;
}

function pageSize(database: DatabaseFile): number {
  return Number(database.pragma('page_size', { simple: true }));
}

/**
 * Frames of the current log: those with the salt of its header. A commit's last frame has a database size.
 */
function framesOf(file: string): { bytes: number; commits: number } {
  const log = openSync(`${file}-wal`, 'r');
  try {
    const header = Buffer.alloc(HEADER);
    if (readSync(log, header, 0, HEADER, 0) < HEADER) return { bytes: 0, commits: 0 };
    const size = header.readUInt32BE(8) + FRAME_HEADER;
    const frame = Buffer.alloc(FRAME_HEADER);
    let commits = 0;
    let count = 0;
    for (;;) {
      if (readSync(log, frame, 0, FRAME_HEADER, HEADER + count * size) < FRAME_HEADER) break;
      if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
      count++;
      if (frame.readUInt32BE(4) !== 0) commits++;
    }
    return { bytes: count * size, commits };
  } finally {
    closeSync(log);
  }
}
