import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHome } from '../../../../daemon/entry/command-line/check-home.ts';
import { writeStoreUrl } from '../../../../daemon/platform/store/location.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { addMark } from '../../../../daemon/platform/store/postgres/copy-mark.ts';
import { extensionProblem } from '../../../../daemon/platform/store/postgres/requirements.ts';
import { agentmail } from '../../../support/cli.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { S3_CREDENTIALS } from '../../../support/s3-signature.ts';
import { createTenant, launch, temporaryHome } from '../../../support/service.ts';

describe('a stopped home with PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  /** A home whose daemon has run on a database, and that database. */
  const usedHome = async () => {
    const home = temporaryHome();
    const url = await freshDatabase();
    const service = await launch({ home, config: { store: url } });
    await createTenant(service);
    await service.stop();
    writeStoreUrl(home, url);
    return { home, url };
  };
  const doctor = async (home: string) => {
    const report = await agentmail(['doctor'], { home });
    const { checks } = report.json<{ checks: readonly { id: string }[] }>();
    return checks.find(({ id }) => id === 'integrity');
  };

  it('has its database there, and misses none in the home', async () => {
    const { home, url } = await usedHome();
    expect(await doctor(home)).toMatchObject({ severity: 'ok' });
    writeStoreUrl(home, null);
    expect(await checkHome({ home, given: url })).toEqual({ problems: [], store: 'postgres', empty: false });
    // Its former SQLite file is nothing that a start reads.
    writeStoreUrl(home, url);
    writeFileSync(join(home, 'agentmail.db'), 'x'.repeat(9000));
    expect(await checkHome({ home })).toEqual({ problems: [], store: 'postgres', empty: false });
  });

  it('is told of a server that it cannot reach, without the password, and of no backup', async () => {
    const { home } = await usedHome();
    writeStoreUrl(home, 'postgres://agentmail:s3cret@127.0.0.1:1/agentmail');
    expect(await doctor(home)).toMatchObject({
      severity: 'error',
      message: expect.stringMatching(
        /^postgres:\/\/agentmail@127\.0\.0\.1:1\/agentmail: PostgreSQL can't be reached: /,
      ),
      remedy: 'check the database server, and its URL in store.url or AGENTMAIL_STORE',
    });
    expect(JSON.stringify(await checkHome({ home }))).not.toMatch(/s3cret|restore/);
  });

  it('is told of a secret of another database, and where to find the right one', async () => {
    const { home } = await usedHome();
    const check = async () => (await checkHome({ home })).problems;
    const copy = join(temporaryHome(), 'secret.key');
    cpSync(join(home, 'secret.key'), copy);
    writeFileSync(join(home, 'secret.key'), 'ab'.repeat(32));
    expect(await check()).toEqual([
      expect.stringMatching(/doesn't belong to this database; copy it from another home/),
    ]);
    rmSync(join(home, 'secret.key'));
    expect(await check()).toEqual([
      expect.stringContaining('secret.key is missing; copy it from another home'),
    ]);
    // Its next start takes the secret from there.
    expect(await checkHome({ home, secretFile: copy })).toMatchObject({ problems: [] });
  });

  it('is told of a database that a newer program changed, and of a copy that was stopped', async () => {
    const { home, url } = await usedHome();
    const client = await connect({ url });
    const check = async () => (await checkHome({ home })).problems;
    const newer =
      'insert into schema_migrations (version, name, applied_at, works_with) values (9999, $1, 0, $2)';
    await ask(client, { text: newer, values: ['tomorrow', 1] });
    expect(await check()).toEqual([]);
    await ask(client, 'update schema_migrations set works_with = version where version = 9999');
    expect(await check()).toEqual([expect.stringContaining('schema version 9999')]);
    await addMark(client);
    expect(await check()).toEqual([expect.stringContaining('a copy into this database was stopped')]);
    await client.end();
  });

  it('is told of a bucket that is not named, or without its keys', async () => {
    const { home, url } = await usedHome();
    const client = await connect({ url });
    await ask(client, "insert into blob_objects (blob_id, sha256) values ('a', 'b')");
    await client.end();
    const blobs = 's3://mail/agentmail';
    expect((await checkHome({ home })).problems).toEqual([expect.stringContaining('name it with --blobs')]);
    expect((await checkHome({ home, blobs })).problems).toEqual([
      expect.stringContaining('needs AWS_ACCESS_KEY_ID'),
    ]);
    expect((await checkHome({ home, blobs, environment: S3_CREDENTIALS })).problems).toEqual([]);
  });

  it('is told of extensions that its first start could not create', async () => {
    const url = await freshDatabase('empty');
    const client = await connect({ url });
    const role = new URL(url).pathname.slice(1);
    await ask(client, `create role ${role} login`);
    const limited = new URL(url);
    limited.username = role;
    const home = temporaryHome();
    const message =
      /doesn't have pg_trgm and btree_gin, and this role .* create extension pg_trgm; create extension btree_gin;/;
    expect((await checkHome({ home, given: limited.href })).problems).toEqual([
      expect.stringMatching(message),
    ]);
    await expect(launch({ home, config: { store: limited.href } })).rejects.toThrow(message);
    await ask(client, `drop role ${role}`);
    await client.end();
    expect(extensionProblem([{ name: 'pg_trgm', is_available: false, may_create: true }])).toBe(
      "the server doesn't have pg_trgm; install the extensions of PostgreSQL (postgresql-contrib)",
    );
  });
});
