import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
} from 'kysely';
import { ReturningKeysCompiler } from './query-compiler.ts';

/** Uses connections that are open; transactions are the store's. */
class OpenConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
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

/** Kysely's PostgreSQL dialect on an open connection. */
export function postgresDialect(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OpenConnectionDriver(connection),
    createIntrospector: (kysely: Kysely<never>) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new ReturningKeysCompiler(),
  };
}
