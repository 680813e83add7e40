import type pg from 'pg';
import type { CopySource, CopyTarget } from '../copy/copy.ts';
import type { Queries } from '../transaction.ts';
import { deleteChunks, readChunks, writeChunks } from './blobs.ts';
import { ask, connect } from './client.ts';
import { PipelinedConnection } from './connection.ts';
import { claimantOf, DaemonLease } from './lease.ts';
import { migrate } from './migrate.ts';
import { queriesOn } from './queries.ts';
import { assertUsable } from './requirements.ts';

/** A snapshot of a database, which other connections may change meanwhile. */
export async function openSnapshot(url: string): Promise<CopySource & { close(): Promise<void> }> {
  const client = await connect({ url });
  const read = queriesOn(new PipelinedConnection(client));
  await ask(client, 'begin isolation level repeatable read, read only');
  return { read, readLarge: (id) => readChunks(read, id), close: () => client.end() };
}

/** An end of a copy that no daemon uses meanwhile. */
export interface HeldDatabase extends CopyTarget {
  /** Ends it, and lets daemons use the database. */
  close(): Promise<void>;
}

/** Claims a database and migrates it. */
export async function holdDatabase(
  url: string,
  { home, now }: { readonly home: string; readonly now: number },
): Promise<HeldDatabase> {
  const open = () => connect({ url });
  const client = await open();
  try {
    await assertUsable(client);
    const lease = await DaemonLease.claim(open, claimantOf(home));
    await migrate(client, now);
    const read = queriesOn(new PipelinedConnection(client));
    const write = (work: (db: Queries) => Promise<unknown>) => inTransaction(client, () => work(read));
    return {
      read,
      write,
      readLarge: (id) => readChunks(read, id),
      writeLarge: async (id, content) => {
        // A copy that was stopped may have left some.
        await write((db) => deleteChunks(db, id));
        await writeChunks(write, id, content);
      },
      setCounters: () => setCounters(client),
      close: async () => {
        await lease.release();
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await ask(client, 'begin');
  try {
    await work();
    await ask(client, 'commit');
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined);
    throw error;
  }
}

const IDENTITIES = `select table_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
  from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`;

async function setCounters(client: pg.Client): Promise<void> {
  const { rows } = await ask(client, IDENTITIES);
  for (const { table_name: table, sequence } of rows as { table_name: string; sequence: string }[]) {
    await ask(client, {
      text: `select setval($1, greatest((select max(seq) from "${table}"), 1), exists (select 1 from "${table}"))`,
      values: [sequence],
    });
  }
}
