import { sql } from 'kysely';
import type { Queries } from '../queries.ts';
import { BACKUP_LOCK } from './advisory-locks.ts';
import { ask, connect } from './client.ts';

/**
 * Keeps daemons from removing objects that the snapshot of a backup refers to, until the returned function is
 * called. Take it before the snapshot: blobs that were deleted earlier aren't in it.
 */
export async function lockForBackup(url: string): Promise<() => Promise<void>> {
  const client = await connect({ url, idleTransactionTimeout: 0 });
  await ask(client, 'begin');
  await ask(client, 'set local lock_timeout = 0');
  await ask(client, { text: 'select pg_advisory_xact_lock($1)', values: [BACKUP_LOCK] });
  return () => client.end();
}

/** Whether a daemon is making a backup. */
export async function backupRuns(db: Queries): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`.execute(db);
  return rows[0]?.free !== true;
}
