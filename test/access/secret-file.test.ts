import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInvocation } from '../../daemon/entry/command-line/invocation.ts';
import * as api from '../support/api.ts';
import { needsPrograms } from '../support/needs.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTenant, launch, startService, temporaryHome } from '../support/service.ts';

const SECRET = 'ab'.repeat(32);
const secretOf = (home: string) => join(home, 'secret.key');

function secretFile(text = `${SECRET}\n`): string {
  const file = join(temporaryHome(), 'given');
  writeFileSync(file, text);
  return file;
}

describe('the file of AGENTMAIL_SECRET_FILE', () => {
  it('is read from the environment; empty counts as unset', () => {
    const given = (env: NodeJS.ProcessEnv) => {
      const invocation = readInvocation(['run', '--home', temporaryHome()], env);
      return invocation.kind === 'run' ? invocation.config.secretFile : undefined;
    };
    expect([given({ AGENTMAIL_SECRET_FILE: '/run/secrets/agentmail' }), given({})]).toEqual([
      '/run/secrets/agentmail',
      null,
    ]);
    expect(given({ AGENTMAIL_SECRET_FILE: '' })).toBeNull();
  });

  it('gives a home its secret, privately, and is compared with one that is there', async () => {
    const home = temporaryHome();
    const config = { secretFile: secretFile() };
    await (await launch({ home, config })).stop();
    expect(readFileSync(secretOf(home), 'utf8').trim()).toBe(SECRET);
    expect(statSync(secretOf(home)).mode & 0o777).toBe(0o600);
    await (await launch({ home, config: { secretFile: secretFile(SECRET.toUpperCase()) } })).stop();
    const other = { secretFile: secretFile('cd'.repeat(32)) };
    await expect(launch({ home, config: other })).rejects.toThrow(
      /secret\.key differs from AGENTMAIL_SECRET_FILE/,
    );
    expect(readFileSync(secretOf(home), 'utf8').trim()).toBe(SECRET);
  });

  it.each([
    ['missing', () => join(temporaryHome(), 'nothing'), /nothing is missing/],
    ['none', () => secretFile('hello'), /given is damaged/],
  ])('is refused when it is %s', async (_, file, message) => {
    const config = { secretFile: file() };
    await expect(launch({ config })).rejects.toThrow(message);
  });
});

describe('a home with another secret than its database', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('is refused with the file to copy, and starts as soon as that is done', async () => {
    const config = { store: await freshDatabase() };
    const first = await launch({ config });
    const { admin } = await createTenant(first);
    await first.stop();
    const home = temporaryHome();
    writeFileSync(secretOf(home), `${SECRET}\n`);
    await expect(launch({ home, config })).rejects.toThrow(
      /secret\.key doesn't belong to this database\. .*copy secret\.key from the home of another one to \//,
    );
    const empty = temporaryHome();
    await expect(launch({ home: empty, config })).rejects.toThrow(
      /secret\.key is missing\. .*copy secret\.key from the home of another one/,
    );
    copyFileSync(secretOf(first.home), secretOf(home));
    const second = await startService({ home, config });
    expect((await second.call(admin, api.getCaller)).status).toBe(200);
  });
});
