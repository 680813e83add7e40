import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restore, restoreHome } from '../../../../daemon/operation/backup/restore.ts';
import { migrateStore } from '../../../../daemon/platform/store/engine.ts';
import { writeStoreUrl } from '../../../../daemon/platform/store/location.ts';
import * as api from '../../../support/api.ts';
import { openHomeFile } from '../../../support/database-file.ts';
import { answers, filledHome, MOVED_AT, move, told } from '../../../support/moved-home.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { createTenant, launch, startService, temporaryHome } from '../../../support/service.ts';

describe('moving a home between engines', needsPrograms({ postgresql: hasPostgres() }), () => {
  /** Moves a home, and stops after some batches of rows. */
  const stopAfter = (home: string, to: string, batches: number) => {
    let copied = 0;
    const progress = () => {
      if (++copied === batches) throw new Error('stopped');
    };
    return migrateStore({ home, node: null, to, now: MOVED_AT, progress });
  };

  it('continues a copy that was stopped', async () => {
    const { home } = await filledHome();
    const url = await freshDatabase();
    await expect(stopAfter(home, url, 8)).rejects.toThrow('stopped');
    expect(existsSync(join(home, 'store.url'))).toBe(false);
    await move(home, url);
    expect(existsSync(join(home, 'store.url'))).toBe(true);
  });

  it('gives the settings of the machine to the node of the home, and back', async () => {
    const home = temporaryHome();
    const named = async (store: string | null, node: string | null) => {
      const service = await launch({ home, config: { store, node } });
      const { settings } = (await service.operator(api.getSettings)).body;
      await service.stop();
      return settings['mail.hostname'];
    };
    const service = await launch({ home, config: { store: null } });
    await service.operator(api.updateSettings, { 'mail.hostname': 'mx1.example.com' });
    await service.stop();
    const url = await freshDatabase('empty');
    await move(home, url, 'mx1');
    expect([await named(url, 'mx1'), await named(url, 'mx2')]).toEqual(['mx1.example.com', null]);
    await move(home, 'sqlite', 'mx1');
    expect(await named(null, null)).toBe('mx1.example.com');
  });

  it('changes nothing in a database that daemons use', async () => {
    const home = temporaryHome();
    const first = await launch({ home, config: { store: null } });
    await createTenant(first);
    await first.operator(api.updateSettings, { 'mail.hostname': 'mx1.example.com' });
    await first.stop();
    const url = await freshDatabase('empty');
    await move(home, url, 'mx1');
    // As if the variable named the database, of which the home knows nothing.
    writeStoreUrl(home, null);
    await expect(move(home, url, 'mx1')).rejects.toThrow('already has data of a service');
    const service = await launch({ home, config: { store: url, node: 'mx1' } });
    const { settings } = (await service.operator(api.getSettings)).body;
    expect(settings['mail.hostname']).toBe('mx1.example.com');
    const { read } = service.daemon.context.store;
    const mailboxes = () => read.selectFrom('mailboxes').select('unindexed_before').execute();
    await service.drain();
    const before = await mailboxes();
    await expect(move(home, url, 'mx1')).rejects.toThrow();
    expect(await mailboxes()).toEqual(before);
    await service.stop();
    // The variable is read as for a start.
    const moveFrom = (given: string, to: string) =>
      migrateStore({ home, node: 'mx1', given, to, now: MOVED_AT, progress: () => undefined });
    await expect(moveFrom(url, url)).rejects.toThrow('already uses');
    const back = await moveFrom(url, 'sqlite');
    expect(back.from).toContain('postgres');
  });

  it('lets no daemon use a copy that was stopped', async () => {
    const { home } = await filledHome();
    const url = await freshDatabase('empty');
    await expect(stopAfter(home, url, 8)).rejects.toThrow('stopped');
    await expect(launch({ home, config: { store: url } })).rejects.toThrow(
      'a copy into this database was stopped',
    );
    const back = migrateStore({ home, given: url, to: 'sqlite', now: MOVED_AT, progress: () => undefined });
    await expect(back).rejects.toThrow('a copy into this database was stopped');
    await move(home, url);
    await (await launch({ home, config: { store: url } })).stop();
  });

  it('refuses a source of an earlier version, and leaves it as it was', async () => {
    const { home } = await filledHome();
    const file = openHomeFile(home, 'write');
    const version = () => file.prepare('select max(version) from schema_migrations').pluck().get();
    const latest = Number(version());
    file.prepare('delete from schema_migrations where version = ?').run(latest);
    await expect(move(home, await freshDatabase('empty'))).rejects.toThrow('start its daemon once');
    expect(version()).toBeLessThan(latest);
    file.close();
  });

  it('takes a URL with a password from stdin only', async () => {
    const { home } = await filledHome();
    const url = new URL(await freshDatabase('empty'));
    url.password = 's3cret';
    const command = (to: string) => ['bin/agentmaild.js', 'migrate-store', '--home', home, '--to', to];
    const run = (to: string) =>
      spawnSync(process.execPath, command(to), { input: `${url.href}\n`, encoding: 'utf8' });
    const refused = run(url.href);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('use --to -')]);
    const { status, stdout, stderr } = run('-');
    expect([status, stdout]).toEqual([0, expect.stringContaining('postgres://postgres@')]);
    expect(refused.stderr + stdout + stderr).not.toContain('s3cret');
    expect(readFileSync(join(home, 'store.url'), 'utf8')).toBe(`${url.href}\n`);
  });

  it('refuses a database with accounts of another service, and changes nothing', async () => {
    const url = await freshDatabase('empty');
    const [one, other] = [await filledHome(), await filledHome()];
    await expect(stopAfter(one.home, url, 8)).rejects.toThrow('stopped');
    await expect(move(other.home, url)).rejects.toThrow('accounts of another service');
    expect(existsSync(join(other.home, 'store.url'))).toBe(false);
  });

  it('refuses the database that the home uses, and a home without one', async () => {
    const { home } = await filledHome();
    await expect(move(home, 'sqlite')).rejects.toThrow('already uses');
    await expect(move(temporaryHome(), await freshDatabase())).rejects.toThrow('has no database');
  });

  it('backs a database up into a file that a home of SQLite is restored from', async () => {
    const { home, key } = await filledHome();
    const url = await freshDatabase('empty');
    await move(home, url);
    const service = await launch({ home, config: { store: url } });
    await service.operator(api.updateSettings, { 'mail.hostname': 'mx1.example.com' });
    const before = await told(service, key);
    const { file } = await service.operator(api.createBackup).then((reply) => reply.body as { file: string });
    await service.stop();
    const restored = temporaryHome();
    restoreHome({ home: restored, file, force: false, now: MOVED_AT });
    expect(await answers(restored, key, null)).toEqual(before);
    const again = await startService({ home: restored, config: { store: null } });
    expect((await again.operator(api.getSettings)).body.settings['mail.hostname']).toBe('mx1.example.com');
  });

  it('restores a backup into an empty database, with the secret, and into no other', async () => {
    const { home, key } = await filledHome();
    const first = await launch({ home, config: { store: null } });
    const { file } = (await first.operator(api.createBackup)).body as { file: string };
    await first.stop();
    const before = await answers(home, key, null);
    const [next, given] = [temporaryHome(), await freshDatabase('empty')];
    writeFileSync(join(next, 'secret.key'), 'ab'.repeat(32));
    const again = () => restore({ home: next, given, file, force: true, now: MOVED_AT });
    const restored = await again();
    expect(restored).toMatchObject({ home: next, accounts: 1, kept_in: expect.any(String) });
    expect(readdirSync(restored.kept_in ?? '')).toEqual(['secret.key']);
    expect(readdirSync(next)).not.toContain('agentmail.db.restoring');
    expect(await answers(next, key, given)).toEqual(before);
    // Nothing can be moved aside on a server, so nobody's mail is replaced.
    await expect(again()).rejects.toThrow('already has data of a service');
    expect(await answers(next, key, given)).toEqual(before);
  });

  it('continues a restore that was stopped', async () => {
    const { home, key } = await filledHome();
    const first = await launch({ home, config: { store: null } });
    const { file } = (await first.operator(api.createBackup)).body as { file: string };
    await first.stop();
    const [next, url] = [temporaryHome(), await freshDatabase('empty')];
    writeStoreUrl(next, url);
    await expect(stopAfter(home, url, 8)).rejects.toThrow('stopped');
    await restore({ home: next, file, force: false, now: MOVED_AT });
    await answers(next, key, url);
  });
});
