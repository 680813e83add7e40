import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOlder } from '../../../cli/tasks/upgrade/newest.ts';
import { agentmail } from '../../support/cli.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** A registry on loopback with one answer. */
async function registry(status: number, body: unknown): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`, asked };
}

const OURS = { agentmail: 'bin/agentmail.js', agentmaild: 'bin/agentmaild.js' };
const check = (env: Record<string, string>) =>
  agentmail(['upgrade', '--check'], { home: temporaryHome(), env });

describe('upgrade --check', () => {
  test.each([
    ['99.0.0', false],
    ['0.0.0-alpha', true],
  ])('compares the installed version with %s', async (version, isUpToDate) => {
    const { url, asked } = await registry(200, { version, bin: OURS });
    const ran = await check({ npm_config_registry: url });
    expect(ran.json()).toMatchObject({ newest: version, up_to_date: isUpToDate, registry: `${url}/` });
    expect(asked).toEqual(['/npm/agentmaild/latest']);
  });

  test("reads the registry of npm's configuration", async () => {
    const { url } = await registry(200, { version: '99.0.0', bin: OURS });
    const file = join(temporaryHome(), '.npmrc');
    writeFileSync(file, `fund=false\nregistry = ${url}\n`);
    const ran = await check({ npm_config_userconfig: file });
    expect(ran.json()).toMatchObject({ newest: '99.0.0', up_to_date: false });
  });

  test.each([
    [404, {}, 'has no package'],
    [500, {}, 'HTTP 500'],
    [200, { version: '1.0.0', bin: { other: 'x' } }, "isn't this program"],
  ])('says what is wrong with an answer of HTTP %i', async (status, body, message) => {
    const { url } = await registry(status, body);
    const ran = await check({ npm_config_registry: url });
    expect([ran.exit, ran.error()]).toEqual([
      8,
      expect.objectContaining({ code: 'REGISTRY_FAILED', error: expect.stringContaining(message) }),
    ]);
  });

  test('says so when the registry is out of reach', async () => {
    const ran = await check({ npm_config_registry: 'http://127.0.0.1:1/' });
    expect([ran.exit, ran.error().code]).toEqual([8, 'REGISTRY_FAILED']);
    expect(ran.error().error).toContain("didn't respond");
  });

  test('installs nothing', async () => {
    const ran = await agentmail(['upgrade'], { home: temporaryHome() });
    expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
  });
});

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.10.0', '0.9.9', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0-beta.2', '1.0.0', true],
  ['1.0.0-beta.2', '1.0.0-beta.10', true],
  ['1.0.0', '1.0.0-beta.10', false],
  ['1.0.0+build', '1.0.0', false],
])('%s is older than %s: %s', (version, other, older) => {
  expect(isOlder(version, other)).toBe(older);
});
