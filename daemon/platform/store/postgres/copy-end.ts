import type pg from 'pg';
import { inlineContent } from '../blobs/rows.ts';
import { type BucketUse, ObjectStore } from '../bucket/object-store.ts';
import { NO_DAEMON_NODE } from '../cluster.ts';
import type { CopySource, CopyTarget } from '../copy/copy.ts';
import { StoreError } from '../errors.ts';
import { assertCurrentSchema } from '../migrations/current.ts';
import type { Queries } from '../queries.ts';
import { deleteChunks, readChunks, writeChunks } from './chunks.ts';
import { ask, connect } from './client.ts';
import { PipelinedConnection } from './connection.ts';
import { addMark, assertReceives, removeMark } from './copy-mark.ts';
import { migrate } from './migrate.ts';
import { PostgresCluster } from './nodes/cluster.ts';
import { deleteObject, findObject, insertObject, objectFolder } from './object-rows.ts';
import { queriesOn } from './queries.ts';
import { assertSuitable, assertUsable, schemaVersion } from './requirements.ts';

/** A snapshot of a database, which other connections may change meanwhile. */
export async function openSnapshot(
  url: string,
  objects: ObjectStore | null,
): Promise<CopySource & { close(): Promise<void> }> {
  // The target may take its time.
  const client = await connect({ url, idleTransactionTimeout: 0 });
  const read = queriesOn(new PipelinedConnection(client));
  await ask(client, 'begin isolation level repeatable read, read only');
  return { read, readLarge: (id) => readLarge(read, objects, id), close: () => client.end() };
}

async function readLarge(db: Queries, objects: ObjectStore | null, id: string): Promise<Buffer | null> {
  // Earlier builds moved bytes from rows into rows.
  const inline = await inlineContent(db, id);
  if (inline) return inline;
  const object = await findObject(db, id);
  if (!object) return readChunks(db, id);
  if (!objects) throw new StoreError(`blob ${id} is in a bucket; name it with --blobs or AGENTMAIL_BLOBS`);
  return objects.download(object);
}

interface HoldOptions {
  readonly home: string;
  readonly bucket: BucketUse | null;
}

/** A source or target of a copy, which no daemon uses until it's closed. */
type HeldEnd<End> = End & { close(): Promise<void> };

/** A database that gets a copy. */
export interface HeldTarget extends HeldEnd<CopyTarget> {
  /** Makes it a database for daemons, in one transaction with the last changes. */
  finish(work: (db: Queries) => Promise<unknown>): Promise<void>;
}

/** Claims a database to copy from. Its schema stays as it is. */
export async function holdSource(url: string, options: HoldOptions): Promise<HeldEnd<CopySource>> {
  return withClient(url, async (client, open) => {
    await assertUsable(client);
    assertCurrentSchema(await schemaVersion(client));
    const { read, objects, close } = await hold(client, open, options);
    return { read, readLarge: (id) => readLarge(read, objects, id), close };
  });
}

/** Claims a database to copy into, which must be empty or have a copy that was stopped, and migrates it. */
export async function holdTarget(url: string, options: HoldOptions & { now: number }): Promise<HeldTarget> {
  return withClient(url, async (client, open) => {
    await assertSuitable(client);
    await assertReceives(client);
    await migrate(client, options.now);
    const { read, objects, close } = await hold(client, open, options);
    const write = (work: (db: Queries) => Promise<unknown>) => inTransaction(client, () => work(read));
    try {
      // A daemon may have used it until now.
      await assertReceives(client);
      await addMark(client);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      read,
      write,
      readLarge: (id) => readLarge(read, objects, id),
      writeLarge: async (id, content) => {
        // A copy that was stopped may have left some.
        await write((db) => Promise.all([deleteChunks(db, id), deleteObject(db, id)]));
        if (!objects) return writeChunks(write, id, content);
        const object = await objects.put(id, content);
        await write((db) => insertObject(db, object));
      },
      setCounters: () => setCounters(client),
      finish: (work) =>
        write(async (db) => {
          await work(db);
          await removeMark(db);
        }),
      close,
    };
  });
}

type Open = () => Promise<pg.Client>;

async function withClient<T>(url: string, use: (client: pg.Client, open: Open) => Promise<T>): Promise<T> {
  const open = () => connect({ url });
  const client = await open();
  try {
    return await use(client, open);
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Joins as the only node. */
async function hold(client: pg.Client, open: Open, { home, bucket }: HoldOptions) {
  const read = queriesOn(new PipelinedConnection(client));
  const folder = await objectFolder(read);
  const cluster = await PostgresCluster.join(open, { ...NO_DAEMON_NODE, home, isAlone: true });
  const objects = bucket && new ObjectStore({ ...bucket, folder, cache: null });
  const close = async () => {
    objects?.close();
    await cluster.leave();
    await client.end();
  };
  return { read, objects, close };
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
