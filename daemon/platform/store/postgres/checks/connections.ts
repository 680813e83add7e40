import { sql } from 'kysely';
import { type CheckFinding, ok } from '../../../system/checks.ts';
import type { ServerFacts } from './facts.ts';

interface ConnectionCounts {
  /** Connections that the server, the database and the role allow. */
  readonly allowed: number;
  /** Open connections to all databases of the server. */
  readonly used: number;
  /** Those of agentmaild to this database. */
  readonly own: number;
}

/** The limits that apply to roles without privileges; -1 means none. */
const COUNTS = sql<ConnectionCounts>`select
  least(
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(nullif(current_setting('reserved_connections', true), '')::integer, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
  ) as allowed,
  (select sum(numbackends) from pg_stat_database) as used,
  (select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'agentmaild') as own`;

/** Whether the nodes have room for all the connections that they may open. */
export async function checkConnections({
  db,
  connectionsPerNode: each,
  nodes,
}: Pick<ServerFacts, 'db' | 'connectionsPerNode' | 'nodes'>): Promise<CheckFinding> {
  const { rows } = await COUNTS.execute(db);
  const { allowed = 0, used = 0, own = 0 } = rows[0] ?? {};
  const others = Math.max(0, used - own);
  const needed = others + nodes * each;
  const message = `${used} of ${allowed} are open; the service needs up to ${nodes * each}`;
  if (needed <= allowed) return ok(message);
  return {
    severity: 'warning',
    message: `${message}, and others use ${others}`,
    remedy: `raise max_connections to at least ${needed + each}, or end connections of other programs`,
  };
}
