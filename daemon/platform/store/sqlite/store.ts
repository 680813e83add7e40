import { chmodSync, closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { FileBlobs } from '../blobs/file-blobs.ts';
import { type Cluster, SoleCluster } from '../cluster.ts';
import { runOn } from '../dialect.ts';
import type { EngineFacts } from '../engine-facts.ts';
import type { JobClaims } from '../job-claims.ts';
import type { LockScope } from '../lock-scope.ts';
import { placeOf } from '../node-name.ts';
import { NO_DAEMON, type Ports } from '../ports.ts';
import type { Queries } from '../queries.ts';
import type { Tables } from '../schema.ts';
import type { SearchIndex } from '../search.ts';
import { SOLE_RECEPTION } from '../signals.ts';
import type { Store, StoreOptions } from '../store.ts';
import { Transaction } from '../transaction.ts';
import { RUN_ONCE, type TransactionRunner } from '../transaction-runner.ts';
import { packBackup } from './backup-file/pack.ts';
import { CachingConnection, sqliteDialect } from './connection.ts';
import {
  commitEngine,
  databaseBytes,
  durabilityProblems,
  engineVersion,
  integrityProblemsOfFile,
  type OpenDatabase,
  openDatabase,
} from './database.ts';
import { SQLITE } from './dialect.ts';
import { BLOB_FOLDER, DATABASE_FILE } from './files.ts';
import { GroupCommitter, type GroupMember } from './group-commit.ts';
import { assertDatabaseKept } from './inspect.ts';
import { SoleJobClaims } from './job-claims.ts';
import { migrate } from './migrate.ts';
import { createDatabase } from './new-database.ts';
import { GroupedSearchChanges, SqliteSearchIndex } from './search.ts';

/**
 * Opens the database of a home unless it's lost, migrates it, and removes files that a crash left in the blob
 * folder.
 */
export async function openSqliteStore(options: StoreOptions): Promise<Store> {
  assertDatabaseKept(options.home);
  createDatabase(options.home, options.clock.now());
  const file = join(options.home, DATABASE_FILE);
  const databases = openDatabase(file);
  try {
    chmodSync(file, 0o600);
    migrate(databases.writer, options.clock.now());
    const store = new SqliteStore(options, databases);
    await store.blobs.open();
    return store;
  } catch (error) {
    databases.reader.close();
    databases.writer.close();
    throw error;
  }
}

function queriesOn(choose: () => CachingConnection): Queries {
  return runOn(new Kysely<Tables>({ dialect: sqliteDialect(choose) }), {
    dialect: SQLITE,
    connection: choose,
  });
}

const NO_EFFECTS: GroupMember = { onCommit: () => undefined, indexLater: () => undefined };

/** The database and the blobs of one home folder. */
class SqliteStore implements Store {
  readonly read: Queries;
  readonly blobs: FileBlobs;
  readonly search: SearchIndex;
  readonly engine: EngineFacts;
  readonly cluster: Cluster;
  readonly jobs: JobClaims;
  readonly reception = SOLE_RECEPTION;
  readonly #home: string;
  readonly #write: Queries;
  readonly #databases: OpenDatabase;
  readonly #committer: GroupCommitter;
  readonly #runner: TransactionRunner;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ports: Ports;

  constructor(options: StoreOptions, databases: OpenDatabase) {
    this.#home = options.home;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#ports = options.ports ?? NO_DAEMON;
    this.cluster = new SoleCluster(options.node, {
      place: placeOf(options.home),
      now: () => options.clock.now(),
    });
    this.#databases = databases;
    this.#committer = new GroupCommitter(
      commitEngine(databases.writer),
      options.onHookFailure,
      options.commitStarted,
    );
    this.#runner = (options.runners ?? RUN_ONCE).sqlite(databases.writer);
    const writing = new CachingConnection(databases.writer);
    const reading = new CachingConnection(databases.reader);
    this.#write = queriesOn(() => writing);
    // A commit empties other connections' caches, so reads use the writer's warm cache, except while a group
    // is open: they must not see uncommitted data.
    this.read = queriesOn(() => (this.#committer.isOpen ? reading : writing));
    this.search = new SqliteSearchIndex(this.read);
    this.engine = {
      name: 'sqlite',
      version: () => Promise.resolve(engineVersion(databases.reader)),
      checks: () => Promise.resolve(null),
      connections: () => [],
    };
    this.jobs = new SoleJobClaims(this.read);
    this.blobs = new FileBlobs(join(options.home, BLOB_FOLDER), { ...options, read: this.read });
  }

  write<T>(scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#committer.submit((group) =>
      this.#runner.run(scope, (effects) => work(this.#transaction(effects === 'kept' ? group : NO_EFFECTS))),
    );
  }

  writeUnsynced<T>(statement: (db: Queries) => Promise<T>): Promise<T> {
    return this.write('none', ({ db }) => statement(db));
  }

  #transaction(member: GroupMember): Transaction {
    return new Transaction({
      db: this.#write,
      now: this.#clock.now(),
      random: this.#random,
      ports: this.#ports,
      worker: this.cluster.node,
      onCommit: (hook) => member.onCommit(hook),
      search: new GroupedSearchChanges(this.#write, member),
    });
  }

  async integrityProblems(): Promise<string[]> {
    return [
      ...durabilityProblems(this.#databases.writer),
      ...integrityProblemsOfFile(this.#databases.reader.name),
      ...(await this.blobs.missingFiles()),
    ];
  }

  async writeBackup(file: string): Promise<number> {
    // Keep the blob files that the copy refers to.
    const release = this.blobs.keepFiles();
    try {
      closeSync(openSync(file, 'wx', 0o600));
      const database = this.#databases.reader.name;
      return await packBackup({ database, file, home: this.#home, blobs: this.blobs.spool });
    } finally {
      release();
      await rm(`${file}-journal`, { force: true });
    }
  }

  databaseBytes(): Promise<number> {
    return Promise.resolve(databaseBytes(this.#databases.reader));
  }

  async close(): Promise<void> {
    await this.#committer.idle();
    this.#databases.reader.close();
    this.#databases.writer.close();
  }
}
