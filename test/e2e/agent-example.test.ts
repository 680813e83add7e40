import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

/* Runs the examples of docs/testing.md as a reader would, with `agentmail` on the PATH. */

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'agentmail-example-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'agentmail'), `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`, {
  mode: 0o755,
});
const { PATH = '' } = process.env;
Object.assign(process.env, { PATH: `${folder}${delimiter}${PATH}` });

await import('../../docs/examples/agent.test.ts');

test('the shell script of docs/testing.md passes', () => {
  const [, script = ''] =
    /^```sh\n(#!\/bin\/sh\n.*?)^```/ms.exec(readFileSync('docs/testing.md', 'utf8')) ?? [];
  const env = { ...process.env, SHELL: '/bin/sh' };
  expect(execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' })).toBe('passed\n');
});
