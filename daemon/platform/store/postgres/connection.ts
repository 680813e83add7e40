import { createHash } from 'node:crypto';
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
      name: this.#isPrepared ? nameOf(query) : undefined,
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

/**
 * Runs each statement as a transaction whose commit doesn't wait for the disk: a crash of the server may undo
 * it. Set for a session, this would last when a pooler gives the session to connections that write mail.
 */
export class UnsyncedConnection implements DatabaseConnection {
  readonly #client: pg.Client;
  readonly #connection: PipelinedConnection;

  constructor(client: pg.Client) {
    this.#client = client;
    this.#connection = new PipelinedConnection(client);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Sent as one packet. A failed statement makes the commit a rollback.
    const [, result] = await Promise.all([
      ask(this.#client, 'begin; set local synchronous_commit = off'),
      this.#connection.executeQuery<Row>(query),
      ask(this.#client, 'commit'),
    ]);
    return result;
  }

  streamQuery(): never {
    throw new Error('streams are not supported; read pages');
  }
}

/** Statements that are prepared on each connection. More than the daemon has; a limit against mistakes. */
const MOST_NAMES = 2_000;
/** Parameters of a named text. Messages have 35; each length of a longer list would be a text of its own. */
const MOST_PARAMETERS = 50;
const names = new Map<string, string>();

/**
 * The name of a prepared statement, a hash of its text: nodes behind a pooler may share its connections. The
 * server parses it once per connection. Undefined for statements that are planned with their values each
 * time.
 */
function nameOf({ sql, parameters }: CompiledQuery): string | undefined {
  let name = names.get(sql);
  if (name === undefined && parameters.length <= MOST_PARAMETERS && names.size < MOST_NAMES) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 16);
    names.set(sql, name);
  }
  return name;
}
