import type { Clock } from '../../../system/clock.ts';
import type { ObjectStore } from '../../bucket/object-store.ts';
import type { Queries } from '../../queries.ts';

/** Facts for the checks of a server. */
export interface ServerFacts {
  readonly db: Queries;
  readonly clock: Clock;
  /** Connections that a node keeps open. */
  readonly connectionsPerNode: number;
  /** Nodes that are alive. */
  readonly nodes: number;
  /** Large blobs in a bucket; null keeps them in the database. */
  readonly objects: ObjectStore | null;
}
