import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as api from '../../support/api.ts';
import { needsPrograms } from '../../support/needs.ts';
import { createAgent, createTenant, type Service, startService } from '../../support/service.ts';

/** Clients that others generate from the OpenAPI document of a running daemon. */

const run = promisify(execFile);
const TSC = resolve('node_modules/typescript/bin/tsc');
const GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5'];
/** How npm fails where no registry can be reached. */
const OFFLINE = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ETARGET|E40[134]/;
const PERL_CLIENT = join(import.meta.dirname, 'client.pl');

const PROGRAM = `import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const { AGENTMAIL_URL: baseUrl = '', AGENTMAIL_KEY: key = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } });
const { data, error } = await client.POST('/v1/messages/send', {
  params: { header: { 'idempotency-key': 'generated-1' } },
  body: { from_mailbox: 'helper', to: 'ann@example.com', subject: 'Hello', body: 'It works.' },
});
if (error) throw new Error(error.code);
const { data: message } = await client.GET('/v1/messages/{id}', { params: { path: { id: data.message_id } } });
console.log(data.status, message?.body.content);
`;

async function settingsOf(service: Service): Promise<NodeJS.ProcessEnv> {
  const { admin, mailbox } = await createTenant(service);
  const AGENTMAIL_KEY = await createAgent(service, admin, mailbox.id);
  return { ...process.env, NODE_OPTIONS: '', AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY };
}

async function expectSent(service: Service): Promise<void> {
  const { body } = await service.operator(api.listOutbox);
  expect(body.items).toMatchObject([{ to: 'ann@example.com', subject: 'Hello', text: 'It works.' }]);
}

it('openapi-typescript makes types with which a program compiles strictly, sends and reads', async ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-generated-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  try {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...GENERATOR]);
  } catch (error) {
    if (!OFFLINE.test((error as { stderr: string }).stderr)) throw error;
    process.stderr.write('NOT TESTED: npm reaches no registry, so openapi-typescript was not installed.\n');
    skip('npm reaches no registry');
  }
  const service = await startService();
  const env = await settingsOf(service);
  const generator = join(folder, 'node_modules/openapi-typescript/bin/cli.js');
  const document = `${env.AGENTMAIL_URL}/openapi.json`;
  await run(process.execPath, [generator, document, '-o', join(folder, 'api.ts')], { env, cwd: folder });
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const options = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true };
  const types = {
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    allowImportingTsExtensions: true,
  };
  const config = { compilerOptions: { ...options, ...types }, files: ['program.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout: problems } = await run(process.execPath, [TSC, '-p', folder]).catch((error) => error);
  expect(problems).toBe('');
  const { stdout } = await run(process.execPath, ['program.ts'], { env, cwd: folder });
  expect(stdout.trim()).toBe('sent It works.');
  await expectSent(service);
});

const hasClient = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0;
it(
  "Perl's OpenAPI::Client makes methods of the document, sends and reads",
  needsPrograms({ 'libopenapi-client-perl': hasClient }),
  async () => {
    const service = await startService();
    const { stdout } = await run('perl', [PERL_CLIENT], { env: await settingsOf(service) });
    expect(stdout.trim()).toBe('sent It works.');
    await expectSent(service);
  },
);
