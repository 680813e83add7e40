import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/main.ts';
import { testAuthority } from '../support/certificates.ts';
import { testWorld } from '../support/cli.ts';
import { answer, HttpsReceiver } from '../support/https-receiver.ts';
import { createAgent, createTenant, launch, type Service, type Tenant } from '../support/service.ts';

interface Line {
  readonly id: string;
  readonly webhook_id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly last_error: string | null;
}

describe('webhooks tail', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;

  beforeAll(async () => {
    const authority = await testAuthority();
    service = await launch({
      config: { allowPrivateWebhooks: true },
      overrides: { extraAuthorities: [authority.certificate] },
    });
    tenant = await createTenant(service);
    receiver = await HttpsReceiver.start();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function create(path: string): Promise<string> {
    const made = await service.call<{ webhook: { id: string } }>(tenant.admin, 'POST', '/v1/webhooks', {
      url: receiver.url(path),
      enabled_events: ['message.received'],
    });
    return made.body.webhook.id;
  }
  const test = (id: string) => service.call(tenant.admin, 'POST', `/v1/webhooks/${id}/test`);

  async function tail(argv: string[], terminal?: number) {
    // The dispatcher listens always; the stream of an earlier test may still be on its way out.
    await expect.poll(() => service.daemon.context.feed.size).toBe(1);
    const interrupt = new AbortController();
    const { world, stdout } = testWorld({
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin },
      interrupted: interrupt.signal,
      ...(terminal !== undefined && { terminal }),
    });
    return { ended: run(['webhooks', 'tail', ...argv], world), stdout, interrupt };
  }
  /** The stream tells from its beginning on, so a test begins when it is there. */
  async function whenWatched(): Promise<void> {
    await expect.poll(() => service.daemon.context.feed.size).toBeGreaterThan(1);
  }

  it('shows each attempt as it ends, and why it failed', async () => {
    const id = await create('/a');
    receiver.behave = answer(503);
    const watching = await tail([id, '--count', '2']);
    await whenWatched();
    await test(id);
    await service.drain();
    receiver.behave = answer(200);
    await service.operator('POST', '/clock/advance', { seconds: 31 });
    expect(await watching.ended).toBe(0);
    const lines = watching
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines).toMatchObject([
      { webhook_id: id, status: 'retrying', attempt_count: 1, last_error: 'http_503' },
      { webhook_id: id, status: 'delivered', attempt_count: 2, last_error: null },
    ]);
    expect(lines[0]?.id).toBe(lines[1]?.id);
  });

  it('shows one webhook when it is named, and lines for people on a terminal', async () => {
    const [one, two] = [await create('/one'), await create('/two')];
    receiver.behave = answer(404);
    const watching = await tail([two, '--count', '1'], 160);
    await whenWatched();
    await test(one);
    await service.drain();
    await test(two);
    expect(await watching.ended).toBe(0);
    expect(watching.stdout()).toContain('abandoned');
    expect(watching.stdout()).toContain('http_404');
    expect(watching.stdout().trim().split('\n')).toHaveLength(1);
  });

  it('is for admins, and of the own account', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const refused = await service.call(agent, 'GET', '/v1/webhooks/deliveries/stream');
    expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const id = await create('/foreign');
    const foreign = await service.call(other.admin, 'GET', `/v1/webhooks/deliveries/stream?webhook=${id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
