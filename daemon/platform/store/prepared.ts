import type { Compilable, CompiledQuery } from 'kysely';
import { connectionOf, dialectOf, type SqlDialect } from './dialect.ts';
import type { Queries } from './queries.ts';

/** Placeholder of a value that each execution supplies. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type ParameterOf<Values> = <K extends keyof Values & string>(name: K) => Values[K];

/** Runs a prepared query with its values. */
export type PreparedQuery<Values, Row> = (
  db: Queries,
  values: Values,
) => Promise<{
  readonly rows: Row[];
  readonly changed: bigint;
  /** Integer key of an inserted row, if the table has one. */
  readonly insertId: bigint | undefined;
}>;

/**
 * Builds and compiles a query once, to be run with many values. Building costs more than most queries, so
 * those of every message or request are prepared. They use the connection directly: Kysely's own path, a
 * dozen promises for plugins, pools and locks, costs as much as the query. Call it as
 * `prepareQuery<Values>()((db, param) => …)`, so that the row type is inferred.
 */
export function prepareQuery<Values extends object>() {
  return <Row>(
    build: (db: Queries, param: ParameterOf<Values>) => Compilable<Row>,
  ): PreparedQuery<Values, Row> => {
    const compiledFor = new Map<SqlDialect, CompiledQuery<Row>>();
    return async (db, values) => {
      let compiled = compiledFor.get(dialectOf(db));
      // The builder uses the parameter as if it were the value.
      if (!compiled) {
        compiled = build(db, (name) => new Parameter(name) as never).compile();
        compiledFor.set(dialectOf(db), compiled);
      }
      const given = values as Readonly<Record<string, unknown>>;
      const parameters = compiled.parameters.map((value) =>
        value instanceof Parameter ? given[value.name] : value,
      );
      const query = { ...compiled, parameters };
      const result = await connectionOf(db).executeQuery<Row>(query);
      return { rows: result.rows, changed: result.numAffectedRows ?? 0n, insertId: result.insertId };
    };
  };
}
