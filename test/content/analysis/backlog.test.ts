import { expect, it, onTestFinished } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant } from '../../support/service.ts';
import { stalledScanner } from '../../support/stalled-scanner.ts';

it('a backlog of scans refuses further mail, and takes it again afterwards', async () => {
  const scanner = await stalledScanner();
  onTestFinished(() => scanner.close());
  const { service } = scanner;
  const tenant = await createTenant(service);
  const backlog = (value: number) => service.operator(api.updateSettings, { 'scanning.backlog': value });
  const deliver = () => scanner.deliver(tenant);
  const send = (to: string) =>
    service.call(tenant.admin, api.send, {
      from_mailbox: tenant.mailbox.id,
      to,
      subject: 'Hi',
      body: 'Hello.',
    });
  await scanner.occupy(tenant);

  await backlog(2 * service.daemon.context.analysis.threads.small);
  await expect(deliver()).rejects.toThrow(/451 4\.3\.2 Too many messages/);

  await backlog(1);
  const first = send('bob@example.org');
  await scanner.sendWaits();
  const refused = await send('carol@example.org');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    '1',
  ]);
  expect(refused.body.details).toMatchObject({ reason: 'scan_backlog' });

  scanner.answer();
  expect((await first).body).toMatchObject({ status: 'sent' });
  await service.drain();
  expect(await deliver()).toMatch(/^250/);
  expect((await send('carol@example.org')).body).toMatchObject({ status: 'sent' });
  await service.drain();
});
