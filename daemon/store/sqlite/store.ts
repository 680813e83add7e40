import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { BlobStore } from '../blobs/blobs.ts';
import { runOn } from '../dialect.ts';
import { BLOB_FOLDER, DATABASE_FILE } from '../files.ts';
import type { LockScope } from '../lock-scope.ts';
import { NO_DAEMON, type Ports } from '../ports.ts';
import type { Tables } from '../schema.ts';
import type { SearchIndex } from '../search.ts';
import type { Store, StoreOptions } from '../store.ts';
import { type Queries, Transaction } from '../transaction.ts';
import { SOLE_WORKER } from '../worker.ts';
import { CachingConnection, sqliteDialect } from './connection.ts';
import {
  commitEngine,
  copyDatabase,
  databaseBytes,
  durabilityProblems,
  integrityProblemsOfFile,
  type OpenDatabase,
  openDatabase,
} from './database.ts';
import { SQLITE } from './dialect.ts';
import { GroupCommitter } from './group-commit.ts';
import { assertDatabaseKept } from './inspect.ts';
import { migrate } from './migrate.ts';
import { GroupedSearchChanges, SqliteSearchIndex } from './search.ts';

/**
 * Opens the database of a home unless it's lost, migrates it, and removes files that a crash left in the blob
 * folder.
 */
export async function openSqliteStore(options: StoreOptions): Promise<Store> {
  assertDatabaseKept(options.home);
  const file = join(options.home, DATABASE_FILE);
  const databases = openDatabase(file);
  try {
    chmodSync(file, 0o600);
    migrate(databases.writer, options.clock.now());
    const store = new SqliteStore(options, databases);
    await store.blobs.open(store.read);
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

/** The database and the blobs of one home folder. */
class SqliteStore implements Store {
  readonly read: Queries;
  readonly blobs: BlobStore;
  readonly search: SearchIndex;
  readonly worker: string;
  readonly #write: Queries;
  readonly #databases: OpenDatabase;
  readonly #committer: GroupCommitter;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ports: Ports;

  constructor(options: StoreOptions, databases: OpenDatabase) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#ports = options.ports ?? NO_DAEMON;
    this.worker = options.worker ?? SOLE_WORKER;
    this.#databases = databases;
    this.#committer = new GroupCommitter(
      commitEngine(databases.writer),
      options.onHookFailure,
      options.commitStarted,
    );
    const writing = new CachingConnection(databases.writer);
    const reading = new CachingConnection(databases.reader);
    this.#write = queriesOn(() => writing);
    // A commit empties other connections' caches, so reads use the writer's warm cache, except while a group
    // is open: they must not see uncommitted data.
    this.read = queriesOn(() => (this.#committer.isOpen ? reading : writing));
    this.search = new SqliteSearchIndex(this.read);
    this.blobs = new BlobStore(join(options.home, BLOB_FOLDER), options.random, options.clock);
  }

  write<T>(_scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#committer.submit((member) =>
      work(
        new Transaction({
          db: this.#write,
          now: this.#clock.now(),
          random: this.#random,
          ports: this.#ports,
          worker: this.worker,
          onCommit: (hook) => member.onCommit(hook),
          search: new GroupedSearchChanges(this.#write, member),
        }),
      ),
    );
  }

  async integrityProblems(): Promise<string[]> {
    return [
      ...durabilityProblems(this.#databases.writer),
      ...integrityProblemsOfFile(this.#databases.reader.name),
      ...(await this.blobs.missingFiles(this.read)),
    ];
  }

  copyTo(file: string): Promise<void> {
    return copyDatabase(this.#databases.writer, file);
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
