import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

const service = sharedService();
let count = 0;

interface Arrived {
  readonly state: string;
  readonly firewall_block: Record<string, unknown> | null;
}

async function desk(): Promise<Tenant> {
  count += 1;
  return createTenant(service, { email: `owner${count}@example.com`, mailbox: `desk${count}` });
}

async function receive(tenant: Tenant, from: string): Promise<Arrived> {
  const { address } = tenant.mailbox;
  const raw = `From: ${from}\r\nTo: ${address}\r\nSubject: Knock\r\n\r\nAnybody home?\r\n`;
  const answer = await service.deliver({ from: 'ann@good.example', to: address, raw });
  await service.drain();
  const id = /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  return (await service.call(tenant.admin, api.getMessage, { id })).body;
}

describe('the sender policy', () => {
  it('asks about every address that From names, in whatever form it is written', async () => {
    const tenant = await desk();
    const emails = ['eve@crowd.example', '@bad.example'];
    await service.call(tenant.admin, api.blockSenders, { emails });
    for (const from of [
      'ann@good.example, Eve <eve@crowd.example>',
      'ann@good.example\r\nFrom: eve@crowd.example',
      'Team: ann@good.example, "eve"@crowd.example;',
      '"a"b<eve@crowd.example>c <ann@good.example>',
      '<spam @ bad.example>',
      'S <spam(x)@bad.example>',
      'spam@bad.example.',
      '"s p"@bad.example',
    ]) {
      const { firewall_block } = await receive(tenant, from);
      expect([from, firewall_block]).toMatchObject([from, { matched_field: 'from' }]);
    }
    expect((await receive(tenant, '(eve@crowd.example) <ann@good.example>')).firewall_block).toBeNull();
  });

  it('lets nobody in by an allowed address beside another one', async () => {
    const tenant = await desk();
    await service.call(tenant.admin, api.allowSender, { id: tenant.mailbox.id, email: 'ann@good.example' });
    await service.call(tenant.admin, api.setSenderPolicy, { id: tenant.mailbox.id, mode: 'allowlist' });
    expect(await receive(tenant, 'ann@good.example, eve@else.example')).toMatchObject({
      firewall_block: { reason_code: 'SENDER_NOT_ON_ALLOWLIST', from_address: 'ann@good.example' },
    });
    expect((await receive(tenant, 'ann@good.example')).state).toBe('available');
  });
});
