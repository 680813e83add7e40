import type pg from 'pg';
import { NewerDatabaseError } from '../../errors.ts';
import { MIGRATION_LOCK, NODES_LOCK } from '../advisory-locks.ts';
import { ask } from '../client.ts';
import { schemaOf } from '../migrate.ts';
import { isContended } from '../trouble.ts';
import { DatabaseInUseError, NodeNameTakenError } from './errors.ts';

/** A node that starts. */
export interface NewNode {
  readonly name: string;
  readonly run: string;
  readonly homeId: string;
  readonly place: string;
  readonly version: string;
  readonly isAlone: boolean;
  /** Milliseconds. */
  readonly term: number;
  /** The latest schema version that its program knows. */
  readonly schema: number;
}

/** Attempts to replace an earlier run, whose last transaction the server may still have to end. */
const MOST_ATTEMPTS = 4;

const LIVE = `select name, home_id, place, alone, ceil(extract(epoch from seen_at + term - now()))::integer as seconds
  from nodes where seen_at + term >= now()`;

interface LiveNode {
  readonly name: string;
  readonly home_id: string;
  readonly place: string;
  readonly alone: boolean;
  readonly seconds: number;
}

/**
 * Waits for transactions of the earlier run, and deletes its leases. Nodes that must not run beside this one
 * are overdue by now, but may only have stalled.
 */
const REPLACE = 'delete from nodes where name = $1 or alone or $2';
const INSERT = `insert into nodes (name, run, home_id, place, version, term, alone, schema)
  values ($1, $2, $3, $4, $5, $6 * interval '1 ms', $7, $8)`;

/** Adds a node to the database, in place of its earlier run. */
export async function register(client: pg.Client, node: NewNode): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await attemptRegistration(client, node);
      return;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isContended(error)) throw error;
    }
  }
}

async function attemptRegistration(client: pg.Client, node: NewNode): Promise<void> {
  const { name, run, homeId, place, version, term, isAlone, schema } = node;
  await ask(client, 'begin');
  try {
    await assertCurrent(client, schema);
    await ask(client, { text: 'select pg_advisory_xact_lock($1)', values: [NODES_LOCK] });
    assertFree(node, (await ask(client, LIVE)).rows as unknown as LiveNode[]);
    await ask(client, { text: REPLACE, values: [name, isAlone] });
    await ask(client, { text: INSERT, values: [name, run, homeId, place, version, term, isAlone, schema] });
    await ask(client, 'commit');
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined);
    throw error;
  }
}

/** Waits for a migration, which doesn't end nodes that are registered at the same moment. */
async function assertCurrent(client: pg.Client, known: number): Promise<void> {
  await ask(client, { text: 'select pg_advisory_xact_lock_shared($1)', values: [MIGRATION_LOCK] });
  const { version, works_with: worksWith } = await schemaOf(client);
  if (worksWith > known) throw new NewerDatabaseError(version, known);
}

function assertFree({ name, homeId, isAlone }: NewNode, live: readonly LiveNode[]): void {
  const namesake = live.find((other) => other.name === name);
  if (namesake && namesake.home_id !== homeId) throw new NodeNameTakenError(namesake);
  const rival = live.find((other) => other.name !== name && (other.alone || isAlone));
  if (rival) throw new DatabaseInUseError(rival);
}
