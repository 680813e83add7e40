import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { BucketUse } from './bucket/object-store.ts';
import type { Cluster, NodeOptions } from './cluster.ts';
import type { EngineFacts } from './engine-facts.ts';
import type { GroupObserver } from './group-observer.ts';
import type { JobClaims } from './job-claims.ts';
import type { LockScope } from './lock-scope.ts';
import type { Ports } from './ports.ts';
import type { Queries } from './queries.ts';
import type { SearchIndex } from './search.ts';
import type { SignalReception } from './signals.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionRunners } from './transaction-runner.ts';

export type { Queries, Transaction };

/** The database of a service with its blobs. `openStore` of `engine.ts` opens one. */
export interface Store {
  /** Queries on committed data. Each sees what was committed when it began. */
  readonly read: Queries;
  readonly blobs: Blobs;
  readonly search: SearchIndex;
  readonly engine: EngineFacts;
  /** The daemons of the database, of which this process is one. */
  readonly cluster: Cluster;
  /** Claims of due jobs. */
  readonly jobs: JobClaims;
  /** How signals of other nodes arrive. */
  readonly reception: SignalReception;
  /** Runs `work` in a transaction under a lock scope, and resolves once it's durable. */
  write<T>(scope: LockScope, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a single statement that commits by itself and doesn't wait for the disk. On PostgreSQL a crash of
   * the server may undo it.
   */
  writeUnsynced<T>(statement: (db: Queries) => Promise<T>): Promise<T>;
  /** Damage, missing bytes of blobs, and settings of connections under which a commit isn't durable. */
  integrityProblems(): Promise<string[]>;
  /**
   * Writes a private file with a backup of the database in use, its blobs and the secret, checks it, and
   * returns its size. It has everything that was committed before the copy ended. A failed one may leave a
   * part of the file.
   */
  writeBackup(file: string): Promise<number>;
  /** Size of the database in bytes. */
  databaseBytes(): Promise<number>;
  /** Waits for running transactions and closes the database. */
  close(): Promise<void>;
}

/** Called when a commit starts; the returned function is called when it ends. */
export type CommitTimer = () => (outcome: 'done' | 'failed') => void;

/** Options of a store. */
export interface StoreOptions {
  readonly home: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when a hook throws after a commit; the commit stays. */
  readonly onHookFailure: (error: unknown) => void;
  /** Measures physical commits. */
  readonly commitStarted?: CommitTimer;
  /** Measures groups of transactions, on PostgreSQL. */
  readonly groups?: GroupObserver;
  /** Services that transactions offer besides queries; the default works without a daemon. */
  readonly ports?: Ports;
  /** This process among those of the database. */
  readonly node?: NodeOptions;
  /** Takes large blobs of a database on a server; without one they are in the database. */
  readonly bucket?: BucketUse;
  /** Run the work of transactions. */
  readonly runners?: TransactionRunners;
}
