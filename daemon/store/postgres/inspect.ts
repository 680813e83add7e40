import { NewerDatabaseError } from '../errors.ts';
import type { InspectedDatabase } from '../inspected-database.ts';
import { SCHEMA_VERSIONS } from '../migrations/index.ts';
import { ask, connect } from './client.ts';
import { WORKS_WITH } from './migrate.ts';
import { assertUsable, schemaVersion } from './requirements.ts';

/**
 * Inspects the database of a server, which daemons may use. Only reads. Throws when a daemon couldn't use it.
 */
export async function inspectServer(url: string): Promise<InspectedDatabase> {
  const client = await connect({ url });
  try {
    await assertUsable(client);
    const version = await schemaVersion(client);
    if (version === 0) return { damage: [], settings: [], hasAccounts: false };
    const { latest } = SCHEMA_VERSIONS;
    if (version > latest) {
      const { rows } = await ask(client, `select (${WORKS_WITH}) as oldest`);
      if (Number(rows[0]?.oldest) > latest) throw new NewerDatabaseError(version, latest);
    }
    const settings = await ask(client, 'select value from settings');
    const accounts = await ask(client, 'select from accounts limit 1');
    return {
      damage: [],
      settings: settings.rows.map(({ value }) => String(value)),
      hasAccounts: accounts.rowCount > 0,
    };
  } finally {
    await client.end();
  }
}
