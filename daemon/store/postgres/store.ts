import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY } from '../../system/clock.ts';
import { copyDatabase } from '../copy/copy.ts';
import type { LockScope } from '../lock-scope.ts';
import { NO_DAEMON, type Ports } from '../ports.ts';
import type { SearchIndex } from '../search.ts';
import { packBackup } from '../sqlite/backup-file/pack.ts';
import { createFileTarget } from '../sqlite/copy-end.ts';
import type { Store, StoreOptions } from '../store.ts';
import { type Queries, Transaction } from '../transaction.ts';
import { SOLE_WORKER } from '../worker.ts';
import { PostgresBlobs } from './blobs.ts';
import { connect } from './client.ts';
import { openSnapshot } from './copy-end.ts';
import { claimantOf, DaemonLease } from './lease.ts';
import { migrate } from './migrate.ts';
import { MultiplexedCommitter } from './multiplexed-commit.ts';
import { ReadPool } from './pool.ts';
import { queriesOn } from './queries.ts';
import { assertUsable, durabilityProblems } from './requirements.ts';
import { PendingSearchChanges, PostgresSearchIndex } from './search.ts';

/** Connections that look-ups share, and those of searches. */
const READERS = 4;
const SEARCHERS = 2;
/** Milliseconds after which a search is ended, so that it keeps no others waiting. */
const SEARCH_TIMEOUT = 10_000;
/** Folder of the home for large mail on its way into the database. */
const SPOOL_FOLDER = 'spool';

/** Opens a database of a PostgreSQL server that no other daemon uses, and migrates it. */
export async function openPostgresStore(options: StoreOptions, url: string): Promise<Store> {
  const open = () => connect({ url });
  const client = await open();
  try {
    await assertUsable(client);
    const lease = await DaemonLease.claim(open, claimantOf(options.home));
    try {
      await migrate(client, options.clock.now());
      const store = new PostgresStore(options, { url, lease });
      await store.blobs.open();
      return store;
    } catch (error) {
      await lease.release();
      throw error;
    }
  } finally {
    await client.end();
  }
}

interface Database {
  readonly url: string;
  readonly lease: DaemonLease;
}

/** A database of a PostgreSQL server. */
class PostgresStore implements Store {
  readonly read: Queries;
  readonly blobs: PostgresBlobs;
  readonly search: SearchIndex;
  readonly worker: string;
  readonly #pools: readonly ReadPool[];
  readonly #committer: MultiplexedCommitter;
  readonly #database: Database;
  readonly #options: StoreOptions;
  readonly #ports: Ports;
  readonly #purging: NodeJS.Timeout;

  constructor(options: StoreOptions, database: Database) {
    const { url, lease } = database;
    this.#options = options;
    this.#database = database;
    this.#ports = options.ports ?? NO_DAEMON;
    this.worker = options.worker ?? SOLE_WORKER;
    this.#committer = new MultiplexedCommitter({
      connect: () => connect({ url }),
      assertMayWrite: () => lease.assertHeld(),
      onHookFailure: options.onHookFailure,
      commitStarted: options.commitStarted ?? (() => () => undefined),
    });
    const reading = new ReadPool({ connect: () => connect({ url }), size: READERS, isPrepared: true });
    const searching = new ReadPool({
      connect: () => connect({ url, statementTimeout: SEARCH_TIMEOUT }),
      size: SEARCHERS,
      isPrepared: false,
    });
    this.#pools = [reading, searching];
    this.read = queriesOn(reading);
    this.search = new PostgresSearchIndex(queriesOn(searching));
    this.blobs = new PostgresBlobs(join(options.home, SPOOL_FOLDER), {
      ...options,
      read: this.read,
      write: (work) => this.write('none', ({ db }) => work(db)),
    });
    this.#purging = setInterval(() => void this.#purgeCommits(), DAY).unref();
    void this.#purgeCommits();
  }

  /** Forgets groups whose commits nobody asks about any more. */
  async #purgeCommits(): Promise<void> {
    const purge = sql`delete from commits where at < now() - interval '1 day'`;
    await this.write('none', ({ db }) => purge.execute(db)).catch(() => undefined);
  }

  write<T>(scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { clock, random } = this.#options;
    const { worker } = this;
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

  async integrityProblems(): Promise<string[]> {
    return [...(await durabilityProblems(this.read)), ...(await this.blobs.problems())];
  }

  async writeBackup(file: string): Promise<number> {
    const { clock, home } = this.#options;
    const source = await openSnapshot(this.#database.url);
    try {
      const target = createFileTarget(file, clock.now());
      try {
        await copyDatabase(source, target);
      } finally {
        target.close();
      }
    } finally {
      await source.close();
    }
    return packBackup({ file, home, blobs: this.blobs.spool });
  }

  async databaseBytes(): Promise<number> {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(this.read);
    return rows[0]?.bytes ?? 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#purging);
    await this.#committer.close();
    await Promise.all(this.#pools.map((pool) => pool.close()));
    await this.#database.lease.release();
  }
}
