import pg from 'pg';
import type { WireValue } from './values.ts';

/** A statement with its values. A named one is parsed once per connection. */
export interface StatementText {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly WireValue[];
}

/** Rows that a statement returned, and the number of those that it returned or changed. */
export interface StatementResult {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
  /** The command that ended; of statements without values only. */
  readonly command?: string;
}

/** The messages of `pg` that run a statement. */
interface Wire {
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(portal: { readonly statement: string; readonly values: readonly WireValue[] }): void;
  describe(portal: { readonly type: 'P' }): void;
  execute(): void;
  sync(): void;
  readonly submittedNamedStatements: Record<string, string>;
}

interface ResultColumn {
  readonly name: string;
  /** Null for text. */
  readonly parse: ((text: string) => unknown) | null;
}

type Callback = (error: unknown, result: StatementResult) => void;

const TEXT = 25;

/** Columns of named statements that ran on a connection. */
const described = new WeakMap<Wire, Map<string, readonly ResultColumn[]>>();

/**
 * A query of `pg` that asks for the columns of its result once per connection. To describe the fifty columns
 * of a message each time takes longer than to read them.
 */
class Statement extends pg.Query {
  readonly #name: string;
  readonly #values: readonly WireValue[];
  readonly #types: pg.CustomTypesConfig;
  readonly #done: Callback;
  readonly #rows: Record<string, unknown>[] = [];
  readonly #text: string;
  #columns: readonly ResultColumn[] = [];
  #rowCount = 0;
  #failure: unknown;

  constructor({ name = '', text, values }: StatementText, types: pg.CustomTypesConfig, done: Callback) {
    super(text);
    this.#name = name;
    this.#text = text;
    this.#values = values;
    this.#types = types;
    this.#done = done;
    // `pg` notes by the name which statements a connection has parsed.
    Object.assign(this, { name, callback: done });
  }

  requiresPreparation(): boolean {
    return true;
  }

  /** Sends the statement. */
  prepare(connection: Wire): void {
    const isParsed = (this as unknown as { hasBeenParsed(wire: Wire): unknown }).hasBeenParsed(connection);
    if (!isParsed) connection.parse({ name: this.#name, text: this.#text });
    if (!isParsed && this.#name !== '') connection.submittedNamedStatements[this.#name] = this.#text;
    connection.bind({ statement: this.#name, values: this.#values });
    const columns = described.get(connection)?.get(this.#name);
    if (columns) this.#columns = columns;
    else connection.describe({ type: 'P' });
    connection.execute();
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: dataTypeID === TEXT ? null : this.#types.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columns, fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleReadyForQuery(connection: Wire): void {
    if (this.#name !== '') noteColumns(connection, this.#name, this.#columns);
    this.#done(this.#failure, { rows: this.#rows, rowCount: this.#rowCount });
  }

  handleError(error: unknown): void {
    this.#done(error, { rows: [], rowCount: 0 });
  }
}

function rowOf(
  columns: readonly ResultColumn[],
  fields: readonly (string | null)[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] as ResultColumn;
    const field = fields[index] ?? null;
    row[name] = field === null || parse === null ? field : parse(field);
  }
  return row;
}

function noteColumns(connection: Wire, name: string, columns: readonly ResultColumn[]): void {
  let known = described.get(connection);
  if (!known) {
    known = new Map();
    described.set(connection, known);
  }
  known.set(name, columns);
}

/** Clients whose statements of this turn are sent together. */
const gathering = new WeakSet<pg.Client>();

/** Runs a statement. */
export function runStatement(
  client: pg.Client,
  statement: StatementText,
  types: pg.CustomTypesConfig,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new Statement(statement, types, (error, result) => {
        if (error === null || error === undefined) resolve(result);
        else reject(error);
      }),
    );
  });
}

/**
 * Sends what is written to a connection from now on as one packet, when the promises of this turn have run:
 * each write is a system call.
 */
export function sendTogether(client: pg.Client): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    gathering.delete(client);
    stream.uncork();
  });
}
