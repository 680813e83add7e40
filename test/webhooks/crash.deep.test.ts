import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testAuthority } from '../support/certificates.ts';
import { HttpsReceiver } from '../support/https-receiver.ts';
import { temporaryHome } from '../support/service.ts';

const MAIN = fileURLToPath(new URL('../../daemon/main.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  call<T>(key: string, method: string, path: string, body?: unknown): Promise<T>;
  operator<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** A daemon in a process of its own, which trusts the test's certificate authority by the environment. */
async function start(home: string, authority: string): Promise<Running> {
  const child = spawn(
    process.execPath,
    [
      ...[MAIN, 'run', '--home', home, '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'],
      ...['--allow-private-webhooks', '--log-level', 'error'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ready = await new Promise<{ http: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`the daemon ended with ${code}`)));
  });
  const call: Running['call'] = async (key, method, path, body) => {
    const response = await fetch(`${ready.http}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json() as never;
  };
  const token = () => readFileSync(join(home, 'operator.token'), 'utf8').trim();
  return {
    child,
    call,
    operator: (method, path, body) => call(token(), method, `/operator/v1${path}`, body),
  };
}

async function kill({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('a daemon that is killed in the middle of its deliveries', () => {
  it('delivers every event at least once after its restarts, each under one id', async () => {
    const home = temporaryHome();
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const authority = join(home, 'authority.pem');
    writeFileSync(authority, (await testAuthority()).certificate);
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());

    let daemon = await start(home, authority);
    const { api_key: admin } = await daemon.operator<{ api_key: string }>('POST', '/accounts', {
      email: 'owner@example.com',
    });
    const { webhook } = await daemon.call<{ webhook: { id: string } }>(admin, 'POST', '/v1/webhooks', {
      url: receiver.url(),
      enabled_events: ['recipient_blocklist.added'],
    });
    const emails = Array.from({ length: 600 }, (_, number) => `n${number}@example.org`);
    await daemon.call(admin, 'POST', '/v1/suppressions/bulk', { emails });
    for (const seen of [50, 200]) {
      await receiver.received(seen);
      await kill(daemon);
      daemon = await start(home, authority);
    }
    await daemon.operator('POST', '/drain', {});
    const idsOf = new Map<string, Set<string>>();
    for (const { event } of receiver.requests) {
      const email = String(event.data.email);
      idsOf.set(email, (idsOf.get(email) ?? new Set()).add(event.id));
    }
    expect([...idsOf.keys()].sort()).toEqual([...emails].sort());
    expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
    // Twice at most eight under way, and what was answered in the last moment before each end.
    expect(receiver.requests.length).toBeLessThan(600 + 2 * 100);
    const { deliveries } = await daemon.call<{ deliveries: { status: string }[] }>(
      admin,
      'GET',
      `/v1/webhooks/${webhook.id}/deliveries?limit=100`,
    );
    // One that a busy machine answered too late has its next try ahead.
    expect(['delivered', 'retrying']).toEqual(expect.arrayContaining(deliveries.map(({ status }) => status)));
  });
});
