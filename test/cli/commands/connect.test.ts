import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { ANN, letterTo, providerScene } from '../../support/far-provider.ts';
import { temporaryHome } from '../../support/service.ts';
import { tokenScene } from '../../support/token-program.ts';

describe('mailboxes connect', () => {
  it('says which log-in fails, connects by one command, and shows a server that fails later', async () => {
    const { service, tenant, imap, smtp } = await providerScene();
    const env = {
      AGENTMAIL_URL: service.daemon.runtime.http,
      AGENTMAIL_KEY: tenant.admin,
      NO_COLOR: '1',
    };
    const home = temporaryHome();
    const run = (stdin: string, ...words: string[]) =>
      agentmail(['mailboxes', ...words], { home, env, stdin, terminal: 100 });
    const servers = [
      ...['--imap', `imaps://imap.firm.example:${imap.port}`],
      ...['--smtp', `smtps://smtp.firm.example:${smtp.port}`],
    ];
    const typed = (password: string, ...words: string[]) =>
      agentmail(['mailboxes', 'connect', ANN, ...servers, ...words], { home, env, stdin: `${password}\n` });

    const wrong = await typed('wrong', '--guarded');
    expect(wrong.exit).toBe(4);
    expect(wrong.stderr).toContain('IMAP failed at login (login_refused), SMTP failed at login (535)');
    const checked = await typed('wrong', '--check');
    expect([checked.exit, checked.json<{ smtp: unknown }>().smtp]).toEqual([
      4,
      { ok: false, stage: 'login', reason: '535' },
    ]);
    expect((await service.must(tenant.admin, api.listMailboxes, {})).mailboxes).toHaveLength(1);

    const connected = await typed('the right password', '--guarded');
    expect(connected.json()).toMatchObject({ address: ANN, state: 'active', folder: 'INBOX', after: 'keep' });
    expect(connected.stdout + connected.stderr).not.toContain('the right password');
    const made = await service.must(tenant.admin, api.getMailbox, { id: ANN });
    expect(made).toMatchObject({ name: 'ann', hitl_mode: 'all_outbound', connection_state: 'active' });
    imap.deliver(letterTo('Lunch'));
    await expect
      .poll(async () => {
        const { messages } = await service.must(tenant.admin, api.listMessages, { id: ANN });
        return messages.map(({ subject }) => subject);
      })
      .toEqual(['Lunch']);

    imap.password = 'another password';
    imap.drop();
    await service.operator(api.advanceClock, { seconds: 2 });
    await expect
      .poll(async () => (await service.must(tenant.admin, api.getMailbox, { id: ANN })).connection_state)
      .toBe('failing');
    expect((await run('', 'show', ANN)).stdout).toMatch(/connection +failing/);
    expect((await run('', 'connection', ANN)).stdout).toMatch(/imap .*login failed, login_refused/);
    const { checks } = (await agentmail(['doctor'], { home, env })).json<{
      checks: { id: string; severity: string; remedy?: string }[];
    }>();
    expect(checks.find(({ id }) => id === 'connections')).toMatchObject({
      severity: 'error',
      remedy: 'agentmail mailboxes connection ann',
    });

    // Flags of a new mailbox would change nothing here.
    const ignored = await typed('another password', '--guarded', '--agent-release', 'never');
    expect([ignored.exit, ignored.error().error]).toEqual([
      2,
      'ann exists, so --guarded, --agent-release change nothing.',
    ]);
    await typed('another password\nthe right password', '--smtp-password');
    expect((await run('', 'connection', ANN)).stdout).toMatch(/connection +active/);
    expect((await run('', 'disconnect', ANN, '--yes')).stdout).toMatch(/connection +disconnected/);
  });

  it('logs in with tokens of a program, and asks for no password then', async () => {
    const scene = await tokenScene();
    const { service, tenant, imap, smtp } = scene;
    const env = { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' };
    const home = temporaryHome();
    const servers = [
      ...['--imap', `imaps://imap.firm.example:${imap.port}`],
      ...['--smtp', `smtps://smtp.firm.example:${smtp.port}`],
    ];
    const connect = (...words: string[]) =>
      agentmail(['mailboxes', 'connect', ANN, ...servers, ...words], { home, env });
    scene.script('exit 1');
    const failed = await connect('--token-program', 'ours', '--guarded');
    expect([failed.exit, failed.stderr]).toEqual([
      4,
      expect.stringContaining('IMAP failed at login (token_program_failed)'),
    ]);
    scene.issue('token-1');
    const unknown = await connect('--token-program', 'theirs', '--guarded');
    expect([unknown.exit, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('is not a token program of this account'),
    ]);
    const connected = await connect('--token-program', 'ours', '--guarded');
    expect(connected.json()).toMatchObject({ state: 'active', imap: { token_program: 'ours' } });
    const shown = await agentmail(['mailboxes', 'connection', ANN], { home, env, terminal: 120 });
    expect(shown.stdout).toContain('tokens of ours');
    const both = await connect('--token-program', 'ours', '--smtp-password');
    expect([both.exit, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
  });

  it('needs both servers', async () => {
    const ran = await agentmail(['mailboxes', 'connect', ANN, '--imap', 'imaps://imap.firm.example'], {
      home: temporaryHome(),
    });
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining('Both servers are required')]);
  });
});
