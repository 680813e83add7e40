import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { BlobStore } from './blobs.ts';
import { BLOB_FOLDER, DATABASE_FILE } from './files.ts';
import { GroupCommitter } from './group-commit.ts';
import { assertDatabaseKept } from './lost-database.ts';
import { migrate } from './migrations/index.ts';
import { NO_DAEMON, type Ports } from './ports.ts';
import { runStraight } from './prepared.ts';
import type { Tables } from './schema.ts';
import {
  commitEngine,
  copyDatabase,
  databaseBytes,
  integrityProblemsOfFile,
  type OpenDatabase,
  openDatabase,
} from './sqlite/database.ts';
import { CachingConnection, sqliteDialect } from './sqlite/dialect.ts';
import { type Queries, Transaction } from './transaction.ts';

export type { Queries, Transaction };
export { BLOB_FOLDER, DATABASE_FILE };

function queriesOn(choose: () => CachingConnection): Queries {
  return runStraight(new Kysely<Tables>({ dialect: sqliteDialect(choose) }), choose);
}

/** What a store is opened with. */
export interface StoreOptions {
  readonly home: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Told when a hook that runs after a commit throws: the commit stands. */
  readonly onHookFailure: (error: unknown) => void;
  /** What transactions offer besides queries; by default what needs no daemon. */
  readonly ports?: Ports;
}

/** The database and the blobs of one home folder. */
export class Store {
  /** Queries on committed data. */
  readonly read: Queries;
  readonly blobs: BlobStore;
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
    this.#databases = databases;
    this.#committer = new GroupCommitter(commitEngine(databases.writer), options.onHookFailure);
    const writing = new CachingConnection(databases.writer);
    const reading = new CachingConnection(databases.reader);
    this.#write = queriesOn(() => writing);
    // A commit empties the cache of every other connection, so reads use the one that writes, whose cache stays
    // warm, except while a group is open on it: they must not see what is not committed.
    this.read = queriesOn(() => (this.#committer.isOpen ? reading : writing));
    this.blobs = new BlobStore(join(options.home, BLOB_FOLDER), options.random, options.clock);
  }

  /** Opens the file of `home`, unless it was lost, brings its schema up to date, and tidies what a crash left in the blob folder. */
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

  /** Runs `work` as a transaction and resolves once it is durable. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#committer.submit((member) =>
      work(
        new Transaction({
          db: this.#write,
          now: this.#clock.now(),
          random: this.#random,
          ports: this.#ports,
          onCommit: (hook) => member.onCommit(hook),
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

  /** How the writing connection commits: the journal mode, and SQLite's number of the synchronous setting. */
  durability(): { journal_mode: unknown; synchronous: unknown } {
    const { writer } = this.#databases;
    return {
      journal_mode: writer.pragma('journal_mode', { simple: true }),
      synchronous: writer.pragma('synchronous', { simple: true }),
    };
  }

  /** Copies the database, without the files of blobs, into a file that only the owner reads. */
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
