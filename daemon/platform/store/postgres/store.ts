import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { DAY } from '../../system/clock.ts';
import { ObjectStore } from '../bucket/object-store.ts';
import { NO_DAEMON_NODE } from '../cluster.ts';
import { copyDatabase } from '../copy/copy.ts';
import { renameWorkers } from '../copy/workers.ts';
import type { EngineFacts } from '../engine-facts.ts';
import type { JobClaims } from '../job-claims.ts';
import type { LockScope } from '../lock-scope.ts';
import { NO_DAEMON, type Ports } from '../ports.ts';
import type { Queries } from '../queries.ts';
import type { SearchIndex } from '../search.ts';
import type { SignalReception } from '../signals.ts';
import { packBackup } from '../sqlite/backup-file/pack.ts';
import { createFileTarget } from '../sqlite/copy-end.ts';
import type { Store, StoreOptions } from '../store.ts';
import { Transaction } from '../transaction.ts';
import { RUN_ONCE } from '../transaction-runner.ts';
import { SOLE_WORKER } from '../worker.ts';
import { lockForBackup } from './backup-lock.ts';
import { PostgresBlobs } from './blobs.ts';
import { checkServerOf } from './checks/index.ts';
import { connect } from './client.ts';
import { PipelinedConnection } from './connection.ts';
import { openSnapshot } from './copy-end.ts';
import { PostgresJobClaims } from './job-claims.ts';
import { migrate } from './migrate.ts';
import { CONNECTIONS, MultiplexedCommitter } from './multiplexed-commit.ts';
import { PostgresCluster } from './nodes/cluster.ts';
import { objectFolder } from './object-rows.ts';
import { Pools, READERS } from './pools.ts';
import { queriesOn } from './queries.ts';
import { assertUsable, serverProperties } from './requirements.ts';
import { PendingSearchChanges, PostgresSearchIndex, SEARCHERS } from './search.ts';
import { SignalExchange } from './signals/exchange.ts';

/**
 * The heartbeat, signals in both directions, counts of attempts, and one more while a commit is looked up or
 * a backup written.
 */
const OTHERS = 5;
export const CONNECTIONS_PER_NODE = CONNECTIONS + READERS + SEARCHERS + OTHERS;
/** Folder of the home for large mail on its way into the database. */
const SPOOL_FOLDER = 'spool';
/** Folder of the home for copies of objects. */
const CACHE_FOLDER = 'object-cache';

/** Opens a database of a PostgreSQL server, migrates it, and adds this node to those that use it. */
export async function openPostgresStore(options: StoreOptions, url: string): Promise<Store> {
  const open = () => connect({ url });
  const client = await open();
  try {
    await assertUsable(client);
    await migrate(client, options.clock.now());
    const cluster = await PostgresCluster.join(open, {
      ...(options.node ?? NO_DAEMON_NODE),
      home: options.home,
    });
    try {
      const objects = await objectsOf(options, client);
      const store = new PostgresStore(options, { url, cluster, objects });
      await store.blobs.open();
      return store;
    } catch (error) {
      await cluster.leave();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function objectsOf({ bucket, home }: StoreOptions, client: pg.Client): Promise<ObjectStore | null> {
  if (!bucket) return null;
  const folder = await objectFolder(queriesOn(new PipelinedConnection(client)));
  return new ObjectStore({ ...bucket, folder, cache: join(home, CACHE_FOLDER) });
}

interface Database {
  readonly url: string;
  readonly cluster: PostgresCluster;
  readonly objects: ObjectStore | null;
}

/** A database of a PostgreSQL server. */
class PostgresStore implements Store {
  readonly read: Queries;
  readonly blobs: PostgresBlobs;
  readonly search: SearchIndex;
  readonly engine: EngineFacts;
  readonly cluster: PostgresCluster;
  readonly jobs: JobClaims;
  readonly #pools: Pools;
  readonly #unsynced: Queries;
  readonly #committer: MultiplexedCommitter;
  readonly #database: Database;
  readonly #options: StoreOptions;
  readonly #ports: Ports;
  readonly #signals: SignalExchange;
  readonly #purging: NodeJS.Timeout;

  constructor(options: StoreOptions, database: Database) {
    const { url, cluster, objects } = database;
    this.#options = options;
    this.#database = database;
    this.cluster = cluster;
    const ports = options.ports ?? NO_DAEMON;
    this.#signals = new SignalExchange({
      connect: () => connect({ url }),
      run: cluster.run,
      local: ports.signals,
    });
    this.#ports = { ...ports, signals: this.#signals };
    if (options.ports) this.#signals.start();
    this.#committer = new MultiplexedCommitter({
      connect: () => connect({ url, idleTransactionTimeout: cluster.idleTransactionTimeout }),
      cluster,
      runGroup: (options.runners ?? RUN_ONCE).postgres,
      ...(options.groups && { observer: options.groups }),
      onHookFailure: options.onHookFailure,
      onLateCommit: () => cluster.mustStop('undecided'),
      commitStarted: options.commitStarted ?? (() => () => undefined),
    });
    this.#pools = new Pools(url);
    const { reading, searching, counting } = this.#pools;
    this.#unsynced = queriesOn(counting);
    const committer = this.#committer;
    this.engine = {
      name: 'postgres',
      version: async () => (await serverProperties(this.read)).release,
      checks: () =>
        checkServerOf({
          db: this.read,
          clock: options.clock,
          connectionsPerNode: CONNECTIONS_PER_NODE,
          nodes: cluster.size,
          objects,
        }),
      connections: () => [
        { kind: 'write', open: CONNECTIONS, busy: committer.busy },
        { kind: 'read', open: reading.size, busy: reading.busy },
        { kind: 'search', open: searching.size, busy: searching.busy },
      ],
    };
    cluster.watch({ trustChanged: (isTrusted) => isTrusted || this.#disconnect() });
    this.read = queriesOn(reading);
    this.jobs = new PostgresJobClaims({
      run: cluster.run,
      read: this.read,
      write: (work) => this.write('none', ({ db }) => work(db)),
    });
    this.search = new PostgresSearchIndex(queriesOn(searching));
    this.blobs = new PostgresBlobs(join(options.home, SPOOL_FOLDER), {
      ...options,
      read: this.read,
      write: (work) => this.write('none', ({ db }) => work(db)),
      hasUndecided: () => committer.hasUndecided,
      objects,
    });
    this.#purging = setInterval(() => void this.#purgeCommits(), DAY).unref();
    void this.#purgeCommits();
  }

  get reception(): SignalReception {
    return this.#signals.state;
  }

  /** Deletes commit records older than a day. */
  async #purgeCommits(): Promise<void> {
    const purge = sql`delete from commits where at < now() - interval '1 day'`;
    await this.write('none', ({ db }) => purge.execute(db)).catch(() => undefined);
  }

  write<T>(scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { clock, random } = this.#options;
    const worker = this.cluster.node;
    return this.#committer.submit(scope, async ({ connection, onCommit }) => {
      const db = queriesOn(connection);
      const search = new PendingSearchChanges();
      const result = await work(
        new Transaction({ db, now: clock.now(), random, ports: this.#ports, worker, onCommit, search }),
      );
      await search.apply(db);
      return result;
    });
  }

  /** A network that loses packets keeps callers waiting for a quarter of an hour. */
  #disconnect(): void {
    this.#committer.disconnect();
    this.#pools.disconnect();
  }

  writeUnsynced<T>(statement: (db: Queries) => Promise<T>): Promise<T> {
    return statement(this.#unsynced);
  }

  async integrityProblems(): Promise<string[]> {
    return this.blobs.problems();
  }

  async writeBackup(file: string): Promise<number> {
    const { clock, home } = this.#options;
    const { url, objects } = this.#database;
    const unlock = objects ? await lockForBackup(url) : () => Promise.resolve();
    const source = await openSnapshot(url, objects).catch(async (error: unknown) => {
      await unlock();
      throw error;
    });
    try {
      const target = createFileTarget(file, clock.now());
      try {
        await copyDatabase(source, target);
        await target.write((db) => renameWorkers(db, { from: this.cluster.node, to: SOLE_WORKER }));
      } finally {
        target.close();
      }
    } finally {
      await source.close();
      await unlock();
    }
    return packBackup({ database: null, file, home, blobs: this.blobs.spool });
  }

  async databaseBytes(): Promise<number> {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(this.read);
    return rows[0]?.bytes ?? 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#purging);
    this.blobs.close();
    await this.#committer.close();
    await this.#signals.close();
    await this.#pools.close();
    await this.cluster.leave();
  }
}
