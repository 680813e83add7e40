import { sql } from 'kysely';
import { type CheckFinding, ok } from '../../../system/checks.ts';
import { MINUTE, SECOND } from '../../../system/clock.ts';
import type { ServerFacts } from './facts.ts';

/** Milliseconds after which an open transaction is reported: vacuum keeps all rows that it could see. */
const LONG = 15 * MINUTE;

interface OldestTransaction {
  readonly milliseconds: number | null;
  readonly pid: number;
  readonly program: string;
}

/** Transactions of other programs that have been open for long. */
export async function checkTransactions({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const { rows } = await sql<OldestTransaction>`select pid, application_name as program,
      floor(extract(epoch from clock_timestamp() - xact_start) * 1000)::bigint as milliseconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(db);
  const prepared = await sql<{ name: string }>`select gid as name from pg_prepared_xacts
    where database = current_database() and prepared < now() - ${LONG} * interval '1 ms'
    order by prepared`.execute(db);
  const [forgotten] = prepared.rows;
  if (forgotten) {
    return {
      severity: 'warning',
      message: `the prepared transaction ${forgotten.name} keeps vacuum from removing dead rows`,
      remedy: `rollback prepared '${forgotten.name}';`,
    };
  }
  const { milliseconds = null, pid = 0, program = '' } = rows[0] ?? {};
  if (milliseconds === null) return ok('none');
  const age = `the oldest has been open for ${Math.round(milliseconds / SECOND)} s`;
  if (milliseconds < LONG) return ok(age);
  return {
    severity: 'warning',
    message: `${age} (process ${pid}, ${program || 'unnamed'}), so vacuum can't remove dead rows`,
    remedy: `end that program, or: select pg_terminate_backend(${pid});`,
  };
}

/** Dead rows of a table that are reported: this many, and this many for each live one. */
const MANY = 20_000;
const SHARE = 1;

interface VacuumState {
  readonly name: string;
  readonly dead: number;
  readonly live: number;
  /** Whether autovacuum is turned off for the table. */
  readonly excluded: boolean;
}

/** Whether autovacuum runs and keeps up. Rows of `account_locks` change with every message. */
export async function checkVacuum({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const settings = await sql<{ name: string }>`select name from pg_settings
    where name in ('autovacuum', 'track_counts') and setting = 'off' order by name`.execute(db);
  const off = settings.rows.map(({ name }) => name);
  if (off.length > 0) {
    return {
      severity: 'error',
      message: `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, so tables grow and slow down without end`,
      remedy: `${off.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
    };
  }
  const { rows } = await sql<VacuumState>`select tables.relname as name, tables.n_dead_tup as dead,
      tables.n_live_tup as live, coalesce('autovacuum_enabled=false' = any(pg_class.reloptions), false) as excluded
    from pg_stat_user_tables as tables join pg_class on pg_class.oid = tables.relid
    where tables.schemaname = current_schema()
    order by tables.n_dead_tup desc`.execute(db);
  const excluded = rows.find((row) => row.excluded);
  if (excluded) {
    return {
      severity: 'warning',
      message: `autovacuum is off for ${excluded.name}`,
      remedy: `alter table ${excluded.name} reset (autovacuum_enabled);`,
    };
  }
  const behind = rows.filter(({ dead, live }) => dead > MANY && dead > SHARE * live);
  const [worst = rows[0]] = behind;
  if (!worst) return ok('no tables');
  const most = `${worst.name} has the most dead rows: ${worst.dead}, beside ${worst.live} live ones`;
  if (behind.length === 0) return ok(most);
  return {
    severity: 'warning',
    message: `autovacuum doesn't keep up: ${most}`,
    remedy: `vacuum analyze ${worst.name}; and look for long transactions and for autovacuum_vacuum_cost_limit`,
  };
}
