import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { needsPrograms } from '../support/needs.ts';
import {
  createAgent,
  createTenant,
  type Service,
  sentToday,
  startService,
  type Tenant,
} from '../support/service.ts';

/** Programs of others that call the built `agentmail sendmail`, three times with a refusal in between. */

const PROGRAM = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const RECIPIENTS = ['ann@example.com', 'nobody@nowhere.invalid', 'bea@example.com', 'carl@example.com'];

let service: Service;
let tenant: Tenant;
let folder: string;
let command: string;
beforeEach(async () => {
  service = await startService();
  tenant = await createTenant(service);
  const key = await createAgent(service, tenant.admin, tenant.mailbox.id);
  folder = mkdtempSync(join(tmpdir(), 'agentmail-sendmail-'));
  command = join(folder, 'sendmail');
  const lines = [
    '#!/bin/sh',
    `export AGENTMAIL_URL=${service.daemon.runtime.http} AGENTMAIL_KEY=${key} AGENTMAIL_HOME=${folder}`,
    `exec ${process.execPath} ${PROGRAM} sendmail "$@"`,
  ];
  writeFileSync(command, `${lines.join('\n')}\n`);
  chmodSync(command, 0o755);
});

const works = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

function run(
  program: string,
  words: readonly string[],
  input = '',
): Promise<{ exit: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, HOME: folder, MAILRC: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const child = execFile(program, [...words], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ exit: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
}

/** Sends to each recipient; the second one is refused. */
async function sendsThree(
  send: (to: string) => Promise<{ exit: number; output: string }>,
): Promise<string[]> {
  const outputs: string[] = [];
  const passed: boolean[] = [];
  for (const to of RECIPIENTS) {
    const { exit, output } = await send(to);
    outputs.push(output);
    passed.push(exit === 0);
  }
  expect(passed).toEqual([true, false, true, true]);
  expect(await sentToday(service, tenant.admin)).toBe(3);
  return outputs;
}

describe('agentmail sendmail is called', () => {
  it('as by cron', async () => {
    const mail = (to: string) =>
      `From: root (Cron Daemon)\nTo: ${to}\nSubject: Cron <root@here> date\n\nSat\n`;
    const words = ['-i', '-FCronDaemon', '-B8BITMIME', '-oem'];
    const outputs = await sendsThree((to) => run(command, [...words, to], mail(to)));
    expect(outputs[0]).toBe('');
    expect((await run(command, [...words, 'root'], mail('root'))).exit).toBe(67);
  });

  it('by PHP’s mail()', needsPrograms({ php: works('php', '--version') }), async () => {
    const code = `exit(mail($argv[1], 'Zählung', "Hello.\\n.\\nBye.", 'X-Mailer: PHP') ? 0 : 1);`;
    await sendsThree((to) => run('php', ['-d', `sendmail_path=${command} -t -i`, '-r', code, '--', to]));
    const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    const { body } = await service.must(tenant.admin, api.getMessage, { id: messages[0]?.id ?? '' });
    expect(body.content).toBe('Hello.\n.\nBye.');
  });

  it('by s-nail', needsPrograms({ 's-nail': works('s-nail', '-V') }), async () => {
    const settings = [
      '-S',
      'v15-compat=yes',
      '-S',
      `mta=${command}`,
      '-S',
      'sendwait',
      '-S',
      `from=${tenant.mailbox.address}`,
    ];
    await sendsThree((to) => run('s-nail', ['-n', ...settings, '-s', 'Numbers', to], 'Here they are.\n'));
  });

  it('by git send-email', needsPrograms({ 'git send-email': hasSendEmail() }), async () => {
    const git = (...words: string[]) => run('git', words);
    await git('init', '--quiet');
    await git('config', 'user.email', tenant.mailbox.address);
    await git('config', 'user.name', 'Helper');
    writeFileSync(join(folder, 'one'), 'one');
    await git('add', 'one');
    await git('commit', '--quiet', '--message', 'add one');
    const flags = ['--confirm=never', '--suppress-cc=all', `--sendmail-cmd=${command}`, '--root'];
    await sendsThree((to) => git('send-email', ...flags, '--no-validate', '--to', to, 'HEAD'));
  });
});

function hasSendEmail(): boolean {
  const { stdout } = spawnSync('git', ['--exec-path'], { encoding: 'utf8' });
  return existsSync(join((stdout ?? '').trim(), 'git-send-email'));
}
