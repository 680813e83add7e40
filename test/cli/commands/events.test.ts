import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { signatureHeaders, verifyWebhook } from '../../../shared/receiver/webhooks.ts';
import { agentmail, testWorld, type WorldOptions } from '../../support/cli.ts';
import { createTenant, type Service, startService } from '../../support/service.ts';
import { people, recordSuppressions } from '../../support/suppressions.ts';

/** On a machine that does other things, too. */

interface Line {
  readonly id: string;
  readonly event: string;
  readonly cursor: string;
}

/** Runs a command that goes on while the test does other things. */
function start(argv: string[], service: Service, key: string, interrupted?: AbortSignal) {
  const { world, stdout, stderr } = testWorld({
    home: service.home,
    env: { AGENTMAIL_KEY: key },
    ...(interrupted && { interrupted }),
  });
  const lines = () =>
    stdout()
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as Line);
  return { ended: run(argv, world), lines, stderr };
}

async function idsInLog(service: Service): Promise<string[]> {
  const rows = await service.daemon.context.store.read
    .selectFrom('events')
    .select('id')
    .orderBy('seq')
    .execute();
  return rows.map(({ id }) => id);
}

test.each([
  ['events', 'tail'],
  ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:9/hook'],
])(
  'an event that there is not is refused by its flag, with those that there are: %s %s',
  async (...words) => {
    const ran = await agentmail([...words, '--event', 'nosuch'], { home: '/nowhere' });
    expect(ran.exit).toBe(2);
    expect(ran.error().error).toMatch(/--event can't be "nosuch"\. Choose one of: message\.received, /);
  },
);

describe('events tail', () => {
  test('misses and repeats nothing over a restart of the daemon in the middle of 10,000 events', async () => {
    const first = await startService();
    const tenant = await createTenant(first);
    await recordSuppressions(first, tenant, people(1));
    const tail = start(['events', 'tail', '--since', '1h', '--count', '10000'], first, tenant.admin);
    for (let batch = 0; batch < 10; batch += 1) await recordSuppressions(first, tenant, people(500));
    await expect.poll(() => tail.lines().length).toBeGreaterThan(1000);
    await first.stop();
    const second = await startService({ home: first.home });
    for (let batch = 0; batch < 10; batch += 1) await recordSuppressions(second, tenant, people(500));
    expect(await tail.ended).toBe(0);
    expect(tail.lines().map(({ id }) => id)).toEqual((await idsInLog(second)).slice(0, 10_000));
    expect(tail.stderr()).toContain('Connection lost');
    expect(tail.stderr()).toContain('Nothing was missed');
  });

  test('goes on from the cursor of a line, and ends at Ctrl-C', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await recordSuppressions(service, tenant, people(3));
    const some = start(['events', 'tail', '--since', '10m', '--count', '2'], service, tenant.admin);
    expect(await some.ended).toBe(0);
    const interrupt = new AbortController();
    const cursor = some.lines()[1]?.cursor ?? '';
    const rest = start(['events', 'tail', '--since', cursor], service, tenant.admin, interrupt.signal);
    await expect.poll(() => rest.lines().length).toBe(1);
    interrupt.abort();
    await rest.ended;
    expect([...some.lines(), ...rest.lines()].map(({ id }) => id)).toEqual(await idsInLog(service));
  });

  test('tells at once when the daemon refuses', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const ran = await agentmail(['events', 'tail', '--since', 'garbage'], {
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin },
    });
    expect([ran.exit, ran.error().code]).toEqual([2, 'INVALID_CURSOR']);
  });
});

describe('webhooks listen', () => {
  test('posts truly signed events to a local server, on over a restart, and says which failed', async () => {
    const first = await startService();
    const tenant = await createTenant(first);
    const secret = `whsec_${'Local0'.repeat(6)}`;
    const got: string[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const event = verifyWebhook({
          body,
          headers: request.headers,
          secret,
          tolerance: 1e9,
        });
        const { 'webhook-signature': signature, 'webhook-timestamp': signedAt } = request.headers;
        const standard = new Webhook(secret).sign(
          event.id,
          new Date(Number(signedAt) * 1000),
          body.toString(),
        );
        expect([request.headers['webhook-id'], signature]).toEqual([event.id, standard]);
        got.push(event.id);
        response.writeHead(got.length === 2 ? 500 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const argv = [
      'webhooks',
      'listen',
      '--forward-to',
      url,
      '--secret',
      secret,
      '--since',
      '1h',
      '--count',
      '6',
    ];
    await recordSuppressions(first, tenant, people(3));
    const listen = start(argv, first, tenant.admin);
    await expect.poll(() => got.length).toBe(3);
    await first.stop();
    const second = await startService({ home: first.home });
    await recordSuppressions(second, tenant, people(3));
    expect(await listen.ended).toBe(0);
    expect(got).toEqual(await idsInLog(second));
    expect(listen.lines().map((line) => (line as unknown as { status: number }).status)).toEqual([
      204, 500, 204, 204, 204, 204,
    ]);
  });
});

describe('webhooks verify', () => {
  const body = '{"id":"1","event":"webhook.test","occurred_at":"2026-01-01T00:00:00.000Z"}';
  const seconds = Math.floor(Date.now() / 1000);
  const headers = Object.entries(signatureHeaders('whsec_a', seconds, body));
  const asFlags = (names: string[]) =>
    headers.flatMap(([name, value]) => (names.includes(name) ? ['-H', `${name}: ${value}`] : []));

  test.each([['x-service-signature'], ['x-webhook-timestamp', 'x-webhook-signature-v2']])(
    'accepts %s',
    async (...names) => {
      const ran = await agentmail(['webhooks', 'verify', '--secret', 'whsec_a', ...asFlags(names)], {
        stdin: body,
      });
      expect([ran.exit, ran.json()]).toEqual([0, expect.objectContaining({ valid: true, id: '1' })]);
    },
  );

  test.each([
    ['another secret', 'whsec_b', body, 'SIGNATURE_MISMATCH'],
    ['another body', 'whsec_a', `${body} `, 'SIGNATURE_MISMATCH'],
  ])('refuses %s with exit code 4', async (_name, secret, text, code) => {
    const flags = asFlags(['x-service-signature']);
    const ran = await agentmail(['webhooks', 'verify', '--secret', secret, ...flags], { stdin: text });
    expect([ran.exit, ran.error().code]).toEqual([4, code]);
  });

  test('takes the secret from the environment, a file or stdin, where no other user sees it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agentmail-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [file, bodyFile] = [join(folder, 'secret'), join(folder, 'body.json')];
    writeFileSync(file, 'whsec_a\n');
    writeFileSync(bodyFile, body);
    const verify = (flags: string[], options: WorldOptions) =>
      agentmail(['webhooks', 'verify', ...asFlags(['x-service-signature']), ...flags], options);
    const good = await Promise.all([
      verify([], { stdin: body, env: { AGENTMAIL_WEBHOOK_SECRET: 'whsec_a' } }),
      verify(['--secret-file', file], { stdin: body }),
      verify(['--secret-file', '-', '--file', bodyFile], { stdin: 'whsec_a\n' }),
    ]);
    expect(good.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    const bad = await Promise.all([
      verify([], { stdin: body }),
      verify(['--secret-file', '-'], { stdin: body }),
      verify(['--secret-file', file, '--secret', 'whsec_a'], { stdin: body }),
      verify(['--secret-file', join(folder, 'none')], { stdin: body }),
    ]);
    expect(bad.map((ran) => ran.error().code)).toEqual(['USAGE', 'USAGE', 'USAGE', 'USAGE']);
  });

  test('refuses an old request and one without a signature', async () => {
    const old = Object.entries(signatureHeaders('whsec_a', seconds - 400, body)).flatMap(([n, v]) => [
      '-H',
      `${n}: ${v}`,
    ]);
    const late = await agentmail(['webhooks', 'verify', '--secret', 'whsec_a', ...old], { stdin: body });
    expect(late.error().code).toBe('TIMESTAMP_OUT_OF_TOLERANCE');
    const bare = await agentmail(['webhooks', 'verify', '--secret', 'whsec_a'], { stdin: body });
    expect(bare.error().code).toBe('SIGNATURE_MISSING');
  });
});
