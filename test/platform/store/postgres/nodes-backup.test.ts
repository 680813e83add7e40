import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backupRuns, lockForBackup } from '../../../../daemon/platform/store/postgres/backup-lock.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { PipelinedConnection } from '../../../../daemon/platform/store/postgres/connection.ts';
import { PostgresCluster } from '../../../../daemon/platform/store/postgres/nodes/cluster.ts';
import { queriesOn } from '../../../../daemon/platform/store/postgres/queries.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

describe('while a backup is made', needsPrograms({ postgresql: hasPostgres() }), () => {
  let url: string;
  const opened = async () => {
    const client = await connect({ url });
    onTestFinished(() => client.end());
    return client;
  };
  const queries = (client: pg.Client) => queriesOn(new PipelinedConnection(client));
  const join = async (name: string) => {
    const home = temporaryHome();
    const cluster = await PostgresCluster.join(() => connect({ url }), { home, name, version: '' });
    onTestFinished(() => cluster.leave());
    return cluster;
  };

  beforeEach(async () => {
    url = await freshDatabase();
  });

  it('nodes join, and take over the rows of one that ended', async () => {
    const unlock = await lockForBackup(url);
    onTestFinished(unlock);
    const one = await join('one');
    const client = await opened();
    await ask(client, 'begin');
    expect(await one.hasEnded(queries(client), 'gone')).toBe(true);
    await ask(client, 'rollback');
    expect(await backupRuns(queries(client))).toBe(true);
  });

  it('it is told apart from a takeover, and from its own end', async () => {
    const one = await join('one');
    const [taking, asking] = [await opened(), await opened()];
    await ask(taking, 'begin');
    await one.hasEnded(queries(taking), 'gone');
    expect(await backupRuns(queries(asking))).toBe(false);
    const unlock = await lockForBackup(url);
    expect(await backupRuns(queries(asking))).toBe(true);
    await unlock();
    expect(await backupRuns(queries(asking))).toBe(false);
  });
});
