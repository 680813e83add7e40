import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { agentmail } from '../support/cli.ts';
import { createAgent, createTenant, startService } from '../support/service.ts';

const run = promisify(execFile);
const EXAMPLE = 'docs/examples/answer-mail.ts';
const TSC = resolve('node_modules/typescript/bin/tsc');

it('the example of the client compiles against the types of the package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  copyFileSync(EXAMPLE, join(folder, 'example.ts'));
  const types = join(folder, 'types');
  await run(process.execPath, [TSC, '-p', '.config/client.tsconfig.json', '--outDir', types]);
  const config = {
    compilerOptions: {
      ...{
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        types: ['node'],
        skipLibCheck: true,
      },
      paths: { 'agentmail/client': ['./types/cli/client/public.d.ts'] },
    },
    files: ['example.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [TSC, '-p', join(folder, 'tsconfig.json')]);

  writeFileSync(
    join(folder, 'example.ts'),
    `import { connect, reading } from 'agentmail/client';
     await connect({ url: '', key: '' }).call(reading.getMessage, { params: { message: 'x' } });`,
  );
  await expect(run(process.execPath, [TSC, '-p', join(folder, 'tsconfig.json')])).rejects.toThrow();
}, 60_000);

it('the example of the client answers the next message', async () => {
  const service = await startService();
  const { admin, mailbox } = await createTenant(service);
  const env = {
    AGENTMAIL_URL: service.daemon.runtime.http,
    AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id),
  };
  await service.deliver({ from: 'bob@example.org', to: mailbox.address, subject: 'Before', text: 'Hello.' });
  await service.drain();
  const child = spawn(process.execPath, [EXAMPLE, mailbox.name], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written = child.stdout.setEncoding('utf8').toArray();
  const figures = async () => (await agentmail(['operator', 'metrics'], { home: service.home })).stdout;
  await expect.poll(figures).toContain('agentmail_waiting_calls 1');
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Hi', text: 'Hello.' });
  expect((await written).join('')).toMatch(/^sent: [0-9a-f-]{36}\n$/);
  const { body } = await service.operator(api.listOutbox);
  expect(body.items).toMatchObject([{ to: 'ann@example.org', subject: 'Re: Hi' }]);
});
