import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { PipelinedConnection } from './connection.ts';
import { ConnectionLostError } from './trouble.ts';

/** Options of a pool. */
export interface ReadPoolOptions {
  readonly connect: () => Promise<pg.Client>;
  readonly size: number;
  readonly isPrepared: boolean;
}

/** Connections for reading, each of which many readers share. A statement is its own snapshot. */
export class ReadPool implements DatabaseConnection {
  readonly #members: readonly PooledConnection[];
  #next = 0;

  constructor(options: ReadPoolOptions) {
    this.#members = Array.from({ length: options.size }, () => new PooledConnection(options));
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#next = (this.#next + 1) % this.#members.length;
    const member = this.#members[this.#next];
    if (!member) throw new Error('the pool is empty');
    return member.executeQuery<Row>(query);
  }

  streamQuery(): never {
    throw new Error('streams are not supported; read pages');
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }
}

/** A connection that is opened when it's needed, and again after it was lost. */
class PooledConnection {
  readonly #options: ReadPoolOptions;
  #connection: Promise<{ readonly client: pg.Client; readonly queries: PipelinedConnection }> | null = null;

  constructor(options: ReadPoolOptions) {
    this.#options = options;
  }

  /** Reading twice does no harm, so a statement whose connection was lost runs once more on a new one. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#attempt<Row>(query);
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      return this.#attempt<Row>(query);
    }
  }

  async close(): Promise<void> {
    const open = this.#connection;
    this.#connection = null;
    await (await open?.catch(() => null))?.client.end();
  }

  async #attempt<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#connection ??= this.#open();
    const used = this.#connection;
    try {
      return await (await used).queries.executeQuery<Row>(query);
    } catch (error) {
      if (error instanceof ConnectionLostError && this.#connection === used) this.#connection = null;
      throw error;
    }
  }

  async #open(): Promise<{ readonly client: pg.Client; readonly queries: PipelinedConnection }> {
    const client = await this.#options.connect();
    return { client, queries: new PipelinedConnection(client, this.#options.isPrepared) };
  }
}
