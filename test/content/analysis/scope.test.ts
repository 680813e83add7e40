import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

describe('the scope of a scan', () => {
  const settings = (service: Service, values: Record<string, unknown>) =>
    service.operator(api.updateSettings, values);
  const receive = async (service: Service, tenant: Tenant, text: string) => {
    await service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject: 'A link', text });
    await service.drain();
    const list = await service.call(tenant.admin, api.listMessages, { id: 'helper' });
    return list.body.messages[0]!;
  };
  const LINK = 'Please have a look at https://listed.example/page when you have time for it.';

  it('takes up a blocked host at once, and lets it go again', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    expect((await receive(service, tenant, LINK)).state).toBe('available');
    expect((await settings(service, { 'scanning.blocked_urls': ['listed.example'] })).status).toBe(200);
    expect(await receive(service, tenant, LINK)).toMatchObject({
      state: 'blocked',
      scan: { verdict: 'blocked', categories: [{ category: 'phishing_url' }] },
    });
    await settings(service, { 'scanning.blocked_urls': null });
    expect((await receive(service, tenant, LINK)).state).toBe('available');
  });

  it('asks clamd when the owner names one, and holds mail when it does not answer', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const silent = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address() as { port: number };
    await settings(service, { 'scanning.clamd': `127.0.0.1:${address.port}` });
    await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      raw: [
        'From: ann@example.org',
        'Subject: With a file',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'The list that you asked for.',
        '--b',
        'Content-Type: text/csv; name=list.csv',
        'Content-Disposition: attachment; filename=list.csv',
        '',
        'a,b',
        '--b--',
        '',
      ].join('\r\n'),
    });
    await service.drain();
    const list = await service.call(tenant.admin, api.listMessages, { id: 'helper' });
    expect(list.body.messages[0]).toMatchObject({
      state: 'quarantined',
      scan: { categories: [{ category: 'scan_incomplete' }] },
    });
    silent.close();
  });
});
