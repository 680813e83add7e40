import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, throwAwayHome } from '../support/daemon-process.ts';
import { temporaryHome } from '../support/temporary.ts';

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('agentmail-policies-'));
const EXAMPLES = ['docs/examples/policies.test.yaml', '--file', 'docs/examples/agentmail.yaml'];

test('a setup file is tested on a daemon of its own, which leaves nothing behind', async () => {
  const before = leftovers();
  const { exit, stdout, stderr } = await cli(throwAwayHome(), ['test', ...EXAMPLES]);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ passed: 5, failed: 0 });
  expect(leftovers()).toEqual(before);
});

test('the program that is published tells a mistake with its place and the nearest name', async () => {
  const home = throwAwayHome();
  const file = join(temporaryHome(), 'agentmail.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'version: 1\nmailboxes: { a: { alowlist: [] } }\n');
  const { exit, stderr } = await cli(home, ['test', EXAMPLES[0] ?? '', '--file', file]);
  expect([exit, JSON.parse(stderr).error]).toEqual([
    4,
    'agentmail.yaml:2:19: unknown key "alowlist", did you mean "allowlist"?',
  ]);
});
