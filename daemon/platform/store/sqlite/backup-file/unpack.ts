import { constants, copyFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { migrate } from '../migrate.ts';
import { DIGESTS_TABLE } from './digests.ts';
import { PARTS_TABLE, secretOf } from './parts.ts';

/** A backup without problems, and what becomes of it. */
export interface UnpackTask {
  readonly file: string;
  /** The database to make. */
  readonly fresh: string;
  /** Kind of the jobs that send mail. */
  readonly sendJob: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The content of a restored backup. */
export interface Unpacked {
  /** The secret of its home. */
  readonly secret: string;
  readonly accounts: number;
  readonly messages: number;
  /** Sends that were disarmed. */
  readonly disarmed: number;
}

/** Copies the backup into the form of a home. */
export function unpackBackup({ file, fresh, sendJob, now }: UnpackTask): Unpacked {
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
      disarmed: disarm(database, sendJob, now),
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
function disarm(database: Database.Database, sendJob: string, now: number): number {
  const changes = (sql: string, ...values: unknown[]) => database.prepare(sql).run(...values).changes;
  return (
    changes('delete from jobs where kind = ? and due_at <= ?', sendJob, now) +
    changes('update drafts set send_at = null where send_at <= ?', now) +
    changes(
      "update messages set state = 'quarantined', worker = null where direction = 'outbound' and state = 'scanning'",
    )
  );
}
