import { expect, onTestFinished, test } from 'vitest';
import { createAddressLookup } from '../../../daemon/platform/system/addresses.ts';
import * as api from '../../support/api.ts';
import { questionOf, reply, startNameServer } from '../../support/name-server.ts';
import { codeOf, createTenant, startService } from '../../support/service.ts';

const A = 1;
const NO_DOMAIN = 3;

/**
 * Knows `inside.example` at a private address and `outside.example` at a public one; says which names it was
 * asked for.
 */
async function nameServer() {
  const asked = new Set<string>();
  const addresses: Readonly<Record<string, readonly number[]>> = {
    inside: [10, 0, 0, 7],
    outside: [203, 0, 114, 7],
  };
  const server = await startNameServer((query) => {
    const { label, type } = questionOf(query);
    asked.add(label);
    const address = addresses[label];
    if (!address) return reply(query, NO_DOMAIN);
    return type === A ? reply(query, 0, Buffer.from(address)) : reply(query, 0);
  });
  onTestFinished(() => server.stop());
  return { address: server.address, asked };
}

test('hosts of webhooks are looked up at the name servers of the settings', async () => {
  const { address, asked } = await nameServer();
  const service = await startService({ config: { dnsServers: [address] } });
  const { admin } = await createTenant(service);
  const create = (host: string) =>
    service.call(admin, api.createWebhook, {
      url: `https://${host}/hook`,
      enabled_events: ['message.received'],
    });
  expect((await create('outside.example')).status).toBe(201);
  expect(codeOf(await create('inside.example'))).toEqual([400, 'VALIDATION_ERROR']);
  expect([...asked].sort()).toEqual(['inside', 'outside']);
});

test('a name that they do not know is looked up nowhere else', async () => {
  const { address, asked } = await nameServer();
  const lookup = createAddressLookup([address]);
  await expect(lookup('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(asked).toContain('unknown');
  for (const name of ['localhost', 'outside.localhost'])
    expect(await lookup(name)).toEqual(['127.0.0.1', '::1']);
  expect(asked).not.toContain('outside');
});

test('a name that a server failed to look up is not called unknown', async () => {
  const SERVER_FAILED = 2;
  const server = await startNameServer((query) =>
    reply(query, questionOf(query).type === A ? NO_DOMAIN : SERVER_FAILED),
  );
  onTestFinished(() => server.stop());
  await expect(createAddressLookup([server.address])('half.example')).rejects.toMatchObject({
    code: 'ESERVFAIL',
  });
});
