import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { createAgent, createTenant, startService } from '../support/service.ts';

/** The package agentmaild-client, packed from the build and installed into an empty folder. */

const run = promisify(execFile);
const MOST_BYTES = 140 * 1024;
const EXAMPLE = 'docs/examples/answer-mail.ts';
const TSC = resolve('node_modules/typescript/bin/tsc');
/** How npm fails where no registry can be reached. */
const OFFLINE = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ETARGET|E40[134]/;

let folder: string;
const installed = () => join(folder, 'node_modules/agentmaild-client');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentmaild-client-'));
  const { stdout } = await run('npm', [
    'pack',
    resolve('dist/client'),
    '--json',
    '--pack-destination',
    folder,
  ]);
  const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout)) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], {
    cwd: folder,
  });
  copyFileSync(EXAMPLE, join(folder, 'example.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the installed package', () => {
  it('is smaller than 140 KB and brings nothing else', () => {
    const names = readdirSync(installed());
    const bytes = names.reduce((sum, name) => sum + statSync(join(installed(), name)).size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'index.d.ts']));
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'agentmaild-client',
    ]);
  });

  it('has types that compile strictly, and refuse what the API has not', async () => {
    const compile = async (text?: string) => {
      if (text !== undefined) writeFileSync(join(folder, 'wrong.ts'), text);
      const options = {
        target: 'es2022',
        lib: ['es2022', 'dom'],
        module: 'nodenext',
        strict: true,
        noEmit: true,
      };
      const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')], skipLibCheck: false };
      const files = [text === undefined ? 'example.ts' : 'wrong.ts'];
      const config = { compilerOptions: { ...options, ...types }, files };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((error) => error);
      return stdout as string;
    };
    expect(await compile()).toBe('');
    const start =
      "import { AgentMail } from 'agentmaild-client'; const mail = new AgentMail({ url: '', key: '' });";
    expect(await compile(`${start} await mail.messages.send({ boddy: 'x' });`)).toMatch(/boddy/);
    expect(
      await compile(`${start} for await (const { event, data } of mail.events.stream())
        if (event === 'message.received') data.bounce_type;`),
    ).toMatch(/bounce_type/);
    expect(
      await compile(`import type { AgentMail, MailEvent, Message } from 'agentmaild-client';
        export const subject = (event: MailEvent<'message.bounced'>, _: AgentMail, message: Message) =>
          event.data.bounce_type === 'hard' ? message.body.content : event.data.subject;`),
    ).toBe('');
  });
});

/** Answers the next message with the example, run by a program; `prepare` gets it ready. */
async function answers(program: string, ...args: readonly string[]): Promise<void> {
  const service = await startService();
  const { admin, mailbox } = await createTenant(service);
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    AGENTMAIL_URL: service.daemon.runtime.http,
    AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id),
  };
  await service.deliver({ from: 'bob@example.org', to: mailbox.address, subject: 'Before', text: 'Hello.' });
  await service.drain();
  const { signals } = service.daemon.context;
  const child = spawn(program, [...args, 'example.ts', mailbox.name], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written = child.stdout.setEncoding('utf8').toArray();
  await expect.poll(() => signals.watching('mailbox')).toBe(1);
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Hi', text: 'Hello.' });
  expect((await written).join('')).toMatch(/^sent: [0-9a-f-]{36}\n$/);
  const { body } = await service.operator(api.listOutbox);
  expect(body.items).toMatchObject([{ to: 'ann@example.org', subject: 'Re: Hi' }]);
}

describe('the example of the client answers the next message', () => {
  it('in Node', () => answers(process.execPath));

  it.each([
    { name: 'deno', args: ['run', '--allow-net', '--allow-env', '--no-check'] },
    { name: 'bun', args: ['run'] },
  ])('in $name', async ({ name, args }) => {
    const tools = join(folder, name);
    const program = await installProgram(tools, name);
    if (program === null) {
      process.stderr.write(`NOT TESTED: npm reaches no registry, so ${name} was not installed.\n`);
      return;
    }
    await answers(program, ...args);
  });
});

/** The program of an npm package that brings a binary; null where npm is offline. */
async function installProgram(prefix: string, name: string): Promise<string | null> {
  const program = join(prefix, 'node_modules/.bin', name);
  try {
    await run('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', name]);
  } catch (error) {
    if (OFFLINE.test((error as { stderr: string }).stderr)) return null;
    throw error;
  }
  return existsSync(program) ? program : null;
}
