import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { needsPrograms } from '../../support/needs.ts';
import { builtSdist, builtWheel, PYTHON, venv } from '../../support/python.ts';
import { createAgent, createTenant, startService } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** The Python package, built, and installed into an empty environment without a network. */

const run = promisify(execFile);
const EXAMPLE = resolve('docs/examples/answer_mail.py');
/** No file of the machine counts, and no index is asked. */
const ENV = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/** The interpreter of a new environment. */
async function newEnvironment(): Promise<string> {
  const folder = temporaryHome();
  await run(PYTHON, ['-m', 'venv', folder]);
  return join(folder, 'bin/python');
}

const install = (interpreter: string, ...files: readonly string[]) =>
  run(interpreter, ['-m', 'pip', 'install', '--no-index', ...files], { env: ENV, cwd: temporaryHome() });

async function printed(interpreter: string, program: string): Promise<string> {
  const { stdout } = await run(interpreter, ['-c', program], { env: ENV, cwd: temporaryHome() });
  return stdout.trim();
}

/** Files of the package by their digests, as pip lists them. */
const FILES = `
import importlib.metadata as metadata
for file in sorted(map(str, metadata.files("agentmaild-client"))):
    if file.startswith("agentmaild_client/") and not file.endswith(".pyc"): print(file)
`;

describe('the Python package', needsPrograms(venv()), () => {
  let wheel: string;
  let interpreter: string;

  beforeAll(async () => {
    wheel = builtWheel(temporaryHome());
    interpreter = await newEnvironment();
    await install(interpreter, wheel);
  });

  it('is the same whenever it is built', () => {
    expect(readFileSync(builtWheel(temporaryHome())).equals(readFileSync(wheel))).toBe(true);
    const [one, other] = [builtSdist(temporaryHome()), builtSdist(temporaryHome())].map((path) =>
      readFileSync(path),
    );
    expect(one?.equals(other as Buffer)).toBe(true);
  });

  it('has the version of the whole, needs nothing else, and compiles', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const facts = await printed(
      interpreter,
      `import agentmaild_client as client, importlib.metadata as metadata, json
found = metadata.distribution("agentmaild-client")
print(json.dumps([client.__version__, found.version, found.requires, found.metadata["License-Expression"]]))`,
    );
    expect(JSON.parse(facts)).toEqual([version, version, null, 'MIT']);
    await run(interpreter, ['-m', 'pip', 'check'], { env: ENV });
    const path = await printed(interpreter, 'import agentmaild_client; print(agentmaild_client.__path__[0])');
    expect(path).not.toContain('shared/client');
    await run(interpreter, ['-W', 'error', '-m', 'compileall', '-q', '-f', path], { env: ENV });
  });

  it('is the same from the sdist, and from the folder of a checkout', async () => {
    const files = (await printed(interpreter, FILES)).split('\n');
    expect(files).toContain('agentmaild_client/py.typed');
    for (const source of [builtSdist(temporaryHome()), resolve('shared/client/python')]) {
      const other = await newEnvironment();
      await install(other, source);
      expect((await printed(other, FILES)).split('\n')).toEqual(files);
    }
  });

  it('runs the first program of docs/client.md', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const [, program = ''] = /^```python\n(.*?)^```/ms.exec(readFileSync('docs/client.md', 'utf8')) ?? [];
    const here = program.replace('http://127.0.0.1:4310', service.daemon.runtime.http);
    expect(here).not.toBe(program);
    const env = { ...ENV, AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id) };
    const { stdout } = await run(interpreter, ['-c', here], { env, cwd: temporaryHome() });
    expect(stdout).toMatch(/^sent \d+\n$/);
  });

  it('runs the example, which answers the next message', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const env = {
      ...ENV,
      AGENTMAIL_URL: service.daemon.runtime.http,
      AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id),
    };
    const child = spawn(interpreter, [EXAMPLE, mailbox.name], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const written = child.stdout.setEncoding('utf8').toArray();
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(1);
    await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Hi', text: 'Hello.' });
    expect((await written).join('')).toMatch(/^sent: [0-9a-f-]{36}\n$/);
    const { body } = await service.operator(api.listOutbox);
    expect(body.items).toMatchObject([{ to: 'ann@example.org', subject: 'Re: Hi' }]);
  });
});
