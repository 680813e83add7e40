import { sql } from 'kysely';
import { type CheckFinding, ok } from '../../../system/checks.ts';
import type { ServerFacts } from './facts.ts';

const GB = 10 ** 9;
/** Bytes above which PostgreSQL's own backups are the better ones. */
const LARGE = 20 * GB;

/** The size of the database, and which backup suits it. */
export async function checkSize({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return judgeSize(rows[0]?.bytes ?? 0);
}

/** `bytes` of the database. */
export function judgeSize(bytes: number): CheckFinding {
  const size = `${(bytes / GB).toFixed(2)} GB`;
  if (bytes <= LARGE) return ok(size);
  return ok(`${size}; back it up with pg_dump or pgBackRest, since agentmail backup copies it row by row`);
}
