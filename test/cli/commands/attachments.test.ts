import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTrouble } from '../../../cli/machine/home/write-trouble.ts';
import { safeFileName } from '../../../shared/file-name.ts';
import { receive, tenantWith } from '../../mail/attachments/support.ts';
import { agentmail } from '../../support/cli.ts';
import { sharedService, type Tenant, temporaryHome } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let env: Record<string, string>;
let folder: string;
beforeAll(async () => {
  tenant = await tenantWith(service, 'raw_download_selected_types', { families: ['text'] });
  env = { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: tenant.admin };
  folder = temporaryHome();
});

const call = (...argv: string[]) => agentmail(['attachments', ...argv], { home: folder, env });
const attach = async (content: string, filename = 'notes.txt') =>
  (await receive(service, tenant, { filename, content })).id;

describe('attachments on the command line', () => {
  test('are listed with what may be read of them', async () => {
    const id = await attach('Milk.');
    expect((await call('list', id)).json()).toMatchObject({
      message_id: id,
      attachments: [{ index: 0, filename: 'notes.txt', preview_status: 'ready', av_verdict: 'skipped' }],
    });
    const { stdout } = await agentmail(['attachments', 'list', id], { home: folder, env, terminal: 100 });
    expect(stripVTControlCharacters(stdout)).toMatch(/0 +notes\.txt +text\/plain +5 +no antivirus +ready/);
  });

  test('show their text without driving the terminal', async () => {
    const id = await attach('a\u202eb \u200bc');
    const { stdout } = await agentmail(['attachments', 'preview', id, '0'], {
      home: folder,
      env,
      terminal: 80,
    });
    expect(stdout).toContain('a\\u{202e}b \\u{200b}c');
  });

  test('are kept in a file that only its owner reads, and never over another one unless told so', async () => {
    const id = await attach('Milk.');
    const file = join(folder, 'kept.txt');
    expect((await call('download', id, '0', '-o', file)).json()).toMatchObject({ file, bytes: 5 });
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['Milk.', 0o600]);
    writeFileSync(file, 'mine');
    const refused = await call('download', id, '0', '-o', file);
    expect([refused.exit, readFileSync(file, 'utf8')]).toEqual([2, 'mine']);
    expect((await call('download', id, '0', '-o', file, '--force')).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('Milk.');
    expect(readdirSync(folder).filter((name) => name.endsWith('.download'))).toEqual([]);
  });

  test('do not follow a link that lies where the file would be', async () => {
    const id = await attach('Milk.');
    const target = join(folder, 'target');
    symlinkSync(target, join(folder, 'link.txt'));
    expect((await call('download', id, '0', '-o', join(folder, 'link.txt'))).exit).toBe(2);
    expect(existsSync(target)).toBe(false);
  });

  test('are named safely in a folder, whatever their sender called them', async () => {
    const id = await attach('Milk.', '../../.bashrc');
    const inside = join(folder, 'inside');
    mkdirSync(inside);
    const { file } = (await call('download', id, '0', '-o', inside)).json<{ file: string }>();
    expect(file.startsWith(`${inside}/`)).toBe(true);
    expect(readdirSync(inside)).toHaveLength(1);
    expect(readdirSync(inside)[0]).not.toMatch(/^\./);
  });

  test('are asked for by an index', async () => {
    const refused = await call('preview', '00000000-0000-7000-8000-000000000000', 'first');
    expect(refused.exit).toBe(2);
  });
});

describe('a safe file name', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\a.txt', 'C__Windows_a.txt'],
    ['.ssh', 'ssh'],
    ['-rf', 'rf'],
    ['con.txt', '_con.txt'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['cod\u202egnp.exe', 'codgnp.exe'],
    ['dot. . ', 'dot'],
    ['...', 'attachment-3'],
    [null, 'attachment-3'],
  ])('of %j is %s', (name, safe) => {
    expect(safeFileName(name, 3)).toBe(safe);
  });

  test('is short and keeps its extension', () => {
    const name = safeFileName(`${'a'.repeat(300)}.pdf`, 0);
    expect([name.length, name.endsWith('.pdf')]).toEqual([150, true]);
  });
});

test.each([
  ['ENOSPC', "Can't write report.pdf: its disk is full.", 'USAGE'],
  ['ENAMETOOLONG', "Can't write report.pdf: the name is too long.", 'USAGE'],
  ['ECONNRESET', 'The download was interrupted. Nothing was written.', 'UNREACHABLE'],
])('a download that ends with %s says whether file or daemon was the reason', (code, message, told) => {
  const trouble = writeTrouble('report.pdf', Object.assign(new Error(code), { code }));
  expect([trouble.message, trouble.failure.code]).toEqual([message, told]);
});
