import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import {
  PipelinedConnection,
  UnsyncedConnection,
} from '../../../../daemon/platform/store/postgres/connection.ts';
import { StatementPool, type StatementPoolOptions } from '../../../../daemon/platform/store/postgres/pool.ts';
import { queriesOn } from '../../../../daemon/platform/store/postgres/queries.ts';
import type { Queries } from '../../../../daemon/platform/store/store.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';

async function openClient(url: string): Promise<pg.Client> {
  const client = await connect({ url });
  // A test may keep a statement waiting for longer.
  await ask(client, 'set lock_timeout = 0');
  return client;
}

function openPool(options: Pick<StatementPoolOptions, 'connect' | 'run' | 'size'>): Queries {
  const pool = new StatementPool({ ...options, together: 1, sharesRuns: false });
  onTestFinished(() => pool.close());
  return queriesOn(pool);
}

async function administratorOf(url: string): Promise<(statement: string) => Promise<unknown>> {
  const client = await openClient(url);
  onTestFinished(() => client.end());
  return (statement) => ask(client, statement);
}

describe('statements of a pool', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('run on connections without a slow one', async () => {
    const url = await freshDatabase('empty');
    const administer = await administratorOf(url);
    const db = openPool({
      connect: () => openClient(url),
      run: (client) => new PipelinedConnection(client),
      size: 2,
    });
    await administer('select pg_advisory_lock(1)');
    let isAnswered = false;
    const slow = sql`select pg_advisory_xact_lock(1)`.execute(db).finally(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 8; turn++) await sql`select 1`.execute(db);
    expect(isAnswered).toBe(false);
    await administer('select pg_advisory_unlock(1)');
    await slow;
  });

  it('have names that depend on their text only', async () => {
    const url = await freshDatabase('empty');
    const db = openPool({
      connect: () => connect({ url }),
      run: (client) => new PipelinedConnection(client),
      size: 1,
    });
    await sql`select ${1}::bigint`.execute(db);
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements`.execute(db);
    expect(rows).toHaveLength(2);
    for (const { name, statement } of rows)
      expect(createHash('sha256').update(statement).digest('base64url')).toMatch(new RegExp(`^${name}`));
  });

  it('have no name if they have a long list of parameters', async () => {
    const url = await freshDatabase('empty');
    const db = openPool({
      connect: () => connect({ url }),
      run: (client) => new PipelinedConnection(client),
      size: 1,
    });
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    for (let length = 1; length <= numbers.length; length++)
      await sql`select 1 where 0::bigint in (${sql.join(numbers.slice(0, length))})`.execute(db);
    const { rows } = await sql.raw('select count(*) as count from pg_prepared_statements').execute(db);
    expect(rows).toEqual([{ count: 51 }]);
  });

  it('that need not survive a crash leave the session as it was', async () => {
    const url = await freshDatabase('empty');
    const client = await connect({ url });
    const db = openPool({
      connect: () => Promise.resolve(client),
      run: (opened) => new UnsyncedConnection(opened),
      size: 1,
    });
    const setting = "select current_setting('synchronous_commit') as setting";
    const [failed, told] = await Promise.allSettled([
      sql`select 1 / 0`.execute(db),
      sql.raw(setting).execute(db),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(told).toMatchObject({ value: { rows: [{ setting: 'off' }] } });
    expect((await ask(client, setting)).rows).toEqual([{ setting: 'on' }]);
  });

  it('that need not survive a crash are committed', async () => {
    const url = await freshDatabase('empty');
    const administer = await administratorOf(url);
    await administer('create table counts (count integer)');
    const db = openPool({
      connect: () => connect({ url }),
      run: (client) => new UnsyncedConnection(client),
      size: 1,
    });
    await sql`insert into counts values (${7})`.execute(db);
    expect(await administer('select count from counts')).toMatchObject({ rows: [{ count: 7 }] });
  });
});
