import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { builtWheel, PYTHON, python, unpackedWheel } from '../support/python.ts';
import { createAgent, createTenant, startService } from '../support/service.ts';
import { isInstalled } from '../support/shells.ts';

/** The programs of docs/quickstart.md, each run as it is written in an empty folder. */

const run = promisify(execFile);
const PAGE = readFileSync('docs/quickstart.md', 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentmail-quickstart-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** The program of a language on the page. */
function programIn(language: string): string {
  const found = [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  expect(found).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

/** The output of the program of a language, with the key of an agent. */
async function printed(language: string, command: string): Promise<string> {
  const service = await startService();
  const { admin, mailbox } = await createTenant(service);
  const file = `program.${language}`;
  writeFileSync(join(folder, file), programIn(language));
  const env = {
    PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
    AGENTMAIL_URL: service.daemon.runtime.http,
    AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id),
  };
  return (await run(command, [file], { cwd: folder, env })).stdout;
}

it('runs with curl', needsPrograms({ curl: isInstalled('curl') }), async () => {
  expect(await printed('sh', 'sh')).toMatch(/"content":"It works\./);
});

it('runs in TypeScript, with the package and nothing else', async () => {
  const { stdout } = await run('npm', [
    'pack',
    resolve('dist/client'),
    '--json',
    '--pack-destination',
    folder,
  ]);
  const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout)) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], {
    cwd: folder,
  });
  expect((await printed('ts', 'node')).trim()).toBe('It works.');
});

it('runs in Python, with the package and the standard library', needsPrograms(python()), async () => {
  unpackedWheel(builtWheel(folder), folder);
  expect((await printed('python', PYTHON)).trim()).toBe('It works.');
});
