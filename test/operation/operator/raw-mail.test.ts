import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeFolder } from '../../../cli/machine/home/write-stream.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { needsPrograms } from '../../support/needs.ts';
import {
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

/* The sources of mail, for the owner of the machine. */

const service = sharedService();
let tenant: Tenant;
let ids: { readonly inbound: string; readonly sent: string };

/** Latin-1 bytes, lines that mbox has to quote, a file, and no line end at the end. */
const SOURCE = Buffer.from(
  [
    'From: =?iso-8859-1?Q?J=FCrgen?= <juergen@example.org>',
    'To: helper@agentmail.localhost',
    'Subject: From here to there',
    'Message-ID: <one@example.org>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Gr\u00fc\u00dfe',
    'From now on this line looks like a separator.',
    '>From this one was quoted before.',
    '>>From this one twice.',
    '--b',
    'Content-Type: application/octet-stream; name=data.bin',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=data.bin',
    '',
    Buffer.from([0, 1, 2, 254, 255]).toString('base64'),
    '--b--',
  ].join('\r\n'),
  'latin1',
);

beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'pro' });
  await setMailbox(service, tenant, { outbound_attachments_enabled: true });
  const to = tenant.mailbox.address;
  await service.deliver({ from: 'juergen@example.org', to, raw: SOURCE });
  await service.drain();
  const options = cliOptions();
  const { messages } = (await agentmail(['inbox'], options)).json<{ messages: { id: string }[] }>();
  const file = join(temporaryHome(), 'notes.txt');
  writeFileSync(file, 'Notes of the day.\n');
  const sent = await agentmail(
    ['send', '--to', 'ann@example.org', '-s', 'Notes', '-b', 'From me to you.', '--attach', file],
    options,
  );
  await agentmail(['drafts', 'create', '--to', 'bob@example.org', '-s', 'Later', '-b', 'Not yet.'], options);
  ids = { inbound: messages[0]?.id ?? '', sent: sent.json<{ message_id: string }>().message_id };
});

const cliOptions = () => ({ home: service.home, env: { AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' } });

async function rawOf(id: string): Promise<Buffer> {
  const file = join(temporaryHome(), 'message.eml');
  const ran = await agentmail(['messages', 'raw', id, '--output', file], cliOptions());
  expect(ran.exit).toBe(0);
  const raw = readFileSync(file);
  expect(ran.json()).toEqual({ file, bytes: raw.length });
  return raw;
}

describe('messages raw', () => {
  test('is a received message byte for byte', async () => {
    const raw = await rawOf(ids.inbound);
    expect(raw.includes(SOURCE)).toBe(true);
  });

  test('writes a sent message again with its files', async () => {
    const raw = (await rawOf(ids.sent)).toString();
    expect(raw).toContain('Subject: Notes\r\n');
    expect(raw).toContain('From me to you.');
    expect(raw).toContain(Buffer.from('Notes of the day.\n').toString('base64'));
  });

  test('prints JSON with --json, and the source alone in a pipe', async () => {
    const json = await agentmail(['messages', 'raw', ids.inbound, '--json'], cliOptions());
    const piped = await agentmail(['messages', 'raw', ids.inbound], cliOptions());
    expect(json.json()).toEqual({ id: ids.inbound, raw: piped.stdout });
  });

  test('is for the owner of the machine, and leaves an audit row', async () => {
    expect((await service.call(tenant.admin, api.getRawMessage, { id: ids.inbound })).status).toBe(401);
    await service.daemon.context.readAudit.flushed();
    const { entries } = (await service.operator(api.listAudit)).body;
    expect(entries.map(({ kind }) => kind)).toContain('message.raw.read');
  });

  test('of a message that is not there is refused', async () => {
    const ran = await agentmail(['messages', 'raw', '00000000-0000-7000-8000-000000000000'], cliOptions());
    expect([ran.exit, ran.error().code]).toEqual([2, 'NOT_FOUND']);
  });
});

async function exported(): Promise<string> {
  const file = join(temporaryHome(), 'mail.mbox');
  const ran = await agentmail(['account', 'export', '--format', 'mbox', '--output', file], cliOptions());
  expect(ran.exit).toBe(0);
  return file;
}

/** Entries of an mboxrd file, unquoted, without the fields that the export adds. */
function entriesOf(file: string): string[] {
  const text = readFileSync(file, 'latin1');
  return text
    .split(/^From \S+ [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\n/m)
    .slice(1)
    .map((entry) =>
      entry
        .replace(/\n$/, '')
        .replace(/^(?:X-Agentmail-\w+|Status|X-Status): .*\n/gm, '')
        .replace(/^>(>*From )/gm, '$1'),
    );
}

describe('account export --format mbox', () => {
  test('has every message with its exact source, drafts too', async () => {
    const entries = entriesOf(await exported());
    expect(entries).toHaveLength(3);
    const source = (await rawOf(ids.inbound)).toString('latin1').replaceAll('\r\n', '\n');
    expect(entries[0]).toBe(`${source}${source.endsWith('\n') ? '' : '\n'}`);
    expect(entries[1]).toContain('Subject: Notes\n');
    expect(entries[1]).toContain('\nFrom me to you.\n');
    expect(entries[2]).toContain('Subject: Later');
  });

  test(
    'is read back by another program',
    needsPrograms({ python3: spawnSync('python3', ['--version']).status === 0 }),
    async () => {
      const script = [
        'import json, mailbox, sys',
        'box = mailbox.mbox(sys.argv[1])',
        'def files(m): return [p.get_payload(decode=True).hex() for p in m.walk() if p.get_filename()]',
        'print(json.dumps([[m["Subject"], m["X-Agentmail-State"], m.get_flags(), files(m)] for m in box]))',
      ].join('\n');
      const read = execFileSync('python3', ['-c', script, await exported()], { encoding: 'utf8' });
      expect(JSON.parse(read)).toEqual([
        ['From here to there', 'available', 'O', ['000102feff']],
        ['Notes', 'delivered', 'O', [Buffer.from('Notes of the day.\n').toString('hex')]],
        ['Later', 'draft', 'OT', []],
      ]);
    },
  );

  test('does not go to a terminal, and not to a key alone', async () => {
    const shown = await agentmail(['account', 'export', '--format', 'mbox'], {
      ...cliOptions(),
      terminal: 80,
    });
    expect(shown.exit).toBe(2);
    expect((await service.call(tenant.admin, api.exportMbox, { id: tenant.accountId })).status).toBe(401);
  });
});

describe('account export --format maildir', () => {
  const folderOf = async () => {
    const folder = join(temporaryHome(), 'mail');
    const ran = await agentmail(['account', 'export', '--format', 'maildir', '-o', folder], cliOptions());
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    return folder;
  };

  test(
    'is read back by another program',
    needsPrograms({ python3: spawnSync('python3', ['--version']).status === 0 }),
    async () => {
      const script = [
        'import json, mailbox, sys',
        'box = mailbox.Maildir(sys.argv[1], factory=None, create=False)',
        'def files(m): return [p.get_payload(decode=True).hex() for p in m.walk() if p.get_filename()]',
        'read = [[m["Subject"], m.get_subdir(), m.get_flags(), files(m)] for m in box]',
        'print(json.dumps(sorted(read)))',
      ].join('\n');
      const folder = join(await folderOf(), tenant.mailbox.name);
      const read = execFileSync('python3', ['-c', script, folder], { encoding: 'utf8' });
      expect(JSON.parse(read)).toEqual([
        ['From here to there', 'new', '', ['000102feff']],
        ['Later', 'cur', 'DS', []],
        ['Notes', 'cur', 'S', [Buffer.from('Notes of the day.\n').toString('hex')]],
      ]);
    },
  );

  test('has each source with Unix line ends and its time, readable only by its owner', async () => {
    const folder = join(await folderOf(), tenant.mailbox.name);
    const [name = ''] = readdirSync(join(folder, 'new'));
    expect(name).toMatch(new RegExp(`^\\d+\\.${ids.inbound}\\.agentmail$`));
    const source = (await rawOf(ids.inbound)).toString('latin1').replaceAll('\r\n', '\n');
    expect(readFileSync(join(folder, 'new', name), 'latin1').endsWith(source)).toBe(true);
    const { mode, mtimeMs } = statSync(join(folder, 'new', name));
    expect([mode & 0o777, Math.floor(mtimeMs / 1000)]).toEqual([0o600, Number(name.split('.')[0])]);
    expect(readdirSync(folder).toSorted()).toEqual(['cur', 'new', 'tmp']);
  });

  test('is a tar archive in a pipe', async () => {
    const { body } = await service.operator(api.exportMaildir, { id: tenant.accountId });
    expect(String(body)).toContain(`${tenant.mailbox.name}/new/`);
    expect((await service.call(tenant.admin, api.exportMaildir, { id: tenant.accountId })).status).toBe(401);
  });

  test('leaves a folder alone that has something in it', async () => {
    const folder = temporaryHome();
    writeFileSync(join(folder, 'kept'), 'kept');
    const ran = await agentmail(['account', 'export', '--format', 'maildir', '-o', folder], cliOptions());
    expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
    expect(readdirSync(folder)).toEqual(['kept']);
    expect(existsSync(`${folder}.new`)).toBe(false);
  });
});

describe('an archive of something else', () => {
  test.each([
    '../helper/cur/1.a.agentmail:2,S',
    '/helper/cur/1.a.agentmail:2,S',
    'helper/cur/../../1.a',
    'helper/1.a.agentmail',
    'helper/cur/.bashrc/x',
    '.ssh/new/authorized_keys',
  ])('is refused before it writes %s', async (name) => {
    const folder = join(temporaryHome(), 'mail');
    const archive = pack();
    archive.entry({ name }, 'text');
    archive.finalize();
    const answer = new Response(await buffer(archive));
    await expect(writeFolder(folder, answer)).rejects.toThrow('no message of a Maildir');
    expect([existsSync(folder), existsSync(`${folder}.new`)]).toEqual([false, false]);
  });
});
