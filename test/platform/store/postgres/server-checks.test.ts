import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkServerOf } from '../../../../daemon/platform/store/postgres/checks/index.ts';
import { judgeSize } from '../../../../daemon/platform/store/postgres/checks/size.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { PipelinedConnection } from '../../../../daemon/platform/store/postgres/connection.ts';
import { migrate } from '../../../../daemon/platform/store/postgres/migrate.ts';
import { queriesOn } from '../../../../daemon/platform/store/postgres/queries.ts';
import { SystemClock } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { agentmail } from '../../../support/cli.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { hasPostgresPrograms, PostgresServer } from '../../../support/postgres.ts';
import { startService } from '../../../support/service.ts';

describe('the checks of a PostgreSQL server', needsPrograms({ postgresql: hasPostgresPrograms() }), () => {
  const server = new PostgresServer();
  let url: string;
  let client: pg.Client;
  const run = (text: string) => ask(client, text);

  /** The checks over a new connection, by id. */
  const findings = async (clock = new SystemClock(), connectionsPerNode = 14) => {
    const own = await connect({ url });
    const checks = await checkServerOf({
      db: queriesOn(new PipelinedConnection(own)),
      clock,
      connectionsPerNode,
      nodes: 2,
      objects: null,
    });
    await own.end();
    return new Map(checks.map((check) => [check.id, check]));
  };
  const found = async (id: string, ...input: Parameters<typeof findings>) =>
    (await findings(...input)).get(`database_${id}`);

  /** The value of a setting for a new connection. */
  const configured = async (name: string) => {
    const other = await connect({ url });
    const { rows } = await ask(other, `select reset_val as value from pg_settings where name = '${name}'`);
    await other.end();
    return (rows[0] as { value: string }).value;
  };
  /** Changes a setting of the server for one test; `value` is as in SQL. */
  const set = async (name: string, value: string) => {
    const before = await configured(name);
    const reload = async (statement: string) => {
      await run(statement);
      await run('select pg_reload_conf()');
    };
    await reload(`alter system set ${name} = ${value}`);
    // The server's main process reads it a moment later.
    await expect.poll(() => configured(name)).not.toBe(before);
    onTestFinished(async () => {
      await reload(`alter system reset ${name}`);
      await expect.poll(() => configured(name)).toBe(before);
    });
  };

  beforeAll(async () => {
    await server.start();
    url = await server.createDatabase('checked');
    client = await connect({ url });
    await migrate(client, 0);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  it('find nothing wrong with a new server but that it has no standby', async () => {
    const checks = [...(await findings()).values()];
    expect(checks.filter(({ severity }) => severity !== 'ok').map(({ id }) => id)).toEqual([
      'database_standby',
    ]);
    const messages = Object.fromEntries(checks.map(({ id, message }) => [id, message]));
    expect(messages).toMatchObject({
      database_server: expect.stringMatching(/^\d+\.\d+.*, encoding UTF8, locale C\.UTF-8$/),
      database_extensions: expect.stringMatching(/^btree_gin [\d.]+, pg_trgm [\d.]+$/),
      database_durability: 'fsync and full_page_writes are on, synchronous_commit is on',
      database_clock: expect.stringMatching(/^[01]\.\d s from this machine's$/),
      database_size: expect.stringMatching(/^0\.0\d GB$/),
    });
  });

  it.each(['fsync', 'full_page_writes'])('report %s when it is off', async (name) => {
    await set(name, 'off');
    expect(await found('durability')).toMatchObject({
      severity: 'error',
      message: expect.stringContaining(`${name} is off`),
      remedy: `alter system set ${name} = on; select pg_reload_conf();`,
    });
  });

  it('say that commits are synchronous here when they are not elsewhere', async () => {
    await set('synchronous_commit', 'off');
    expect(await found('durability')).toMatchObject({
      severity: 'ok',
      message: expect.stringContaining('synchronous_commit is off, but on for this service'),
    });
  });

  it('report a standby that is named and not connected', async () => {
    await set('synchronous_standby_names', "'second'");
    expect(await found('standby')).toMatchObject({
      severity: 'error',
      message: 'commits wait for second, but none is connected, so all writes hang',
    });
  });

  it('report commits that do not wait for the standby', async () => {
    await set('synchronous_standby_names', "'second'");
    await set('synchronous_commit', 'local');
    expect(await found('standby')).toMatchObject({
      severity: 'warning',
      message: "commits don't wait for second, because synchronous_commit is local",
    });
  });

  it('report a missing extension', async () => {
    await run('begin');
    await run('drop extension btree_gin cascade');
    // Only this transaction sees it.
    const checks = await checkServerOf({
      db: queriesOn(new PipelinedConnection(client)),
      clock: new SystemClock(),
      connectionsPerNode: 14,
      nodes: 1,
      objects: null,
    });
    await run('rollback');
    expect(checks.find(({ id }) => id === 'database_extensions')).toMatchObject({
      severity: 'error',
      remedy: 'create extension btree_gin;',
    });
  });

  it('count the connections that a node may open, and those of others', async () => {
    expect((await found('connections'))?.message).toMatch(/^[2-9] of 197 are open; .* up to 28$/);
    await run('alter role postgres connection limit 10');
    onTestFinished(() => void run('alter role postgres connection limit -1'));
    expect(await found('connections')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/^\d of 10 are open; .* up to 28, and others use \d$/),
      remedy: expect.stringMatching(/^raise max_connections to at least 4\d,/),
    });
  });

  it.each([
    [5_000, 'behind'],
    [-5_000, 'ahead of'],
  ])('report a clock that is %d ms apart', async (apart, side) => {
    const clock = new SystemClock({ timeOfDay: () => Date.now() + apart });
    expect(await found('clock', clock)).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(new RegExp(`^[45]\\.\\d s ${side} this machine's$`)),
    });
    expect(await found('clock', new SystemClock({ settable: true }))).toMatchObject({ severity: 'skipped' });
  });

  it('report a forgotten prepared transaction', async () => {
    expect(await found('transactions')).toMatchObject({ severity: 'ok', message: 'none' });
    const other = await connect({ url });
    await ask(other, 'begin');
    expect((await found('transactions'))?.message).toMatch(/^the oldest has been open for \d s$/);
    await other.end();
  });

  it('report that autovacuum is off, for all tables or one', async () => {
    await run('alter table jobs set (autovacuum_enabled = false)');
    expect(await found('vacuum')).toMatchObject({
      severity: 'warning',
      message: 'autovacuum is off for jobs',
      remedy: 'alter table jobs reset (autovacuum_enabled);',
    });
    await run('alter table jobs reset (autovacuum_enabled)');
    await set('autovacuum', 'off');
    expect(await found('vacuum')).toMatchObject({
      severity: 'error',
      message: 'autovacuum is off, so tables grow and slow down without end',
    });
  });

  it('report a table with many more dead rows than live ones', async () => {
    await run(`insert into account_locks (account_id) select 'a' || n from generate_series(1, 21000) n`);
    await run('delete from account_locks');
    await run('select pg_stat_force_next_flush()');
    expect(await found('vacuum')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/account_locks has the most dead rows: 21000, beside 0 live ones$/),
      remedy: expect.stringMatching(/^vacuum analyze account_locks;/),
    });
    await run('vacuum account_locks');
    expect(await found('vacuum')).toMatchObject({ severity: 'ok' });
  });

  it('are printed by doctor, and the engine by status', async () => {
    await set('fsync', 'off');
    const service = await startService({ config: { store: url } });
    const { body } = await service.operator(api.getStatus);
    expect(body.database).toMatchObject({ engine: 'postgres', version: expect.stringMatching(/^\d/) });
    const doctor = await agentmail(['doctor'], { home: service.home, terminal: 120, env: { NO_COLOR: '1' } });
    expect(doctor.exit).not.toBe(0);
    expect(doctor.stdout).toMatch(/error +Durable commits: fsync is off/);
    expect(doctor.stdout).toMatch(/ok +Stored data: database and files are intact/);
    const { body: metrics } = await service.operator(api.getMetrics);
    expect(String(metrics)).toMatch(/^agentmail_database_connections\{kind="read"\} 4$/m);
    expect(String(metrics)).toMatch(/^agentmail_commit_group_transactions_count [1-9]/m);
  });
});

describe('the size of a database', () => {
  it.each([
    [19_900_000_000, '19.90 GB'],
    [20_100_000_000, '20.10 GB; back it up with pg_dump or pgBackRest'],
  ])('of %d bytes suggests a way of backup', (bytes, message) => {
    expect(judgeSize(bytes).message).toContain(message);
  });
});
