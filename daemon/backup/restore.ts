import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { RestoreReport } from '../../shared/restore-report.ts';
import { DISPATCH_RETRY } from '../outbound/retry-schedule.ts';
import { migrate } from '../store/migrations/index.ts';
import { backupProblems } from '../store/sqlite/backup-file/check.ts';
import { DIGESTS_TABLE } from '../store/sqlite/backup-file/digests.ts';
import { PARTS_TABLE, secretOf } from '../store/sqlite/backup-file/parts.ts';
import { BLOB_FOLDER, DATABASE_FILE } from '../store/store.ts';
import { lockHome, prepareHome } from '../system/home.ts';
import { SECRET_FILE } from '../system/secrets.ts';
import { syncFolderSync } from '../system/sync-folder.ts';

/** The backup can't be restored; the message says why. */
export class RestoreError extends Error {}

/** The named backup doesn't exist. */
export class NoBackupError extends RestoreError {}

/** A home that no daemon uses, and the backup to restore. */
export interface RestoreOptions {
  readonly home: string;
  readonly file: string;
  /** How messages name the file, when it was unpacked from another one. */
  readonly name?: string;
  /** Puts the database of a home aside; files without a database are put aside in any case. */
  readonly force: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes a home of a backup. The backup is checked first, and the former content of the home is kept beside
 * it.
 */
export function restoreHome({ home, file, name = file, force, now }: RestoreOptions): RestoreReport {
  if (!existsSync(file)) throw new NoBackupError(`no such file: ${name}`);
  const problems = backupProblems(file);
  if (problems.length > 0)
    throw new RestoreError(`can't restore ${name}: ${problems.slice(0, 3).join('; ')}`);
  prepareHome(home);
  const unlock = lockHome(home);
  try {
    if (existsSync(join(home, DATABASE_FILE)) && !force) {
      throw new RestoreError(`${home} already has a database; --force moves it aside and restores`);
    }
    const fresh = join(home, `${DATABASE_FILE}.restoring`);
    const summary = unpack(file, fresh, now);
    const kept = putAside(home, now);
    // Never follow a link with this name.
    writeFileSync(join(home, SECRET_FILE), summary.secret, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, join(home, DATABASE_FILE));
    syncFolderSync(home);
    const { accounts, messages, disarmed } = summary;
    return { home, kept_in: kept, accounts, messages, disarmed };
  } finally {
    unlock();
  }
}

/** Copies the backup into the form of a home. */
function unpack(file: string, fresh: string, now: number) {
  rmSync(fresh, { force: true });
  copyFileSync(file, fresh, constants.COPYFILE_EXCL);
  const database = new Database(fresh);
  try {
    const secret = secretOf(database);
    migrate(database, now);
    for (const table of [PARTS_TABLE, DIGESTS_TABLE]) database.exec(`drop table if exists ${table}`);
    const count = (sql: string) => Number(database.prepare(sql).pluck().get());
    return {
      secret,
      disarmed: disarm(database, now),
      accounts: count("select count(*) from accounts where status <> 'deleted'"),
      messages: count("select count(*) from messages where state <> 'deleted'"),
    };
  } finally {
    database.close();
  }
}

/**
 * Disarms sends that were due before now: they may have left after the backup. Outgoing messages are held for
 * a person, and drafts lose their time.
 */
function disarm(database: Database.Database, now: number): number {
  const changes = (sql: string, ...values: unknown[]) => database.prepare(sql).run(...values).changes;
  return (
    changes('delete from jobs where kind = ? and due_at <= ?', DISPATCH_RETRY, now) +
    changes('update drafts set send_at = null where send_at <= ?', now) +
    changes("update messages set state = 'quarantined' where direction = 'outbound' and state = 'scanning'")
  );
}

/** Moves a home's database into a folder of the home and returns it; null without one. */
function putAside(home: string, now: number): string | null {
  const old = readdirSync(home).filter(
    (name) =>
      name === BLOB_FOLDER || name === SECRET_FILE || new RegExp(`^${DATABASE_FILE}(-wal|-shm)?$`).test(name),
  );
  if (old.length === 0) return null;
  const folder = join(home, `before-restore-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const name of old) renameSync(join(home, name), join(folder, name));
  return folder;
}
