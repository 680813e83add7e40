import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { closeClient, cutOff } from './client.ts';
import { ConnectionLostError } from './trouble.ts';

/** Options of a pool. */
export interface StatementPoolOptions {
  readonly connect: () => Promise<pg.Client>;
  /** Runs statements over a connection. */
  readonly run: (client: pg.Client) => DatabaseConnection;
  readonly size: number;
  /** Statements of one turn of the event loop that are sent as one packet. */
  readonly together: number;
  /** Whether identical statements that begin at the same moment share one run. Only reads may. */
  readonly sharesRuns: boolean;
}

/** Connections that many callers share. A statement is a transaction of its own. */
export class StatementPool implements DatabaseConnection {
  readonly #members: readonly PooledConnection[];
  readonly #options: StatementPoolOptions;
  readonly #beginning = new Map<string, StatementRun>();
  #member = 0;
  /** Statements that the connection takes in this turn of the event loop. */
  #left = 0;

  constructor(options: StatementPoolOptions) {
    this.#options = options;
    this.#members = Array.from({ length: options.size }, () => new PooledConnection(options));
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#options.sharesRuns ? this.#runOnce(query) : this.#run(query);
  }

  /** The looks of many waiters are one. */
  async #runOnce<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const key = JSON.stringify([query.sql, query.parameters]);
    let run = this.#beginning.get(key);
    if (run) run.isShared = true;
    else {
      run = { result: this.#run(query), isShared: false };
      this.#beginning.set(key, run);
      // Until then nothing else happened, so no caller can know of a later commit.
      queueMicrotask(() => this.#beginning.delete(key));
    }
    const result = (await run.result) as QueryResult<Row>;
    return run.isShared ? copyOf(result) : result;
  }

  #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#left === 0) this.#changeMember();
    this.#left--;
    const member = this.#members[this.#member];
    if (!member) throw new Error('the pool is empty');
    return member.executeQuery<Row>(query);
  }

  /** The next connection with the fewest statements under way: those behind a slow one wait for it. */
  #changeMember(): void {
    const { length } = this.#members;
    let fewest = Number.POSITIVE_INFINITY;
    for (let step = 1, first = this.#member; step <= length && fewest > 0; step++) {
      const candidate = (first + step) % length;
      const underWay = this.#members[candidate]?.underWay ?? 0;
      if (underWay < fewest) [this.#member, fewest] = [candidate, underWay];
    }
    this.#left = this.#options.together;
    setImmediate(() => {
      this.#left = 0;
    });
  }

  streamQuery(): never {
    throw new Error('streams are not supported; read pages');
  }

  /** Connections on which a statement runs now. */
  get busy(): number {
    return this.#members.filter(({ underWay }) => underWay > 0).length;
  }

  get size(): number {
    return this.#members.length;
  }

  /** Ends connections that may never answer. */
  disconnect(): void {
    for (const member of this.#members) member.disconnect();
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }
}

/** A statement that began in this moment. */
interface StatementRun {
  readonly result: Promise<QueryResult<unknown>>;
  isShared: boolean;
}

/** Rows of their own for each caller. */
function copyOf<Row>({ rows, ...result }: QueryResult<Row>): QueryResult<Row> {
  return { ...result, rows: rows.map((row) => ({ ...row })) };
}

interface OpenConnection {
  readonly client: pg.Client;
  readonly queries: DatabaseConnection;
}

/** A connection that is opened when it's needed, and again after it was lost. */
class PooledConnection {
  /** Statements without an answer. */
  underWay = 0;
  readonly #options: StatementPoolOptions;
  #connection: Promise<OpenConnection> | null = null;

  constructor(options: StatementPoolOptions) {
    this.#options = options;
  }

  /**
   * Reading and counting twice does no harm, so a statement whose connection was lost runs once more on a new
   * one.
   */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#attempt<Row>(query);
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      return this.#attempt<Row>(query);
    }
  }

  disconnect(): void {
    const lost = this.#connection;
    this.#connection = null;
    void lost?.then(({ client }) => cutOff(client)).catch(() => undefined);
  }

  async close(): Promise<void> {
    const open = this.#connection;
    this.#connection = null;
    await closeClient((await open?.catch(() => null))?.client);
  }

  async #attempt<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#connection ??= this.#open();
    const used = this.#connection;
    this.underWay++;
    try {
      return await (await used).queries.executeQuery<Row>(query);
    } catch (error) {
      if (error instanceof ConnectionLostError) this.#replace(used);
      throw error;
    } finally {
      this.underWay--;
    }
  }

  #open(): Promise<OpenConnection> {
    const { connect, run } = this.#options;
    const opening = connect().then((client) => ({ client, queries: run(client) }));
    opening.catch(() => this.#replace(opening));
    return opening;
  }

  /** Makes the next statement open a connection. The old one ends after the answers of its statements. */
  #replace(used: Promise<OpenConnection>): void {
    if (this.#connection === used) void this.close();
  }
}
