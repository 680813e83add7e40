import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drain } from '../../daemon/operator/work.ts';
import * as api from '../support/api.ts';
import { createTenant, launch, startService, temporaryHome } from '../support/service.ts';

test('a drain ends when the daemon stops, though work is left, and keeps no timer from ringing', async () => {
  const service = await startService();
  const owner = await createTenant(service);
  const mail = {
    from: 'ann@example.org',
    to: owner.mailbox.address,
    text: 'Long mail takes its time. '.repeat(12_000),
  };
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => service.deliver({ ...mail, subject: `${index}` })),
  );
  const { context, runtime } = service.daemon;
  const draining = drain(context, runtime.jobs, new AbortController().signal);
  const stopping = service.stop();
  expect(await draining).toBe(false);
  await setImmediate();
  await stopping;
  expect(context.intake.depth).toBeGreaterThan(0);
});

test('a clock that was moved goes on from there after a restart', async () => {
  const home = temporaryHome();
  const first = await launch({ home });
  await first.operator(api.advanceClock, { seconds: 3600 });
  const later = first.clock.now();
  await first.stop();
  const second = await startService({ home });
  expect(second.clock.now()).toBeGreaterThanOrEqual(later);
  expect(second.clock.now() - later).toBeLessThan(1_800_000);
});
