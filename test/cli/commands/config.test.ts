import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../shared/contract/settings.ts';
import { agentmail } from '../../support/cli.ts';
import { startService } from '../../support/service.ts';
import { startStub } from '../../support/stub-daemon.ts';

interface Listed {
  readonly settings: readonly {
    readonly name: string;
    readonly of: string;
    readonly scope: unknown;
    readonly value: unknown;
  }[];
  readonly daemon_problem: string | null;
}

const settingOf = ({ settings }: Listed, name: string) => settings.find((row) => row.name === name)?.value;

describe('agentmail config', () => {
  test('shows settings of profile and daemon in one list, each with what it decides', async () => {
    const { home } = await startService();
    await agentmail(['config', 'set', 'mailbox', 'support'], { home });
    const all = (await agentmail(['config', 'list'], { home })).json<Listed>();
    expect(all.settings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mailbox', ...SETTING_NAMES]),
    );
    expect(settingOf(all, 'mailbox')).toBe('support');
    expect(settingOf(all, 'mail.transport')).toBe('capture');
    const scopeOf = (name: string) => all.settings.find((row) => row.name === name)?.scope;
    expect(['mailbox', 'smtp.tls', 'access.signup'].map(scopeOf)).toEqual([null, 'machine', 'service']);
    const mail = (await agentmail(['config', 'list', 'mail'], { home })).json<Listed>();
    expect(mail.settings.every(({ name }) => name.startsWith('mail.'))).toBe(true);
    expect((await agentmail(['config', 'list'], { home, terminal: 120 })).stdout).toContain(
      'how mail leaves',
    );
    const shown = (await agentmail(['config', 'list', 'mail.hostname'], { home, terminal: 120 })).stdout;
    expect(shown).toContain("name of this daemon for other mail servers (of the daemon's machine)");
  });

  test('changes and resets them by the same words', async () => {
    const { home } = await startService();
    const set = await agentmail(['config', 'set', 'access.signup', 'closed'], { home });
    expect(settingOf(set.json<Listed>(), 'access.signup')).toBe('closed');
    expect((await agentmail(['config', 'get', 'access.signup'], { home })).stdout).toBe('closed\n');
    await agentmail(['config', 'unset', 'access.signup'], { home });
    expect((await agentmail(['config', 'get', 'access.signup', '--json'], { home })).json()).toMatchObject({
      name: 'access.signup',
      value: 'open',
      choices: ['open', 'closed', 'code'],
    });
    await agentmail(['config', 'set', 'mailbox', 'support'], { home });
    await agentmail(['config', 'unset', 'mailbox'], { home });
    expect((await agentmail(['config', 'get', 'mailbox'], { home })).stdout).toBe('null\n');
  });

  test('tells that a flag of this run overrules what is stored', async () => {
    const { home } = await startService({ config: { fixedSettings: ['http.listen'] } });
    const set = await agentmail(['config', 'set', 'http.listen', '127.0.0.1:4999'], { home });
    expect(JSON.parse(set.stderr).notice).toContain(
      'http.listen is stored but overridden by a flag of this run',
    );
    const other = await agentmail(['config', 'set', 'smtp.listen', '127.0.0.1:2999'], { home });
    expect(other.stderr).toBe('');
  });

  test('takes JSON, and secrets from stdin, which are not shown again', async () => {
    const { home } = await startService();
    await agentmail(['config', 'set', 'http.allowed_hosts', '["mail.example.com"]'], { home });
    expect((await agentmail(['config', 'get', 'http.allowed_hosts'], { home })).stdout).toBe(
      '["mail.example.com"]\n',
    );
    const relay = '{"url":"smtp://127.0.0.1:9","username":"me","password":"hush-hush"}';
    const set = await agentmail(['config', 'set', 'mail.relay'], { home, stdin: `${relay}\n` });
    expect(set).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('hush-hush') });
    expect(settingOf(set.json<Listed>(), 'mail.relay')).toMatchObject({ username: 'me', password_set: true });
  });

  test('refuses what is no setting and what is no value', async () => {
    const { home } = await startService();
    const unknown = await agentmail(['config', 'get', 'mail.relais'], { home });
    expect(unknown.error()).toMatchObject({ code: 'USAGE', hint: expect.stringContaining('mail.relay') });
    expect((await agentmail(['config', 'set', 'access.signup', 'perhaps'], { home })).exit).toBe(2);
    expect((await agentmail(['config', 'set', 'mailbox'], { home, stdin: '' })).exit).toBe(2);
    expect((await agentmail(['config', 'set', 'url', 'nowhere'], { home })).exit).toBe(2);
  });

  test('without a daemon shows those of the profile and says why', async () => {
    const { home } = await startStub(() => {});
    const env = { AGENTMAIL_HOME: `${home}/empty` };
    const listed = (await agentmail(['config', 'list'], { home, env })).json<Listed>();
    expect(listed.settings.map(({ of }) => of)).toEqual(['profile', 'profile']);
    expect(listed.daemon_problem).toContain('No daemon is running');
    expect((await agentmail(['config', 'get', 'mail.transport'], { home, env })).exit).toBe(7);
  });
});
