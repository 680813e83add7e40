import { sql } from 'kysely';
import type pg from 'pg';
import { StoreError } from '../errors.ts';
import type { Queries } from '../queries.ts';
import { ask } from './client.ts';
import { assertWhole } from './copy-mark.ts';

/** The oldest release that is tested. */
const OLDEST = 14;

/** Properties of a server and its database that the service depends on. */
export interface ServerProperties {
  readonly version: number;
  /** The full version, for people. */
  readonly release: string;
  readonly encoding: string;
  readonly locale: string;
  readonly is_standby: boolean;
  /** Whether letters beyond ASCII are letters, so that texts with them can be searched. */
  readonly knows_letters: boolean;
}

const SERVER_PROPERTIES = `select current_setting('server_version_num')::integer / 10000 as version,
  current_setting('server_version') as release, current_setting('server_encoding') as encoding,
  (select datctype from pg_database where datname = current_database()) as locale,
  pg_is_in_recovery() as is_standby, 'é' ~ '[[:alpha:]]' as knows_letters`;

export async function serverProperties(db: Queries): Promise<ServerProperties> {
  const { rows } = await sql<ServerProperties>`${sql.raw(SERVER_PROPERTIES)}`.execute(db);
  const [properties] = rows;
  if (!properties) throw new StoreError('the server reports nothing about itself');
  return properties;
}

/** Refuses a database that a daemon can't use, and says what to do. */
export async function assertUsable(client: pg.Client): Promise<void> {
  await assertSuitable(client);
  await assertWhole(client);
}

/** Extensions of the search index. */
export const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const MISSING_EXTENSIONS = `select name, has_database_privilege(current_database(), 'create') as may_create,
  exists (select from pg_available_extensions available where available.name = wanted.name) as is_available
  from (values ${EXTENSIONS.map((name) => `('${name}')`).join(', ')}) as wanted (name)
  where not exists (select from pg_extension where extname = wanted.name)`;

/** An extension that a database doesn't have yet. */
export interface MissingExtension {
  readonly name: string;
  readonly may_create: boolean;
  readonly is_available: boolean;
}

/** Refuses a server or database on which the service can't work, and says what to do. */
export async function assertSuitable(client: pg.Client): Promise<void> {
  const problem = problemOf((await ask(client, SERVER_PROPERTIES)).rows[0] as unknown as ServerProperties);
  if (problem !== null) throw new StoreError(problem);
  const { rows } = await ask(client, MISSING_EXTENSIONS);
  const trouble = extensionProblem(rows as unknown as MissingExtension[]);
  if (trouble !== null) throw new StoreError(trouble);
}

/** Why the first start couldn't create the extensions, and what to do; null if it can. */
export function extensionProblem(missing: readonly MissingExtension[]): string | null {
  const names = (extensions: readonly MissingExtension[]) => extensions.map(({ name }) => name).join(' and ');
  const absent = missing.filter(({ is_available: isAvailable }) => !isAvailable);
  if (absent.length > 0) {
    return `the server doesn't have ${names(absent)}; install the extensions of PostgreSQL (postgresql-contrib)`;
  }
  if (missing.every(({ may_create: mayCreate }) => mayCreate)) return null;
  const create = missing.map(({ name }) => `create extension ${name};`).join(' ');
  return `the database doesn't have ${names(missing)}, and this role may not create them; its owner can: ${create}`;
}

/** Why the service can't work on a server or database, and what to do; null if it can. */
export function problemOf(facts: ServerProperties): string | null {
  if (facts.version < OLDEST) return `PostgreSQL ${facts.version} is too old; use ${OLDEST} or newer`;
  if (facts.is_standby) {
    return 'this PostgreSQL server is a standby, which accepts no writes; name the primary';
  }
  if (facts.encoding === 'UTF8' && facts.knows_letters) return null;
  return (
    `the database has the encoding ${facts.encoding} and a locale without letters beyond ASCII; create it with ` +
    `"create database agentmail encoding 'UTF8' locale 'C.UTF-8' template template0"`
  );
}

/** The version of the schema; 0 for a database without one. */
export async function schemaVersion(client: pg.Client): Promise<number> {
  const { rows } = await ask(client, "select to_regclass('schema_migrations') is not null as found");
  if (rows[0]?.found !== true) return 0;
  const versions = await ask(client, 'select coalesce(max(version), 0) as latest from schema_migrations');
  return Number(versions.rows[0]?.latest);
}
