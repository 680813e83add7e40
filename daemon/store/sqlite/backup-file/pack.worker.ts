import { closeSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { SECRET_FILE } from '../../../system/secrets.ts';
import { backupProblems } from './check.ts';
import { writeDigests } from './digests.ts';
import { PARTS_TABLE } from './parts.ts';

/** Turns a copy of the database into a backup and checks it, on a thread of its own. */

export interface PackTask {
  /** The copy. */
  readonly file: string;
  readonly home: string;
  /** Folder of blobs in files. */
  readonly blobs: string;
}

function pack({ file, home, blobs }: PackTask): number {
  const database = new Database(file);
  try {
    // The copy is marked as WAL, which would leave files beside it.
    database.pragma('journal_mode = DELETE');
    database.pragma('synchronous = FULL');
    const put = database.prepare('update blobs set content = ? where id = ?');
    for (const id of database.prepare('select id from blobs where content is null').pluck().all()) {
      put.run(readFileSync(join(blobs, String(id))), id);
    }
    database.exec(`create table ${PARTS_TABLE} (name text primary key, content blob not null)`);
    database
      .prepare(`insert into ${PARTS_TABLE} (name, content) values (?, ?)`)
      .run(SECRET_FILE, readFileSync(join(home, SECRET_FILE)));
    writeDigests(database);
  } finally {
    database.close();
  }
  const problems = backupProblems(file);
  if (problems.length > 0) throw new Error(`the backup is damaged: ${problems.slice(0, 3).join('; ')}`);
  const open = openSync(file, 'r');
  fsyncSync(open);
  closeSync(open);
  return statSync(file).size;
}

parentPort?.postMessage(pack(workerData as PackTask));
