import { NewerDatabaseError, StoreError } from '../errors.ts';
import type { InspectedDatabase } from '../inspected-database.ts';
import { objects } from '../migrations/044-objects.ts';
import { SCHEMA_VERSIONS } from '../migrations/index.ts';
import { ask, connect } from './client.ts';
import { PipelinedConnection } from './connection.ts';
import { WORKS_WITH } from './migrate.ts';
import { hasObjects } from './object-rows.ts';
import { queriesOn } from './queries.ts';
import { assertUsable, schemaVersion } from './requirements.ts';

/**
 * Inspects the database of a server, which daemons may use. Only reads. Throws when a daemon couldn't use it.
 */
export async function inspectServer(url: string, hasBucket: boolean): Promise<InspectedDatabase> {
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
    if (
      !hasBucket &&
      version >= objects.version &&
      (await hasObjects(queriesOn(new PipelinedConnection(client))))
    ) {
      throw new StoreError('the database has blobs in a bucket; name it with --blobs or AGENTMAIL_BLOBS');
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
