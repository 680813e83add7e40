import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { BlobStore } from './blobs/blobs.ts';
import { BLOB_FOLDER, DATABASE_FILE } from './files.ts';
import type { LockScope } from './lock-scope.ts';
import { NO_DAEMON, type Ports } from './ports.ts';
import { runStraight } from './prepared.ts';
import type { Tables } from './schema.ts';
import { CachingConnection, sqliteDialect } from './sqlite/connection.ts';
import {
  commitEngine,
  copyDatabase,
  databaseBytes,
  integrityProblemsOfFile,
  type OpenDatabase,
  openDatabase,
} from './sqlite/database.ts';
import { GroupCommitter } from './sqlite/group-commit.ts';
import { assertDatabaseKept } from './sqlite/inspect.ts';
import { migrate } from './sqlite/migrate.ts';
import { type Queries, Transaction } from './transaction.ts';
import { SOLE_WORKER } from './worker.ts';

export type { Queries, Transaction };
export { BLOB_FOLDER, DATABASE_FILE };

function queriesOn(choose: () => CachingConnection): Queries {
  return runStraight(new Kysely<Tables>({ dialect: sqliteDialect(choose) }), choose);
}

/** Options of a store. */
export interface StoreOptions {
  readonly home: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when a hook throws after a commit; the commit stays. */
  readonly onHookFailure: (error: unknown) => void;
  /** Services that transactions offer besides queries; the default works without a daemon. */
  readonly ports?: Ports;
  /** Name of this process among those of the database, the same at every start. */
  readonly worker?: string;
}

/** The database and the blobs of one home folder. */
export class Store {
  /** Queries on committed data. */
  readonly read: Queries;
  readonly blobs: BlobStore;
  /** The worker that rows in progress name. */
  readonly worker: string;
  readonly #write: Queries;
  readonly #databases: OpenDatabase;
  readonly #committer: GroupCommitter;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ports: Ports;

  private constructor(options: StoreOptions, databases: OpenDatabase) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#ports = options.ports ?? NO_DAEMON;
    this.worker = options.worker ?? SOLE_WORKER;
    this.#databases = databases;
    this.#committer = new GroupCommitter(commitEngine(databases.writer), options.onHookFailure);
    const writing = new CachingConnection(databases.writer);
    const reading = new CachingConnection(databases.reader);
    this.#write = queriesOn(() => writing);
    // A commit empties other connections' caches, so reads use the writer's warm cache, except while a group
    // is open: they must not see uncommitted data.
    this.read = queriesOn(() => (this.#committer.isOpen ? reading : writing));
    this.blobs = new BlobStore(join(options.home, BLOB_FOLDER), options.random, options.clock);
  }

  /**
   * Opens the database of `home` unless it's lost, migrates it, and removes files that a crash left in the
   * blob folder.
   */
  static async open(options: StoreOptions): Promise<Store> {
    assertDatabaseKept(options.home);
    const file = join(options.home, DATABASE_FILE);
    const databases = openDatabase(file);
    try {
      chmodSync(file, 0o600);
      migrate(databases.writer, options.clock.now());
      const store = new Store(options, databases);
      await store.blobs.open(store.read);
      return store;
    } catch (error) {
      databases.reader.close();
      databases.writer.close();
      throw error;
    }
  }

  /** Runs `work` in a transaction under a lock scope, and resolves once it's durable. */
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
          indexLater: (change) => member.indexLater(change),
        }),
      ),
    );
  }

  async integrityProblems(): Promise<string[]> {
    return [
      ...integrityProblemsOfFile(this.#databases.reader.name),
      ...(await this.blobs.missingFiles(this.read)),
    ];
  }

  /** Journal mode and SQLite's numeric synchronous setting of the writer. */
  durability(): { journal_mode: unknown; synchronous: unknown } {
    const { writer } = this.#databases;
    return {
      journal_mode: writer.pragma('journal_mode', { simple: true }),
      synchronous: writer.pragma('synchronous', { simple: true }),
    };
  }

  /** Copies the database, without blob files, into a private file. */
  copyTo(file: string): Promise<void> {
    return copyDatabase(this.#databases.writer, file);
  }

  databaseBytes(): number {
    return databaseBytes(this.#databases.reader);
  }

  /** Waits for running transactions and closes the file. */
  async close(): Promise<void> {
    await this.#committer.idle();
    this.#databases.reader.close();
    this.#databases.writer.close();
  }
}
