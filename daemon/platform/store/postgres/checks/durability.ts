import { sql } from 'kysely';
import { type CheckFinding, ok } from '../../../system/checks.ts';
import type { Queries } from '../../queries.ts';
import type { ServerFacts } from './facts.ts';

interface CommitSettings {
  readonly fsync: string;
  readonly full_page_writes: string;
  /** As configured; connections of the daemon turn it on where it's off. */
  readonly synchronous_commit: string;
  readonly synchronous_standby_names: string;
}

async function commitSettings(db: Queries): Promise<CommitSettings> {
  const { rows } = await sql<{ name: keyof CommitSettings; value: string }>`
    select name, reset_val as value from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names')`.execute(
    db,
  );
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Partial<CommitSettings>;
  const {
    fsync = '',
    full_page_writes = '',
    synchronous_commit = '',
    synchronous_standby_names = '',
  } = values;
  return { fsync, full_page_writes, synchronous_commit, synchronous_standby_names };
}

/** Settings under which a commit that was acknowledged can be lost. */
export async function checkDurability({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const settings = await commitSettings(db);
  const off = (['fsync', 'full_page_writes'] as const).filter((name) => settings[name] === 'off');
  if (off.length > 0) {
    return {
      severity: 'error',
      message: `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, so a crash of the server's machine can lose or damage mail`,
      remedy: `${off.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
    };
  }
  const { synchronous_commit: commit } = settings;
  if (commit !== 'off') return ok(`fsync and full_page_writes are on, synchronous_commit is ${commit}`);
  return ok('fsync and full_page_writes are on; synchronous_commit is off, but on for this service');
}

interface Standbys {
  readonly connected: number;
  readonly synchronous: number;
  /** Whether this role may see the state of standbys. */
  readonly shown: boolean;
}

/** Whether a standby has each commit before it's acknowledged. */
export async function checkStandby({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const { synchronous_commit: commit, synchronous_standby_names: names } = await commitSettings(db);
  const { rows } = await sql<Standbys>`select count(*) as connected,
      count(*) filter (where sync_state in ('sync', 'quorum')) as synchronous,
      pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') as shown
    from pg_stat_replication`.execute(db);
  const { connected = 0, synchronous = 0, shown = false } = rows[0] ?? {};
  if (names === '') {
    const found = connected === 0 ? 'none' : `${connected}, none of them synchronous`;
    return {
      severity: 'warning',
      message: `${found}: a failover can lose the last commits, unless the storage itself is replicated`,
      remedy: 'set synchronous_standby_names, or use a managed database that replicates synchronously',
    };
  }
  if (commit === 'local') {
    return {
      severity: 'warning',
      message: `commits don't wait for ${names}, because synchronous_commit is local`,
      remedy: 'alter system set synchronous_commit = on; select pg_reload_conf();',
    };
  }
  if (!shown) return ok(`commits wait for ${names}; this role can't see whether they are connected`);
  if (synchronous > 0) return ok(`commits wait for ${names}; ${synchronous} connected`);
  return {
    severity: 'error',
    message: `commits wait for ${names}, but none is connected, so all writes hang`,
    remedy: 'start the standby, or take it out of synchronous_standby_names',
  };
}
