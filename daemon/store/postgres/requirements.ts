import { sql } from 'kysely';
import type pg from 'pg';
import { StoreError } from '../errors.ts';
import type { Queries } from '../transaction.ts';
import { ask } from './client.ts';

/** The oldest release that is tested. */
const OLDEST = 14;

interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly is_standby: boolean;
  /** Whether letters beyond ASCII are letters, so that texts with them can be searched. */
  readonly knows_letters: boolean;
}

const FACTS = `select current_setting('server_version_num')::integer / 10000 as version,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby,
  'é' ~ '[[:alpha:]]' as knows_letters`;

/** Refuses a server or database on which the service can't work, and says what to do. */
export async function assertUsable(client: pg.Client): Promise<void> {
  const facts = (await ask(client, FACTS)).rows[0] as ServerFacts;
  if (facts.version < OLDEST) {
    throw new StoreError(`PostgreSQL ${facts.version} is too old; use ${OLDEST} or newer`);
  }
  if (facts.is_standby) {
    throw new StoreError('this PostgreSQL server is a standby, which accepts no writes; name the primary');
  }
  if (facts.encoding !== 'UTF8' || !facts.knows_letters) {
    throw new StoreError(
      `the database has the encoding ${facts.encoding} and a locale without letters beyond ASCII; create it with ` +
        `"create database agentmail encoding 'UTF8' locale 'C.UTF-8' template template0"`,
    );
  }
}

/** Settings of the server under which a commit that was acknowledged can be lost. */
export async function durabilityProblems(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(db);
  return rows.map(
    ({ name }) => `PostgreSQL runs with ${name} = off, so a crash of its machine can lose mail; turn it on`,
  );
}
