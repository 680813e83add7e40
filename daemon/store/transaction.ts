import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Queries on the tables of the store. */
export type Queries = Kysely<Tables>;

/** A unit of work that becomes durable as a whole, or not at all. It awaits queries of `db` and nothing else. */
export interface Transaction {
  readonly db: Queries;
  /** The clock's time when the work began, milliseconds since 1970. */
  readonly now: number;
  /** Runs once the work is durable; never after a rollback. */
  onCommit(hook: () => void): void;
}
