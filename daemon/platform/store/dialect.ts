import type { DatabaseConnection, RawBuilder } from 'kysely';
import type { Queries } from './queries.ts';

/**
 * SQL that engines write differently. All other SQL of the features is understood by SQLite and PostgreSQL
 * alike (docs/decisions/store.md).
 */
export interface SqlDialect {
  /** Any number of values as one parameter, to the right of `in`, so that the statement is prepared once. */
  listOf<Value extends string | number>(values: readonly Value[]): RawBuilder<Value>;
  /** A column that the planner looks up in no index of its own, because another condition excludes more. */
  unindexed(column: string): RawBuilder<string>;
  /** The elements of a column with a JSON array, as a table with the column `value`. */
  elementsOf(column: string): RawBuilder<unknown>;
  /** The first bytes of a column with text, perhaps a few more. */
  beginning(column: string, bytes: number): RawBuilder<string | null>;
  /** A text in an object that is stored as JSON, and `lower` of it changes ASCII only. */
  jsonField(column: string, field: string): RawBuilder<string | null>;
  /** A list in an object that is stored as JSON, as rows `item` with a column `value`. */
  jsonItems(column: string, list: string): RawBuilder<unknown>;
  /** The JSON of a column as text, and `lower` of it changes ASCII only. */
  jsonText(column: string): RawBuilder<string | null>;
}

/** The engine of some queries. */
interface QueryEngine {
  readonly dialect: SqlDialect;
  /** The connection that a query uses now. */
  readonly connection: () => DatabaseConnection;
}

const engines = new WeakMap<Queries, QueryEngine>();

/** Makes the engine of `db` known to its queries. */
export function runOn(db: Queries, engine: QueryEngine): Queries {
  engines.set(db, engine);
  return db;
}

export function dialectOf(db: Queries): SqlDialect {
  return engineOf(db).dialect;
}

export function connectionOf(db: Queries): DatabaseConnection {
  return engineOf(db).connection();
}

function engineOf(db: Queries): QueryEngine {
  const engine = engines.get(db);
  if (!engine) throw new Error('the queries have no engine');
  return engine;
}
