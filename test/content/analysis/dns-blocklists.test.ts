import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { createTenant, sharedService, unchecked } from '../../support/service.ts';

const ZONE = 'dbl.example.org';
const SILENT = 'silent.example.net';

const dns = new ScriptedDns()
  .publish(`listed.example.${ZONE}`, 'A', ['127.0.1.4'])
  .publish(`refused.example.${ZONE}`, 'A', ['127.255.255.254'])
  .publish(`elsewhere.example.${ZONE}`, 'A', ['203.0.113.9'])
  .publish(`fine.example.${SILENT}`, 'A', 'unavailable');

const service = sharedService({ overrides: { dns } });
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  tenant = await createTenant(service);
});
beforeEach(() => {
  dns.asked.length = 0;
});

const configure = (zones: readonly string[] | null) =>
  service.operator(api.updateSettings, unchecked({ 'scanning.dns_blocklists': zones }));

async function receive(text: string) {
  const { admin, mailbox } = tenant;
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Hi', text });
  await service.drain();
  const list = await service.call(admin, api.listMessages, { id: mailbox.id, limit: 1, view: 'verbose' });
  const [item] = list.body.messages;
  if (!item) throw new Error('the message is not there');
  return item;
}

describe('a blocklist of link hosts in the DNS', () => {
  it('blocks mail both ways when it lists the domain of a link, and says who listed it', async () => {
    await configure([ZONE]);
    const item = await receive('Please look at https://www.listed.example/page today.');
    expect(item).toMatchObject({ state: 'blocked', scan: { verdict: 'blocked' } });
    expect(item.scan?.findings).toContainEqual(
      expect.objectContaining({
        category: 'phishing_url',
        decision: 'block',
        warning: expect.objectContaining({
          attribution_text: `Listed by ${ZONE}.`,
          affected_urls: ['listed.example'],
        }),
      }),
    );
    const sent = await service.call(tenant.admin, api.send, {
      from_mailbox: tenant.mailbox.id,
      to: 'bob@example.com',
      subject: 'Look',
      body: 'Please look at https://listed.example/ today.',
    });
    expect(sent.body).toMatchObject({ status: 'blocked' });
  });

  it.each(['refused', 'elsewhere', 'unknown'])(
    'lets mail pass when its answer lists nothing: %s',
    async (name) => {
      await configure([ZONE]);
      const item = await receive(`Please look at https://${name}.example/ today.`);
      expect(item).toMatchObject({ state: 'available', scan: { verdict: 'clean' } });
      expect(dns.asked).toContain(`A ${name}.example.${ZONE}`);
    },
  );

  it('decides nothing when it does not answer, and the scan says so', async () => {
    await configure([SILENT]);
    const item = await receive('Please look at https://fine.example/ today.');
    expect(item).toMatchObject({ state: 'available', scan: { verdict: 'clean' } });
    expect(item.scan?.findings).toContainEqual({
      category: 'phishing_url',
      decision: 'allow',
      reason: expect.stringContaining(SILENT),
    });
  });

  it('is asked once for mails that name the same domain, and never when none is configured', async () => {
    await configure([ZONE]);
    await receive('See https://often.example/1 and https://www.often.example/2 please.');
    await receive('See https://often.example/3 please.');
    expect(dns.asked.filter((asked) => asked.includes('often'))).toEqual([`A often.example.${ZONE}`]);
    await configure(null);
    await receive('See https://never.example/ please.');
    expect(dns.asked.filter((asked) => asked.includes('never'))).toEqual([]);
  });

  it('is not asked for mailboxes without that scanner', async () => {
    await configure([ZONE]);
    const changed = await service.call(tenant.admin, api.updateMailbox, {
      id: tenant.mailbox.id,
      scanner_policy: { disabled_scanners: ['url-reputation'] },
    });
    expect(changed.status).toBe(200);
    expect(await receive('Look at https://listed.example/ today.')).toMatchObject({ state: 'available' });
    expect(dns.asked).toEqual([]);
  });
});
