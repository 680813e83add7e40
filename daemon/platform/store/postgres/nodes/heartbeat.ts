import type { ClusterNode } from '../../cluster.ts';
import { NO_WORKER } from '../../worker.ts';
import { WORKS_WITH } from '../migrate.ts';
import { type CoordinationConnection, NODES_CHANNEL } from './coordination.ts';
import type { OtherNode } from './observation.ts';

/** A run of a node. */
export interface NodeRun {
  readonly node: string;
  readonly run: string;
}

/** Facts about a node that it reports to the others with each heartbeat. */
export type NodeState = Pick<ClusterNode, 'http' | 'smtp' | 'isDraining'>;

const HEARTBEAT = `with own as (
    update nodes set seen_at = now(), http = $3, smtp = $4, draining = $5 where name = $1 and run = $2 returning name
  )
  select (select count(*) from own) as own,
    coalesce(json_agg(json_build_object('name', name, 'seenAt', seen_at,
      'age', extract(epoch from now() - seen_at) * 1000, 'term', extract(epoch from term) * 1000)), '[]') as others,
    count(*) filter (where seen_at + term >= now() and not draining) as accepting, (${WORKS_WITH}) as works_with,
    (select count(*) from node_requests) as requests
  from nodes where name <> $1`;

/** The answer to a heartbeat. */
export interface Beat {
  /** 0 when the run was replaced. */
  readonly own: number;
  /** The oldest schema version whose programs can work with the database. */
  readonly works_with: number;
  readonly others: readonly OtherNode[];
  /** The number of others that accept work. */
  readonly accepting: number;
  /** The number of requests between nodes, answered or not. */
  readonly requests: number;
}

/** Begins a new term of a run. */
export async function beat(
  connection: CoordinationConnection,
  { node, run }: NodeRun,
  { http, smtp, isDraining }: NodeState,
): Promise<Beat> {
  const [answer] = await connection.ask<Beat>(HEARTBEAT, [node, run, http, smtp, isDraining]);
  if (!answer) throw new Error('a heartbeat has no answer');
  return answer;
}

/** Skips nodes that have a transaction under way, which the server ends soon. */
const END = `delete from nodes where name in (
    select name from nodes join unnest($1::text[], $2::timestamptz[]) as overdue (name, seen_at) using (name, seen_at)
    for update of nodes skip locked
  ) returning name`;

/**
 * Ends nodes that had no other heartbeat since, so that they commit nothing more, and returns their names.
 */
export async function endOverdue(
  connection: CoordinationConnection,
  overdue: readonly Pick<OtherNode, 'name' | 'seenAt'>[],
): Promise<string[]> {
  const values = [overdue.map(({ name }) => name), overdue.map(({ seenAt }) => seenAt)];
  const rows = await connection.ask<{ name: string }>(END, values);
  return rows.map(({ name }) => name);
}

const REMOVE = `with removed as (delete from nodes where name = $1 and run = $2 returning name)
  select pg_notify('${NODES_CHANNEL}', name) from removed`;

/** Ends a run, and lets the others know at once. */
export async function removeRun(connection: CoordinationConnection, { node, run }: NodeRun): Promise<void> {
  await connection.ask(REMOVE, [node, run]);
}

/** Lets the others know that rows and leases are free. */
export async function notifyWorkLeft(connection: CoordinationConnection): Promise<void> {
  await connection.ask('select pg_notify($1, $2)', [NODES_CHANNEL, NO_WORKER]);
}

const LIST = `select name, run, place, version, http, smtp, draining as "isDraining",
    seen_at + term >= now() as "isAlive",
    (extract(epoch from started_at) * 1000)::bigint as "startedAt",
    (extract(epoch from seen_at) * 1000)::bigint as "seenAt",
    (select count(*) from leases where leases.run = nodes.run) as leases
  from nodes order by name`;

export function listNodes(connection: CoordinationConnection): Promise<ClusterNode[]> {
  return connection.ask<ClusterNode>(LIST, []);
}
