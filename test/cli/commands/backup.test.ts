import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { plainBackup } from '../../../daemon/operation/backup/plain.ts';
import { restoreHome } from '../../../daemon/operation/backup/restore.ts';
import { backupProblems } from '../../../daemon/platform/store/engine.ts';
import * as api from '../../support/api.ts';
import { agentmail, type WorldOptions } from '../../support/cli.ts';
import { createTenant, sharedService, temporaryHome } from '../../support/service.ts';

/* Where backups go, and how they come back. */

const service = sharedService();
let folder: string;

beforeEach(() => {
  folder = temporaryHome();
});

interface Made {
  readonly file: string;
  readonly bytes: number;
  readonly created_at: string;
  readonly removed?: readonly string[];
}

const backup = (words: readonly string[], options: WorldOptions = {}) =>
  agentmail(['backup', ...words], { home: service.home, ...options });
const inHome = () => readdirSync(join(service.home, 'backups')).filter((name) => name.endsWith('.backup'));

const noStdin = async function* (): AsyncGenerator<Buffer> {};

describe('backup --output', () => {
  test('puts it into a folder under its own name, and leaves none in the home', async () => {
    const made = (await backup(['--output', folder])).json<Made>();
    expect(dirname(made.file)).toBe(folder);
    expect(statSync(made.file)).toMatchObject({ size: made.bytes });
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    expect(backupProblems(made.file)).toEqual([]);
    expect(inHome()).toEqual([]);
    expect(readdirSync(folder)).toEqual([basename(made.file)]);
    const { body } = await service.operator(api.getStatus);
    expect(body.last_backup_at).toBe(made.created_at);
  });

  test('puts it at a name, and replaces what was there', async () => {
    const file = join(folder, 'mail.backup');
    writeFileSync(file, 'old');
    expect((await backup(['-o', file])).json<Made>().file).toBe(file);
    expect(backupProblems(file)).toEqual([]);
  });

  test('that cannot be written leaves the checked backup in the home, and says where', async () => {
    const ran = await backup(['-o', join(folder, 'missing', 'mail.backup')]);
    expect([ran.exit, ran.error().code]).toEqual([2, 'BACKUP_NOT_PLACED']);
    const kept = String(ran.error().details?.kept_at);
    expect(backupProblems(kept)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['to a terminal', ['-o', '-'], { terminal: 80 }],
    ['with --keep beside a file', ['-o', '/tmp/mail.backup', '--keep', '2'], {}],
    ['with --keep beside stdout', ['-o', '-', '--keep', '2'], {}],
    ['with --keep 0', ['--keep', '0'], {}],
  ])('is refused before anything is made: %s', async (_, words, options) => {
    const before = inHome();
    expect((await backup(words, options)).exit).toBe(2);
    expect(inHome()).toEqual(before);
  });
});

describe('backup --compress', () => {
  test('is smaller, and is restored', async () => {
    await createTenant(service);
    const made = (await backup(['--compress', '-o', folder])).json<Made>();
    expect(made.file).toMatch(/\.backup\.zst$/);
    const plain = join(folder, 'plain');
    writeFileSync(plain, zstdDecompressSync(readFileSync(made.file)));
    expect(made.bytes).toBeLessThan(statSync(plain).size / 2);
    for (const file of [made.file, gzipped(plain)]) {
      const home = temporaryHome();
      const { file: unpacked, remove } = await plainBackup(file, home, noStdin());
      expect(restoreHome({ home, file: unpacked, force: false, now: Date.now() })).toMatchObject({
        accounts: 1,
      });
      await remove();
      expect(readdirSync(home).filter((name) => name.startsWith('unpacked'))).toEqual([]);
    }
  });

  test('that is cut off is refused, and nothing is left', async () => {
    const made = (await backup(['-z', '-o', folder])).json<Made>();
    const cut = join(folder, 'cut');
    writeFileSync(cut, readFileSync(made.file).subarray(0, made.bytes - 100));
    const home = temporaryHome();
    await expect(plainBackup(cut, home, noStdin())).rejects.toThrow(/can't restore .*cut: it is damaged/);
    expect(readdirSync(home)).toEqual([]);
  });
});

function gzipped(file: string): string {
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 1 }));
  return `${file}.gz`;
}

describe('backup --keep', () => {
  test('removes older backups of ours and nothing else', async () => {
    const names = [1, 2, 3].map((day) => `agentmail-2025-01-0${day}T00-00-00-000Z.backup`);
    const others = ['agentmail-notes.txt', 'mail.backup', 'agentmail-2025-01-01.backup'];
    for (const name of [...names, `${names[0]}.zst`, ...others]) writeFileSync(join(folder, name), '');
    const made = (await backup(['-o', folder, '--keep', '2'])).json<Made>();
    expect(made.removed).toEqual([names[0], `${names[0]}.zst`, names[1]]);
    expect(readdirSync(folder).toSorted()).toEqual([...others, names[2], basename(made.file)].toSorted());
  });

  test('removes nothing when the new backup was not put there', async () => {
    const old = 'agentmail-2025-01-01T00-00-00-000Z.backup';
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups', old), '');
    const made = (await backup([])).json<Made>();
    // The folder of the target is a file by the time the backup is written.
    copyFileSync(made.file, join(folder, 'file'));
    const ran = await backup(['-o', `${join(folder, 'file')}/`, '--keep', '1']);
    expect(ran.exit).toBe(2);
    expect(readdirSync(join(folder, 'backups'))).toEqual([old]);
  });

  test('works in the folder of the home', async () => {
    await backup([]);
    const made = (await backup(['--keep', '1'])).json<Made>();
    expect(inHome()).toEqual([basename(made.file)]);
  });
});

test('backup shows a person how far it is', async () => {
  const ran = await backup(['-o', folder], { terminal: 80, env: { NO_COLOR: '1' } });
  expect(ran.stderr).toMatch(/Copying and verifying the home: \d+ s/);
  expect(ran.stderr).toContain('Writing the backup: ');
  expect(ran.stdout).not.toContain('Copying');
});
