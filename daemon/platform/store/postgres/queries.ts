import { type DatabaseConnection, Kysely } from 'kysely';
import { runOn } from '../dialect.ts';
import type { Queries } from '../queries.ts';
import type { Tables } from '../schema.ts';
import { postgresDialect } from './dialect.ts';
import { POSTGRES } from './sql-dialect.ts';

/** Queries that run on a connection. */
export function queriesOn(connection: DatabaseConnection): Queries {
  return runOn(new Kysely<Tables>({ dialect: postgresDialect(connection) }), {
    dialect: POSTGRES,
    connection: () => connection,
  });
}
