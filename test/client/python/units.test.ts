import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { testAuthority } from '../../support/certificates.ts';
import { needsPrograms } from '../../support/needs.ts';
import { PYTHON, PYTHON_ENV, python } from '../../support/python.ts';
import { temporaryHome } from '../../support/temporary.ts';

const run = promisify(execFile);

/** A server that says that it's well, and the file with its authority. */
async function tlsServer(): Promise<NodeJS.ProcessEnv> {
  const authority = await testAuthority();
  const server = createServer(await authority.issue('localhost', '127.0.0.1'), (_request, response) => {
    response.end('{"status":"ok"}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const file = join(temporaryHome(), 'authority.pem');
  writeFileSync(file, authority.certificate);
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { AGENTMAIL_TLS_URL: url, AGENTMAIL_TLS_AUTHORITY: file };
}

it('the parts of the Python client work, and it has every endpoint', needsPrograms(python()), async () => {
  const env = { ...PYTHON_ENV, ...(await tlsServer()) };
  const units = join(import.meta.dirname, 'units.py');
  const { stdout, stderr } = await run(PYTHON, [units], { env });
  expect(stderr).toMatch(/^Ran \d\d tests .*\n\nOK$/m);
  const operations: [string, string][] = JSON.parse(stdout);
  const plain = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, ':');
  const called = new Set(operations.map(([method, path]) => `${method} ${plain(path)}`));
  expect(called).toEqual(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${plain(path)}`)));
});
