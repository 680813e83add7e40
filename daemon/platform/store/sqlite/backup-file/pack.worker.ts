import { closeSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { SECRET_FILE } from '../../../system/secrets.ts';
import { backupProblems } from './check.ts';
import { writeDigests } from './digests.ts';
import { PARTS_TABLE } from './parts.ts';

/** Copies a database, turns the copy into a backup and checks it, on a thread of its own. */

export interface PackTask {
  /** The database in use; null when `file` is a copy of one already. */
  readonly database: string | null;
  /** The copy: an empty file, or the copy of a database. */
  readonly file: string;
  readonly home: string;
  /** Folder of blobs in files. */
  readonly blobs: string;
}

/** Pages copied at once. */
const COPIED_PAGES = 500;
/**
 * Bytes that may wait for the disk: the commits of mail are synced on the same disk, and one sync of a whole
 * backup would delay them by seconds.
 */
const UNSYNCED_BYTES = 8 * 1024 * 1024;

/** Syncs a file in small pieces while it's written. */
class Syncing {
  readonly #handle: number;
  #unsynced = 0;

  constructor(file: string) {
    this.#handle = openSync(file, 'r+');
  }

  wrote(bytes: number): void {
    this.#unsynced += bytes;
    if (this.#unsynced < UNSYNCED_BYTES) return;
    fsyncSync(this.#handle);
    this.#unsynced = 0;
  }

  close(): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
  }
}

async function writeBackupFile({ database, file, home, blobs }: PackTask): Promise<number> {
  const syncing = new Syncing(file);
  try {
    if (database !== null) await copy(database, file, syncing);
    pack({ file, home, blobs }, syncing);
    const problems = backupProblems(file);
    if (problems.length > 0) throw new Error(`the backup is damaged: ${problems.slice(0, 3).join('; ')}`);
  } finally {
    syncing.close();
  }
  return statSync(file).size;
}

/**
 * Copies what was committed when it began. Its own connection keeps the copy away from the daemon's thread.
 */
async function copy(source: string, file: string, syncing: Syncing): Promise<void> {
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // Without a transaction each commit of the daemon would make it begin again.
    database.exec('begin');
    const pageBytes = Number(database.prepare('select page_size from pragma_page_size').pluck().get());
    // The first read begins the transaction.
    database.prepare('select count(*) from schema_migrations').get();
    await database.backup(file, {
      progress: () => {
        syncing.wrote(COPIED_PAGES * pageBytes);
        return COPIED_PAGES;
      },
    });
  } finally {
    database.close();
  }
}

function pack({ file, home, blobs }: Omit<PackTask, 'database'>, syncing: Syncing): void {
  const database = new Database(file);
  try {
    // The copy is marked as WAL, which would leave files beside it.
    database.pragma('journal_mode = DELETE');
    // Nothing uses the file before it's complete, checked and synced, so its changes need no journal and one
    // commit.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.exec('begin');
    const put = database.prepare('update blobs set content = ? where id = ?');
    for (const id of database.prepare('select id from blobs where content is null').pluck().all()) {
      const content = readFileSync(join(blobs, String(id)));
      put.run(content, id);
      syncing.wrote(content.length);
    }
    database.exec(`create table ${PARTS_TABLE} (name text primary key, content blob not null)`);
    database
      .prepare(`insert into ${PARTS_TABLE} (name, content) values (?, ?)`)
      .run(SECRET_FILE, readFileSync(join(home, SECRET_FILE)));
    writeDigests(database);
    database.exec('commit');
  } finally {
    database.close();
  }
}

parentPort?.postMessage(await writeBackupFile(workerData as PackTask));
