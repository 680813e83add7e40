import { randomUUID } from 'node:crypto';
import { type Leases, SOLE_LEASES } from './leases.ts';
import type { Queries } from './queries.ts';
import { SOLE_WORKER } from './worker.ts';

/**
 * A daemon of a database, as the others see it. Times are milliseconds since 1970, by the database's clock.
 */
export interface ClusterNode {
  readonly name: string;
  /** Id of its process. */
  readonly run: string;
  /** Its machine and home, for people. */
  readonly place: string;
  readonly version: string;
  /** Addresses of its listeners; null until it listens. */
  readonly http: string | null;
  readonly smtp: string | null;
  readonly startedAt: number;
  readonly seenAt: number;
  /** False when it wasn't seen for so long that others take over its work. */
  readonly isAlive: boolean;
  /** Whether it stops, and begins nothing more. */
  readonly isDraining: boolean;
  /** Leases that it has. */
  readonly leases: number;
}

/**
 * - `replaced`: others took over its work, since it wasn't seen for a whole term or started again.
 * - `outdated`: the schema of the database was changed by a version that this one can't work with.
 * - `undecided`: a commit whose outcome couldn't be found out in time had happened, so this node has rows
 *   that nothing in it works on.
 */
export type StopReason = 'replaced' | 'outdated' | 'undecided';

/** Changes of the cluster that a node has to act on. */
export interface ClusterWatcher {
  /** Other nodes may take over the work of this one soon, or the danger has passed. */
  trustChanged?(isTrusted: boolean): void;
  /** This node must stop. */
  mustStop?(reason: StopReason): void;
  /** Other nodes ended, and may have left rows and leases to take over. */
  nodesEnded?(names: readonly string[]): void;
  /** A node that runs left rows and leases to the others. */
  workLeft?(): void;
  /** There are requests between nodes, or answers. May be called for nothing new. */
  requested?(): void;
}

/** A request of another node. */
export interface NodeRequest {
  readonly id: string;
  readonly request: string;
}

/**
 * Requests that nodes send each other through the database, since they may not reach each other otherwise.
 * Texts are up to the caller.
 */
export interface NodeRequests {
  /** Sends a request to runs of other nodes, and returns its id. */
  ask(request: string, runs: readonly string[]): Promise<string>;
  /** Answers by run, null while there is none. A run that ended is missing. */
  answers(id: string): Promise<ReadonlyMap<string, string | null>>;
  /** Removes a request with its answers. */
  close(id: string): Promise<void>;
  /** Requests to this run that have no answer. */
  open(): Promise<readonly NodeRequest[]>;
  answer(id: string, answer: string): Promise<void>;
}

/** The nodes of a database, one of which is this process. */
export interface Cluster {
  /** Name of this node: the worker of its rows, and of its settings. The same at every start. */
  readonly node: string;
  /** Id of this process among all that had the name. */
  readonly run: string;
  /** False while other nodes may have its work: it begins nothing, and commits nothing. */
  readonly isTrusted: boolean;
  /** Milliseconds until it isn't trusted any more, unless a heartbeat succeeds; null if it always is. */
  readonly trustLeft: number | null;
  /** Nodes that are alive and accept work, this one included, as of the last heartbeat. */
  readonly size: number;
  readonly leases: Leases;
  /** Null for a database that one daemon uses. */
  readonly requests: NodeRequests | null;
  /** Reports changes until the returned function is called. */
  watch(watcher: ClusterWatcher): () => void;
  /** Reports to the others where this node listens. */
  announce(listeners: Pick<ClusterNode, 'http' | 'smtp'>): Promise<void>;
  nodes(): Promise<readonly ClusterNode[]>;
  /** Reports to the others that this node begins nothing more. Never rejects. */
  drain(): Promise<void>;
  /** Lets the others take over what this node left. */
  announceWorkLeft(): Promise<void>;
  /**
   * Adds time that the monotonic clock may have missed, since the machine was suspended, and sends a
   * heartbeat. Never rejects.
   */
  addTime(milliseconds: number): Promise<void>;
  /**
   * Whether no process works under another node's name, and none begins to before the end of the transaction.
   */
  hasEnded(db: Queries, node: string): Promise<boolean>;
}

/** How this process takes part in a cluster. */
export interface NodeOptions {
  /** Its name; without one, that of the home. */
  readonly name?: string;
  readonly version: string;
  /** Refuses other nodes, for instance because this one's clock can be moved. */
  readonly isAlone?: boolean;
  /** Milliseconds without a heartbeat after which others take over its work. */
  readonly term?: number;
  /** The latest schema version that the program knows. */
  readonly schema?: number;
  /** Milliseconds that only grow. */
  readonly monotonic?: () => number;
}

/** Of a program that changes a database, and is no daemon. */
export const NO_DAEMON_NODE: NodeOptions = { version: '' };

/** The cluster of a database that only one daemon can open. */
export class SoleCluster implements Cluster {
  readonly run = randomUUID();
  readonly isTrusted = true;
  readonly trustLeft = null;
  readonly size = 1;
  readonly leases = SOLE_LEASES;
  readonly requests = null;
  readonly node: string;
  readonly #facts: Pick<ClusterNode, 'place' | 'version' | 'startedAt'>;
  readonly #now: () => number;
  #listeners: Pick<ClusterNode, 'http' | 'smtp'> = { http: null, smtp: null };
  #isDraining = false;

  constructor(
    { name = SOLE_WORKER, version }: NodeOptions = NO_DAEMON_NODE,
    { place, now }: { readonly place: string; readonly now: () => number },
  ) {
    this.node = name;
    this.#facts = { place, version, startedAt: now() };
    this.#now = now;
  }

  watch(): () => void {
    return () => undefined;
  }

  announce(listeners: Pick<ClusterNode, 'http' | 'smtp'>): Promise<void> {
    this.#listeners = listeners;
    return Promise.resolve();
  }

  drain(): Promise<void> {
    this.#isDraining = true;
    return Promise.resolve();
  }

  announceWorkLeft(): Promise<void> {
    return Promise.resolve();
  }

  addTime(): Promise<void> {
    return Promise.resolve();
  }

  hasEnded(_: Queries, node: string): Promise<boolean> {
    return Promise.resolve(node !== this.node);
  }

  nodes(): Promise<readonly ClusterNode[]> {
    const { node: name, run } = this;
    const state = { seenAt: this.#now(), isAlive: true, isDraining: this.#isDraining, leases: 0 };
    return Promise.resolve([{ name, run, ...this.#facts, ...this.#listeners, ...state }]);
  }
}
