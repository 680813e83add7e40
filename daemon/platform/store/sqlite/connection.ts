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
import { StoreCompiler } from './query-compiler.ts';
import { decoderOf, encodeAll } from './row-codec.ts';

/** More than the daemon has; a limit only against mistakes. */
const STATEMENT_LIMIT = 1000;

interface Prepared {
  readonly statement: Database.Statement;
  readonly decode: ReturnType<typeof decoderOf>;
}

/**
 * A connection with cached statements: preparing costs more than most queries. Values are converted here and
 * nowhere else (`codecs.ts`).
 */
export class CachingConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();

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
    const { statement, decode } = this.#prepared(query.sql);
    const parameters = encodeAll(query.parameters);
    if (statement.reader) {
      const rows = statement.all(parameters);
      if (decode) for (const row of rows) decode(row as Record<string, unknown>);
      return { rows: rows as Row[] };
    }
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      if (this.#statements.size >= STATEMENT_LIMIT) this.#statements.clear();
      prepared = this.#prepare(sql);
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    return { statement, decode: statement.reader ? decoderOf(this.#database, statement) : null };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // A separate statement: a cached one can't be used while it's iterated.
    const { statement, decode } = this.#prepare(query.sql);
    for (const row of statement.iterate(encodeAll(query.parameters))) {
      decode?.(row as Record<string, unknown>);
      yield { rows: [row as Row] };
    }
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
    createQueryCompiler: () => new StoreCompiler(),
  };
}
