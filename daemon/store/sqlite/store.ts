import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { FileBlobs } from '../blobs/file-blobs.ts';
import { runOn } from '../dialect.ts';
import type { LockScope } from '../lock-scope.ts';
import { NO_DAEMON, type Ports } from '../ports.ts';
import type { Tables } from '../schema.ts';
import type { SearchIndex } from '../search.ts';
import type { Store, StoreOptions } from '../store.ts';
import { type Queries, Transaction } from '../transaction.ts';
import { runOnce, type TransactionRunner } from '../transaction-runner.ts';
import { SOLE_WORKER } from '../worker.ts';
import { packBackup } from './backup-file/pack.ts';
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
import { BLOB_FOLDER, DATABASE_FILE } from './files.ts';
import { GroupCommitter, type GroupMember } from './group-commit.ts';
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
  readonly worker: string;
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
    this.worker = options.worker ?? SOLE_WORKER;
    this.#databases = databases;
    this.#committer = new GroupCommitter(
      commitEngine(databases.writer),
      options.onHookFailure,
      options.commitStarted,
    );
    this.#runner = (options.runner ?? runOnce)(databases.writer);
    const writing = new CachingConnection(databases.writer);
    const reading = new CachingConnection(databases.reader);
    this.#write = queriesOn(() => writing);
    // A commit empties other connections' caches, so reads use the writer's warm cache, except while a group
    // is open: they must not see uncommitted data.
    this.read = queriesOn(() => (this.#committer.isOpen ? reading : writing));
    this.search = new SqliteSearchIndex(this.read);
    this.blobs = new FileBlobs(join(options.home, BLOB_FOLDER), { ...options, read: this.read });
  }

  write<T>(scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#committer.submit((group) =>
      this.#runner.run(scope, (effects) => work(this.#transaction(effects === 'kept' ? group : NO_EFFECTS))),
    );
  }

  #transaction(member: GroupMember): Transaction {
    return new Transaction({
      db: this.#write,
      now: this.#clock.now(),
      random: this.#random,
      ports: this.#ports,
      worker: this.worker,
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
      await copyDatabase(this.#databases.writer, file);
      return await packBackup({ file, home: this.#home, blobs: this.blobs.spool });
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
