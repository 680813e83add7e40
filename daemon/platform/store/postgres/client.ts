import pg from 'pg';
import { runStatement, type StatementResult, sendTogether } from './statement.ts';
import { ConnectionLostError, causeOf } from './trouble.ts';
import { encode } from './values.ts';

/** Numbers of types in PostgreSQL's catalog. */
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Times, counts and sizes are far below 2^53, so 64-bit integers and sums of them are numbers, as with
 * SQLite.
 */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, format),
};

/** Milliseconds that a statement waits for the lock of a row. */
const LOCK_TIMEOUT = 5_000;
/**
 * A transaction that stays open without a statement keeps its locks: it's ended after these milliseconds, or
 * earlier for a short term, before others take over the work of a stalled process.
 */
export const IDLE_TRANSACTION_TIMEOUT = 10_000;

/** Milliseconds in which the server answers while a connection is opened. */
const CONNECT_TIME = 10_000;
/** Milliseconds in which the server ends a connection when it's told to. */
const CLOSE_TIME = 2_000;

/** Options of a connection. */
export interface ClientOptions {
  readonly url: string;
  /** Milliseconds after which the server cancels a statement; 0 without a limit. */
  readonly statementTimeout?: number;
  /** Milliseconds after which the server ends an idle transaction; 0 without a limit. */
  readonly idleTransactionTimeout?: number;
  /** Plans read in the order of an index instead of sorting, and use an index wherever there is one. */
  readonly plansIndexOrder?: boolean;
}

/** A statement with its values. A named one is parsed once per connection. */
export interface ServerQuery {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs a statement, or several without values. Rejects with a `ConnectionLostError` if the server didn't
 * answer.
 */
export async function ask(client: pg.Client, query: string | ServerQuery): Promise<StatementResult> {
  sendTogether(client);
  try {
    if (typeof query !== 'string')
      return await runStatement(client, { ...query, values: query.values.map(encode) }, TYPES);
    const { rows, rowCount, command } = await client.query(query);
    return { rows, rowCount: rowCount ?? 0, command };
  } catch (error) {
    throw causeOf(error);
  }
}

/** Connects. Statements are sent without waiting for earlier ones; the server runs them in order. */
export async function connect(options: ClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.url,
    types: TYPES,
    pipeline: true,
    application_name: 'agentmaild',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIME,
  });
  // A lost connection fails its statements, which is where it's handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await answerWithin(CONNECT_TIME, configure(client, options));
  } catch (error) {
    cutOff(client);
    throw causeOf(error);
  }
  return client;
}

function configure(
  client: pg.Client,
  {
    statementTimeout = 0,
    idleTransactionTimeout = IDLE_TRANSACTION_TIMEOUT,
    plansIndexOrder = false,
  }: ClientOptions,
): Promise<unknown> {
  return ask(client, {
    text: `select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false),
      case when $4 then set_config('enable_sort', 'off', false) || set_config('enable_seqscan', 'off', false) end,
      case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`,
    values: [...[LOCK_TIMEOUT, statementTimeout, idleTransactionTimeout].map(String), plansIndexOrder],
  });
}

/** Ends a connection at once. `end` waits for the answers to its statements, which may never come. */
export function cutOff(client: pg.Client | null): void {
  client?.connection.stream.destroy();
}

/** Ends a connection, even if the server doesn't answer. */
export async function closeClient(client: pg.Client | null | undefined): Promise<void> {
  if (!client) return;
  const timer = setTimeout(() => cutOff(client), CLOSE_TIME);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/**
 * Rejects with a `ConnectionLostError` if a statement isn't answered in time: a network that loses all
 * packets ends no connection.
 */
export async function answerWithin<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionLostError(new Error('no answer'))), milliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
