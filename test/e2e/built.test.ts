import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bringUp, cli, throwAwayStore } from '../support/daemon-process.ts';
import { TraceCollector } from '../support/trace-collector.ts';

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

test('traces reach the collector that the environment names, by the time the daemon has stopped', async () => {
  const collector = await TraceCollector.start();
  const home = await throwAwayStore();
  const up = await cli(home, ['up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin },
  });
  expect(up.exit).toBe(0);
  expect((await cli(home, ['mailboxes', 'create', 'support'])).exit).toBe(0);
  expect((await cli(home, ['down'])).exit).toBe(0);
  expect(collector.exports[0]).toMatchObject({ path: '/v1/traces', type: 'application/x-protobuf' });
  expect(collector.text).toContain('agentmaild');
  expect(collector.text).toContain('POST /v1/mailboxes');
});

test('the SDK of OpenTelemetry is loaded for traces only', () => {
  const sdk = /node_modules\/@opentelemetry\/(?:sdk|otlp|exporter|resources)/;
  const imported = new Set(['agentmaild.js']);
  for (const name of imported) {
    const source = readFileSync(`dist/${name}`, 'utf8');
    expect([name, sdk.test(source)]).toEqual([name, false]);
    for (const [, next] of source.matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+)";/gm)) {
      if (next !== undefined) imported.add(next);
    }
  }
  expect(imported.size).toBeGreaterThan(3);
  const apart = readdirSync('dist').filter((name) => name.startsWith('agentmaild-open-telemetry-'));
  expect(apart.map((name) => sdk.test(readFileSync(`dist/${name}`, 'utf8')))).toEqual([true]);
});
