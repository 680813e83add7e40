import type Database from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { StablePlanCompiler } from './query-compiler.ts';

/** More than the daemon has; a limit only against mistakes. */
const STATEMENT_LIMIT = 1000;

/** A connection with cached statements: preparing costs more than most queries. */
export class CachingConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return Promise.resolve(this.#execute<Row>(query));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#statement(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= STATEMENT_LIMIT) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // A separate statement: a cached one can't be used while it's iterated.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(query.parameters)) yield { rows: [row as Row] };
  }
}

class SynchronousDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(choose: () => CachingConnection) {
    // Chosen when a query runs, not when it's awaited: another turn may have begun in between.
    this.#connection = {
      executeQuery: (query) => choose().executeQuery(query),
      streamQuery: (query) => choose().streamQuery(query),
    };
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async beginTransaction(): Promise<void> {
    throw new Error('use Store.write for transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** Kysely's SQLite dialect on open connections; `choose` picks one for each query. */
export function sqliteDialect(choose: () => CachingConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SynchronousDriver(choose),
    createIntrospector: (kysely: Kysely<never>) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new StablePlanCompiler(),
  };
}
