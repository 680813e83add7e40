import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { PipelinedConnection } from '../../../../daemon/platform/store/postgres/connection.ts';
import { StatementPool } from '../../../../daemon/platform/store/postgres/pool.ts';
import { queriesOn } from '../../../../daemon/platform/store/postgres/queries.ts';
import { isUnreachable } from '../../../../daemon/platform/store/trouble.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { openStoreOn } from '../../../support/postgres-store.ts';

/** Runs statements of an administrator. */
async function administratorOf(url: string): Promise<(statement: string) => Promise<unknown>> {
  const client = await connect({ url });
  onTestFinished(() => client.end());
  return (statement) => ask(client, statement);
}

/** More look-ups, one after the other, than there are connections. */
const TURNS = 8;

describe('connections to PostgreSQL are replaced', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('when a newer node adds a column', async () => {
    const url = await freshDatabase();
    const store = await openStoreOn(url);
    const look = async () => {
      for (let turn = 0; turn < TURNS; turn++) await store.read.selectFrom('accounts').selectAll().execute();
    };
    const add = (id: string) =>
      store.write({ account: id }, ({ db }) =>
        db
          .insertInto('accounts')
          .values({ id, email: id, status: 'active', tier: 'free', created_at: 0 } as never)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    await look();
    await add('before');
    const administer = await administratorOf(url);
    await administer("alter table accounts add column added text default 'new'");
    await look();
    const ids = Array.from({ length: 20 }, (_, index) => `after ${index}`);
    expect(await Promise.all(ids.map(add))).toMatchObject(ids.map((id) => ({ id, added: 'new' })));
    const rows = await store.read.selectFrom('accounts').selectAll().orderBy('id').execute();
    expect(rows).toMatchObject([...ids, 'before'].sort().map((id) => ({ id, added: 'new' })));
  });

  it('while the server refuses writes', async () => {
    const url = await freshDatabase();
    const store = await openStoreOn(url);
    const write = () => store.write('none', ({ db }) => sql`delete from sms_log`.execute(db));
    const administer = await administratorOf(url);
    const database = new URL(url).pathname.slice(1);
    await administer(`alter database ${database} set default_transaction_read_only = on`);
    await administer(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect(isUnreachable(await write().catch((error: unknown) => error))).toBe(true);
    await administer(`alter database ${database} reset default_transaction_read_only`);
    await write();
  });

  it('when the first one could not be set up', async () => {
    const url = await freshDatabase('empty');
    const administer = await administratorOf(url);
    const role = new URL(url).pathname.slice(1);
    const settings = 'function pg_catalog.set_config(text, text, boolean)';
    await administer(`create role ${role}`);
    onTestFinished(async () => void (await administer(`drop role ${role}`)));
    await administer(`revoke execute on ${settings} from public`);
    const limited = new URL(url);
    limited.searchParams.set('options', `-c role=${role}`);
    const pool = new StatementPool({
      connect: () => connect({ url: limited.href }),
      run: (client) => new PipelinedConnection(client),
      size: 1,
      together: 1,
      sharesRuns: false,
    });
    onTestFinished(() => pool.close());
    const look = () => sql`select 1 as one`.execute(queriesOn(pool));
    await expect(look()).rejects.toThrow('permission denied');
    await administer(`grant execute on ${settings} to public`);
    expect((await look()).rows).toEqual([{ one: 1 }]);
  });
});
