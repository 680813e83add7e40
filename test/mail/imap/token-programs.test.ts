import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { ANN } from '../../support/far-provider.ts';
import { MailSink } from '../../support/mail-sink.ts';
import { createTenant } from '../../support/service.ts';
import { tokenScene } from '../../support/token-program.ts';

const FAILED = { ok: false, stage: 'login', reason: 'token_program_failed' };

describe('a program that prints tokens', () => {
  test.each([
    ['fails', ['echo token', 'exit 3']],
    ['prints nothing', []],
    ['prints two lines', ['echo token', 'echo another']],
    ['prints what is no token', ['echo "a token"']],
    ['prints too much', ['head -c 9000 /dev/zero | tr "\\\\0" a', 'sleep 1000']],
  ])('%s: the log-in fails with a code, and without its words', async (_, lines) => {
    const scene = await tokenScene();
    scene.script(...lines);
    expect((await scene.check()).body).toEqual({ imap: FAILED, smtp: FAILED });
    const refused = await scene.service.call(scene.tenant.admin, api.createMailbox, {
      name: 'ann',
      connection: { ...scene.settings(), ...scene.servers() },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'SELF_HOSTED_PROBE_FAILED' } });
    expect([scene.imap.givenTokens, scene.runs().length]).toEqual([[], 4]);
  });

  test('that is not there is a failed one', async () => {
    const scene = await tokenScene();
    const program = {
      name: 'ours',
      command: ['/nowhere/print-token'],
      hosts: ['imap.firm.example', 'smtp.firm.example'],
    };
    await scene.service.operator(api.updateSettings, {
      'connections.token_programs': [{ ...program, accounts: ['owner@example.com'] }],
    });
    expect((await scene.check()).body).toEqual({ imap: FAILED, smtp: FAILED });
  });

  test('is killed with all that it started after 30 seconds', async () => {
    const scene = await tokenScene();
    const pids = join(scene.service.home, 'pids');
    scene.script('sleep 100000 &', `echo $! >> "${pids}"`, 'wait');
    const answer = scene.check();
    const started = () => {
      try {
        return readFileSync(pids, 'utf8').split('\n').slice(0, -1).map(Number);
      } catch {
        return [];
      }
    };
    await expect.poll(() => started().length).toBe(2);
    await scene.service.operator(api.advanceClock, { seconds: 31 });
    expect((await answer).body).toEqual({ imap: FAILED, smtp: FAILED });
    const runs = (pid: number) => {
      try {
        // Without an init, an ended process stays as a zombie.
        return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    await expect.poll(() => started().filter(runs)).toEqual([]);
  });

  test('gets two variables, and none of the daemon but PATH and HOME', async () => {
    const scene = await tokenScene();
    vi.stubEnv('AGENTMAIL_TEST_SECRET', 'x');
    onTestFinished(() => void vi.unstubAllEnvs());
    const variables = join(scene.service.home, 'variables');
    scene.script(`env > "${variables}"`);
    await scene.check();
    const names = readFileSync(variables, 'utf8').match(/^[A-Z_]+(?==)/gm) ?? [];
    const own = ['_', 'OLDPWD', 'PWD', 'SHLVL'];
    expect(names.filter((name) => !own.includes(name)).sort()).toEqual([
      'AGENTMAIL_ADDRESS',
      'AGENTMAIL_HOST',
      'HOME',
      'PATH',
    ]);
  });
});

describe('tokens', () => {
  test('are only for the hosts and accounts of the setting, and for addresses', async () => {
    const scene = await tokenScene();
    const { service, tenant } = scene;
    scene.issue('token-1');
    const { imap, smtp } = scene.servers();
    const problem = (path: string, message: string) => ({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { issues: [{ path, message }] } },
    });
    expect(await scene.check({ imap: { ...imap, host: 'imap.evil.example' } })).toMatchObject(
      problem('imap.token_program', 'may not send its tokens to imap.evil.example'),
    );
    expect(await scene.check({ smtp: { ...smtp, token_program: 'theirs' } })).toMatchObject(
      problem('smtp.token_program', 'is not a token program of this account'),
    );
    for (const username of ['ann', '-x@firm.example', 'a$(id)@firm.example', 'a\x01b@firm.example']) {
      expect(await scene.check({ imap: { ...imap, username } })).toMatchObject(
        problem('imap.token_program', 'needs an email address as the user name'),
      );
    }
    const both = await scene.check({ imap: { ...imap, ...{ password: 'x' } } });
    expect(both).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    expect(await service.call(other.admin, api.checkConnection, { imap, smtp })).toMatchObject(
      problem('imap.token_program', 'is not a token program of this account'),
    );
    const { api_key } = await service.must(tenant.admin, api.createApiKey, {
      role: 'agent',
      mailbox_ids: [tenant.mailbox.id],
    });
    expect(await service.call(api_key, api.checkConnection, { imap, smtp })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    });
    expect([scene.runs(), scene.imap.givenTokens]).toEqual([[], []]);
  });

  test('are not sent to servers that take only passwords', async () => {
    const scene = await tokenScene();
    scene.issue('token-1');
    scene.imap.capabilities = ['IMAP4rev1', 'AUTH=PLAIN'];
    const tls = {
      ...(await (await testAuthority()).issue('smtp.firm.example', '127.0.0.1')),
      immediate: true,
    };
    const plain = await MailSink.start({ tls, login: { user: ANN, pass: 'x' } });
    onTestFinished(() => plain.die());
    const { smtp } = scene.servers();
    const NOT_OFFERED = { ok: false, stage: 'login', reason: 'not_offered' };
    expect((await scene.check({ smtp: { ...smtp, port: plain.port } })).body).toEqual({
      imap: NOT_OFFERED,
      smtp: NOT_OFFERED,
    });
    expect(scene.imap.givenTokens).toEqual([]);
  });
});
