import type { Compilable, CompiledQuery, DatabaseConnection } from 'kysely';
import type { Queries } from './transaction.ts';

/** Names the connection that a query of each `Queries` runs on at this moment. */
const connections = new WeakMap<Queries, () => DatabaseConnection>();

/**
 * Lets prepared queries of `db` go straight to its connection: Kysely's way there, a dozen promises for plugins,
 * pools and locks that one process with one file has no use for, costs as much as the query.
 */
export function runStraight(db: Queries, choose: () => DatabaseConnection): Queries {
  connections.set(db, choose);
  return db;
}

/** Stands for a value that each execution brings along. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type SlotOf<Values> = <K extends keyof Values & string>(name: K) => Values[K];

/** Runs a prepared query with its values. */
export type PreparedQuery<Values, Row> = (
  db: Queries,
  values: Values,
) => Promise<{
  readonly rows: Row[];
  readonly changed: bigint;
  /** Key of the row that an insert wrote, where the table has an integer one. */
  readonly insertId: bigint | undefined;
}>;

/**
 * A query that is built and compiled once and run many times with other values. Building costs more than most
 * queries, so the few that every message or request passes are made this way. Called as
 * `prepareQuery<Values>()((db, slot) => …)`, so that the row type is inferred.
 */
export function prepareQuery<Values extends object>() {
  return <Row>(build: (db: Queries, slot: SlotOf<Values>) => Compilable<Row>): PreparedQuery<Values, Row> => {
    let compiled: CompiledQuery<Row> | undefined;
    return async (db, values) => {
      // The builder takes the slot for the value that it stands for.
      compiled ??= build(db, (name) => new Slot(name) as never).compile();
      const given = values as Readonly<Record<string, unknown>>;
      const parameters = compiled.parameters.map((value) =>
        value instanceof Slot ? given[value.name] : value,
      );
      const query = { ...compiled, parameters };
      const connection = connections.get(db)?.();
      const result = await (connection ? connection.executeQuery<Row>(query) : db.executeQuery<Row>(query));
      return { rows: result.rows, changed: result.numAffectedRows ?? 0n, insertId: result.insertId };
    };
  };
}
