import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Queries on the tables of the store. */
export type Queries = Kysely<Tables>;

/** The part of a transaction that inserts need. */
export interface WriteContext {
  readonly db: Queries;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Makes an id that sorts by the time of the transaction. */
  newId(): string;
}
