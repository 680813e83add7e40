import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bringUp, cli } from '../support/daemon-process.ts';

/** Modules that the bundles load on demand, which tests on sources never see. */

test('every file of the daemon that is loaded late can be loaded', async () => {
  const files = readdirSync('dist').filter((name) => /^agentmaild-.*\.js$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  const program = `for (const file of ${JSON.stringify(files)}) await import(\`./dist/\${file}\`);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
});

test('HTML is sent made safe, with a text beside it', async () => {
  const { home } = await bringUp('support');
  const html = '<p style="color: red; position: fixed">Hello <b>you</b></p>';
  const command = ['send', '--to', 'ann@example.com', '-s', 'Hi', '-b', 'Hello you', '--html', '-'];
  const sent = await cli(home, command, { stdin: html });
  expect([sent.exit, sent.stderr]).toEqual([0, '']);
  const { items } = (await cli(home, ['outbox', 'list'])).json<{ items: { id: string }[] }>();
  const raw = await cli(home, ['outbox', 'raw', items[0]?.id ?? '']);
  expect(raw.stdout).toContain('Content-Type: multipart/alternative');
  expect(raw.stdout).toMatch(/<p style=3D"color: ?red"|<p style="color: ?red"/);
  expect(raw.stdout).not.toContain('position');
});
