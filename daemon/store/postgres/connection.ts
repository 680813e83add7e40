import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { ask } from './client.ts';
import { parameterOf } from './values.ts';

/** Runs the statements of one or several callers over a client. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.Client;
  readonly #isPrepared: boolean;

  /**
   * Statements whose best plan depends on their values, such as searches,
   * must not be prepared: after five runs the server plans without looking at the values.
   */
  constructor(client: pg.Client, isPrepared = true) {
    this.#client = client;
    this.#isPrepared = isPrepared;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await ask(this.#client, {
      name: this.#isPrepared ? nameOf(query.sql) : undefined,
      text: query.sql,
      values: query.parameters.map(parameterOf),
    });
    const { seq } = (rows[0] ?? {}) as { seq?: unknown };
    return {
      rows: rows as Row[],
      numAffectedRows: BigInt(rowCount),
      ...(query.query.kind === 'InsertQueryNode' && typeof seq === 'number' && { insertId: BigInt(seq) }),
    };
  }

  streamQuery(): never {
    throw new Error('streams are not supported; read pages');
  }
}

/** Statements that are prepared on each connection. More than the daemon has; a limit against mistakes. */
const MOST_NAMES = 2_000;
const names = new Map<string, string>();

/**
 * The name of a prepared statement, the same on all connections. The server parses it once per connection.
 * Undefined for statements that are planned with their values each time.
 */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}
