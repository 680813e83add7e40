import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../cli/main.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { testWorld } from '../../support/cli.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { createTenant, startService } from '../../support/service.ts';
import { people, recordSuppressions } from '../../support/suppressions.ts';

interface Line {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
}

it('webhooks tail over a restart of the daemon misses and repeats no attempt, neither of those made while it was cut off', {
  tags: 'race',
}, async () => {
  const authority = await testAuthority();
  const options = {
    config: { allowPrivateWebhooks: true },
    overrides: { extraAuthorities: [authority.certificate] },
  };
  const receiver = await HttpsReceiver.start();
  onTestFinished(() => receiver.stop());
  // Each third event fails the first time, so that a delivery comes more than once.
  const tries = new Map<string, number>();
  receiver.behave = (response, { event }) => {
    const before = tries.get(event.id) ?? 0;
    tries.set(event.id, before + 1);
    response.writeHead(before === 0 && tries.size % 3 === 0 ? 503 : 200).end();
  };
  const first = await startService(options);
  const tenant = await createTenant(first);
  await first.call(tenant.admin, api.createWebhook, {
    url: receiver.url(),
    enabled_events: ['recipient_blocklist.added'],
  });
  const interrupt = new AbortController();
  const { world, stdout, stderr } = testWorld({
    home: first.home,
    env: { AGENTMAIL_KEY: tenant.admin },
    interrupted: interrupt.signal,
  });
  const lines = () =>
    stdout()
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as Line);
  const tail = run(['webhooks', 'tail', '--since', '1h'], world);
  await recordSuppressions(first, tenant, people(300, 'before-'));
  await expect.poll(() => lines().length).toBeGreaterThan(100);
  await first.stop();
  const second = await startService({ ...options, home: first.home });
  await recordSuppressions(second, tenant, people(300, 'after-'));
  await second.drain();
  await second.operator(api.advanceClock, { seconds: 60 });
  await second.drain();
  const logged = await second.daemon.context.store.read
    .selectFrom('webhook_attempts')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.seq', 'delivery_seq')
    .select(['id', 'webhook_attempts.status', 'webhook_attempts.attempt_count'])
    .orderBy('webhook_attempts.seq')
    .execute();
  expect(logged.length).toBeGreaterThan(700);
  expect(new Set(logged.map(({ id }) => id)).size).toBe(600);
  await expect.poll(() => lines().length).toBe(logged.length);
  interrupt.abort();
  expect(await tail).toBe(0);
  expect(lines().map(({ id, status, attempt_count }) => ({ id, status, attempt_count }))).toEqual(logged);
  expect(stderr()).toContain('Nothing was missed');
});
