import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { cli, throwAwayHome } from '../support/daemon-process.ts';
import { createTenant, launch, startService, temporaryHome } from '../support/service.ts';

const run = promisify(execFile);

/** Each test starts many processes. */
const TIMEOUT = 60_000;

const restore = (file: string, home: string, ...flags: string[]) =>
  run(process.execPath, ['bin/agentmaild.js', 'restore', file, '--home', home, ...flags]);

it(
  'a backup that is made in use becomes a home with the same mail, large files too',
  async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const text = 'A line of a long message.\r\n'.repeat(4000);
    await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Large', text });
    await service.drain();
    const made = await service.operator(api.createBackup);
    expect(made.status).toBe(201);
    expect(statSync(made.body.file).mode & 0o777).toBe(0o600);
    expect(statSync(made.body.file).size).toBe(made.body.bytes);
    const { body: status } = await service.operator(api.getStatus);
    expect(status.last_backup_at).toBe((made.body as unknown as { created_at: string }).created_at);

    const home = temporaryHome();
    const restored = JSON.parse((await restore(made.body.file, home)).stdout);
    expect(restored).toMatchObject({ home, kept_in: null, accounts: 1, messages: 1 });
    const second = await launch({ home });
    onTestFinished(() => second.stop());
    const list = await second.call(admin, api.listMessages, { id: mailbox.id });
    expect(list.body.messages).toMatchObject([{ subject: 'Large' }]);
    const integrity = await second.operator(api.checkIntegrity);
    expect(integrity.body).toMatchObject({ ok: true });

    await expect(restore(made.body.file, home, '--force')).rejects.toMatchObject({
      stderr: expect.stringContaining('another agentmaild is running'),
    });
  },
  TIMEOUT,
);

it(
  'restoring puts a used home aside only when told to, and refuses what is no backup',
  async () => {
    const service = await startService();
    await createTenant(service);
    const { body } = await service.operator(api.createBackup);
    const home = temporaryHome();
    await restore(body.file, home);
    await expect(restore(body.file, home)).rejects.toMatchObject({
      stderr: expect.stringContaining('--force'),
    });
    const again = JSON.parse((await restore(body.file, home, '--force')).stdout);
    expect(again.kept_in).toContain('before-restore-');
    await expect(restore('package.json', home, '--force')).rejects.toMatchObject({
      stderr: expect.stringContaining("can't restore"),
    });
  },
  TIMEOUT,
);

it(
  'the command line restores, tells what it kept, and refuses while a daemon runs',
  async () => {
    const service = await startService();
    await createTenant(service);
    const { body } = await service.operator(api.createBackup);
    const home = temporaryHome();
    const first = await cli(home, ['restore', body.file]);
    expect(first.json()).toMatchObject({ home, kept_in: null, accounts: 1 });
    const refused = await cli(home, ['restore', body.file]);
    expect(refused.exit).toBe(4);
    expect(refused.error()).toMatchObject({
      code: 'NOT_RESTORED',
      error: expect.stringContaining('--force moves it aside'),
    });
    expect((await cli(home, ['restore', body.file, '--force'])).json()).toMatchObject({
      kept_in: expect.stringContaining(home),
    });
    const running = await cli(service.home, ['restore', body.file, '--force']);
    expect(running.error()).toMatchObject({ code: 'NOT_RESTORED', hint: 'agentmail down' });
    expect((await cli(home, ['restore', '--force', 'no-such-file'])).exit).toBe(2);
  },
  TIMEOUT,
);

it(
  'on another machine, where no key is, a restored home is of use after one more command',
  async () => {
    const service = await startService();
    const { mailbox } = await createTenant(service);
    const { body } = await service.operator(api.createBackup);
    const { body: found } = await service.operator(api.operatorListAccounts);
    const home = throwAwayHome();
    expect(await cli(home, ['restore', body.file])).toMatchObject({ exit: 0, stderr: '' });
    const up = await cli(home, ['up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0']);
    expect(up.error()).toMatchObject({ notice: expect.stringContaining('agentmail operator accounts key') });
    const [owner] = found.accounts;
    await cli(home, ['operator', 'accounts', 'key', owner?.email ?? '', '--save-as', 'default']);
    const { mailboxes } = (await cli(home, ['mailboxes', 'list'])).json<{ mailboxes: { id: string }[] }>();
    expect(mailboxes).toMatchObject([{ id: mailbox.id }]);
  },
  TIMEOUT,
);

it(
  'a backup goes through a pipe into another home, compressed or not',
  async () => {
    const service = await startService();
    await createTenant(service);
    for (const flags of ['', '--compress']) {
      const home = throwAwayHome();
      const agentmail = `"${process.execPath}" bin/agentmail.js`;
      const line = `${agentmail} backup ${flags} --output - --home "${service.home}" | ${agentmail} restore - --home "${home}"`;
      const { stdout } = await run('/bin/sh', ['-c', line]);
      expect(JSON.parse(stdout)).toMatchObject({ home, accounts: 1, kept_in: null });
    }
  },
  TIMEOUT,
);
