import { describe, expect, test } from 'vitest';
import { acceptMail } from '../../../daemon/mail/inbound/accept.ts';
import * as api from '../../support/api.ts';
import type { BodyOf } from '../../support/calls.ts';
import { ScriptedDns } from '../../support/dns.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  type Service,
  startService,
  type Tenant,
  type TenantOptions,
  unchecked,
} from '../../support/service.ts';

type Domain = BodyOf<typeof api.createDomain>;

const DAY = 24 * 3600;

async function scene(
  tier?: TenantOptions['tier'],
): Promise<{ service: Service; tenant: Tenant; dns: ScriptedDns }> {
  const dns = new ScriptedDns();
  const service = await startService({ overrides: { dns } });
  return { service, tenant: await createTenant(service, tier === undefined ? {} : { tier }), dns };
}

async function add(service: Service, key: string, domain = 'own.example') {
  const { status, body } = await service.call(key, api.createDomain, { domain });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Publishes what the answer asks for. */
function publish(dns: ScriptedDns, { dns_records_json: records }: Domain): void {
  for (const { type, name, value } of records ?? []) {
    if (type === 'TXT') dns.publish(name, 'TXT', [value]);
    else dns.publish(name, 'MX', [{ priority: 10, exchange: value.split(' ')[1] ?? '' }]);
  }
}

async function verified(service: Service, key: string, dns: ScriptedDns, name?: string): Promise<Domain> {
  const domain = await add(service, key, name);
  publish(dns, domain);
  const { body } = await service.call(key, api.verifyDomain, { id: domain.id });
  expect(body).toMatchObject({ verification_status: 'verified', failed_gate: null });
  return domain;
}

describe('a domain', () => {
  test('whose servers are given as they are is not changed, and nobody signs in anew', async () => {
    const { service, tenant } = await scene();
    await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
    const server = (name: string) => ({
      host: `${name}.own.example`,
      port: name === 'imap' ? 993 : 465,
      security: 'tls',
      username: 'agent@own.example',
      password: 'the right password',
    });
    const config = { network_mode: 'public', smtp: server('smtp'), imap: server('imap') };
    const made = await service.call(
      tenant.admin,
      api.createDomain,
      unchecked({
        domain: 'own.example',
        transport_mode: 'self_hosted',
        self_hosted_config: config,
      }),
    );
    const change = (body: object) =>
      service.call(tenant.admin, api.updateSelfHosted, { id: made.body.id, ...body });
    const changes = async () => {
      const kind = 'domain.self_hosted_config.updated';
      return (await service.operator(api.listAudit, { kind })).body.entries.length;
    };
    expect((await change(config)).body).toEqual((await change({ imap: { port: 993 } })).body);
    expect(await changes()).toBe(0);
    const catchAll = { id: made.body.id, mailbox: 'helper' };
    expect(await service.call(tenant.admin, api.setCatchAll, catchAll)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'self_hosted' } },
    });
    expect((await change({ imap: { password: 'another password' } })).status).toBe(200);
    expect(await changes()).toBe(1);
    const moved = await change({ smtp: { host: 'new.own.example' } });
    expect([moved.status, moved.body.code, moved.body.details]).toMatchObject([
      400,
      'VALIDATION_ERROR',
      { reason: 'server_moved', issues: [{ path: 'smtp.password' }] },
    ]);
    expect(moved.body.error).toBe(
      'The SMTP host or port changes, so the password is required again. The stored password is never sent to another server.',
    );
    expect(await changes()).toBe(1);
  });

  test('is verified by its claim and its key, and tells of the other records', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await add(service, tenant.admin, 'Own.Example.');
    expect(domain).toMatchObject({ domain_name: 'own.example', verification_status: 'pending' });
    expect(domain.dns_records_json?.map(({ purpose, status }) => [purpose, status])).toEqual(
      ['claim', 'dkim', 'mx', 'spf', 'dmarc'].map((purpose) => [purpose, 'unchecked']),
    );
    const early = await service.call(tenant.admin, api.verifyDomain, { id: domain.id });
    expect(early.body).toMatchObject({
      verification_status: 'pending',
      failed_gate: 'claim',
      failure_reason: 'record_not_found',
    });
    publish(dns, domain);
    dns.withdraw('own.example', 'MX');
    const { body } = await service.call(tenant.admin, api.verifyDomain, { id: domain.id });
    expect(body.verification_status).toBe('verified');
    expect(
      Object.fromEntries((body.dns_records_json ?? []).map((record) => [record.purpose, record.status])),
    ).toEqual({
      claim: 'pass',
      dkim: 'pass',
      mx: 'fail',
      spf: 'pass',
      dmarc: 'pass',
    });
  });

  test('is not verified with the key of another, nor while the DNS is silent', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await add(service, tenant.admin);
    publish(dns, domain);
    const dkim = domain.dns_records_json?.find(({ purpose }) => purpose === 'dkim');
    dns.publish(dkim?.name ?? '', 'TXT', ['v=DKIM1; k=rsa; p=AAAA']);
    const wrong = await service.call(tenant.admin, api.verifyDomain, { id: domain.id });
    expect(wrong.body).toMatchObject({ failed_gate: 'dkim', failure_reason: 'record_not_found' });
    dns.publish(dkim?.name ?? '', 'TXT', 'unavailable');
    const silent = await service.call(tenant.admin, api.verifyDomain, { id: domain.id });
    expect(silent.body).toMatchObject({ failed_gate: 'dkim', failure_reason: 'dns_unavailable' });
  });

  test('belongs to the first account that verified it', async () => {
    const { service, tenant, dns } = await scene();
    const other = await createTenant(service, { email: 'other@example.com' });
    await verified(service, tenant.admin, dns);
    const second = await add(service, other.admin);
    dns.publish('_agentmail.own.example', 'TXT', [`agentmail-claim=${second.claim_token}`]);
    const { body } = await service.call(other.admin, api.verifyDomain, { id: second.id });
    expect(body).toMatchObject({
      verification_status: 'failed',
      failed_gate: 'claim',
      failure_reason: 'claimed_by_another_account',
    });
    const refused = await service.call(other.admin, api.createMailbox, {
      name: 'sales',
      domain_id: second.id,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DOMAIN_PROVISIONING_FAILED' } });
    const masked = await service.call(other.admin, api.getDomain, { id: tenant.accountId });
    expect(masked.status).toBe(404);
  });

  test.each([
    ['agentmail.localhost', 400],
    ['simulator.agentmail.localhost', 400],
    ['single', 400],
    ['xn--bcher-kva.example', 400],
    ['own.example/x', 400],
  ])('is refused as %s', async (domain, status) => {
    const { service, tenant } = await scene();
    expect((await service.call(tenant.admin, api.createDomain, { domain })).status).toBe(status);
  });

  test('is managed under the name that earlier clients have for it', async () => {
    const { service, tenant } = await scene();
    const body = { domain: 'own.example', transport_mode: 'mailgun' } as const;
    expect(await service.call(tenant.admin, api.createDomain, body)).toMatchObject({
      status: 201,
      body: { transport_mode: 'managed' },
    });
  });

  test('is added once, and as often as the tier allows', async () => {
    const { service, tenant } = await scene('starter');
    await add(service, tenant.admin);
    const again = await service.call(tenant.admin, api.createDomain, { domain: 'own.example' });
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const second = await service.call(tenant.admin, api.createDomain, { domain: 'two.example' });
    expect(second.body).toMatchObject({ code: 'TIER_LIMIT', details: { reason: 'domain_limit', limit: 1 } });
  });

  test('is unhealthy when its key is gone at the daily check, and healthy when it is back', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await verified(service, tenant.admin, dns);
    const mailbox = await mailboxAt(service, tenant, domain);
    const dkim = domain.dns_records_json?.find(({ purpose }) => purpose === 'dkim');
    dns.withdraw(dkim?.name ?? '', 'TXT');
    await service.operator(api.advanceClock, { seconds: DAY + 60 });
    const sick = await service.call(tenant.admin, api.getDomain, { id: domain.id });
    expect(sick.body).toMatchObject({ health: 'unhealthy', verification_status: 'verified' });
    const letter = { from_mailbox: mailbox.id, to: 'ann@there.example', subject: 'Hello', body: 'Hi.' };
    const refused = await service.call(tenant.admin, api.send, letter);
    expect(refused).toMatchObject({ status: 503, body: { code: 'DOMAIN_UNHEALTHY' } });
    dns.publish(dkim?.name ?? '', 'TXT', [dkim?.value ?? '']);
    await service.operator(api.advanceClock, { seconds: DAY });
    const well = await service.call(tenant.admin, api.getDomain, { id: domain.id });
    expect(well.body.health).toBe('healthy');
    expect((await service.call(tenant.admin, api.send, letter)).status).toBe(200);
  });

  test('is suspended, verified and listed by the owner of the machine', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await add(service, tenant.admin);
    const update = await service.operator(api.operatorUpdateDomain, { id: domain.id, verified: true });
    expect(update.body).toMatchObject({ verification_status: 'verified', account_id: tenant.accountId });
    publish(dns, domain);
    const mailbox = await mailboxAt(service, tenant, domain);
    await service.operator(api.operatorUpdateDomain, { id: domain.id, status: 'suspended' });
    const letter = { from_mailbox: mailbox.id, to: 'ann@there.example', subject: 'Hello', body: 'Hi.' };
    const refused = await service.call(tenant.admin, api.send, letter);
    expect(refused).toMatchObject({ status: 403, body: { code: 'DOMAIN_SUSPENDED' } });
    const listed = await service.operator(api.operatorListDomains, {
      account: 'owner@example.com',
      limit: 1,
    });
    expect(listed.body).toMatchObject({ domains: [{ id: domain.id }], next_cursor: null });
  });
});

async function mailboxAt(service: Service, tenant: Tenant, domain: Domain, name = 'sales') {
  const { status, body } = await service.call(tenant.admin, api.createMailbox, {
    name,
    domain_id: domain.id,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

describe('a catch-all mailbox of a domain', () => {
  async function caught(tier?: TenantOptions['tier']) {
    const parts = await scene(tier);
    const { service, tenant, dns } = parts;
    const domain = await verified(service, tenant.admin, dns);
    const set = (mailbox: string | null, key = tenant.admin) =>
      service.call(key, api.setCatchAll, { id: domain.id, mailbox });
    const deliver = (to: string | string[], subject = 'Hello') =>
      service.deliver({ from: 'a@b.example', to, subject, text: 'Hi' });
    const arrived = async (id: string, query: object = {}) => {
      await service.drain();
      const { messages } = await service.must(tenant.admin, api.listMessages, { id, ...query });
      return messages.map(({ recipient, delivered_to, subaddress_instance_id: tag }) => ({
        recipient,
        delivered_to,
        tag,
      }));
    };
    return { ...parts, domain, set, deliver, arrived };
  }

  test('gets mail to all names that no mailbox has, with the address that was written', async () => {
    const { service, tenant, domain, set, deliver, arrived } = await caught();
    const sales = await mailboxAt(service, tenant, domain);
    await expect(deliver('any@own.example')).rejects.toThrow('550 5.1.1');
    expect((await set('helper')).body.catch_all_mailbox_id).toBe(tenant.mailbox.id);
    await deliver(['Any+Tag@own.example', 'sales@own.example', 'other@own.example']);
    expect(await arrived(sales.id)).toMatchObject([{ recipient: 'sales@own.example' }]);
    const mine = {
      recipient: 'any+tag@own.example',
      delivered_to: ['any+tag@own.example', 'other@own.example'],
      tag: null,
    };
    expect(await arrived(tenant.mailbox.id)).toEqual([mine]);
    expect(await arrived(tenant.mailbox.id, { to: 'any+tag@own' })).toEqual([mine]);
    expect(await arrived(tenant.mailbox.id, { to: 'nobody@own' })).toEqual([]);
  });

  test("answers with its own address, and doesn't take the operator's mail", async () => {
    const { service, tenant, set, deliver } = await caught();
    await set(tenant.mailbox.id);
    await deliver('any@own.example');
    await deliver('postmaster@own.example');
    await service.drain();
    const { messages } = await service.must(tenant.admin, api.listMessages, { id: 'helper' });
    expect(messages.map(({ recipient }) => recipient)).toEqual(['any@own.example']);
    const sent = await service.must(tenant.admin, api.reply, { id: messages[0]?.id ?? '', body: 'Yes.' });
    const { sender, recipient } = await service.must(tenant.admin, api.getMessage, { id: sent.message_id });
    expect([sender, recipient]).toEqual([tenant.mailbox.address, 'a@b.example']);
  });

  test('is forgotten with the mailbox, with the domain, and when it is turned off', async () => {
    const { service, tenant, dns, domain, set, deliver } = await caught();
    const sales = await mailboxAt(service, tenant, domain);
    await set(sales.address);
    await deliver('any@own.example');
    await service.must(tenant.admin, api.deleteMailbox, { id: sales.id });
    const { body } = await service.call(tenant.admin, api.getDomain, { id: domain.id });
    expect(body.catch_all_mailbox_id).toBeNull();
    await expect(deliver('any@own.example')).rejects.toThrow('550 5.1.1');
    await set('helper');
    // The name of a deleted mailbox is one that no mailbox has.
    await deliver('sales@own.example');
    await set(null);
    await expect(deliver('any@own.example')).rejects.toThrow('550 5.1.1');
    await set('helper');
    await service.must(tenant.admin, api.deleteDomain, { id: domain.id });
    await expect(deliver('any@own.example')).rejects.toThrow('550 5.7.1');
    const other = await createTenant(service, { email: 'other@example.com' });
    await verified(service, other.admin, dns);
    await expect(deliver('any@own.example')).rejects.toThrow('550 5.1.1');
  });

  test('is paused as a mailbox is, and gets mail of other mailboxes here', async () => {
    const { service, tenant, set, deliver, arrived } = await caught();
    const other = await createTenant(service, { email: 'other@example.com' });
    await set('helper');
    const letter = { from_mailbox: other.mailbox.id, to: 'any@own.example', subject: 'Hello', body: 'Hi.' };
    expect((await service.call(other.admin, api.send, letter)).status).toBe(200);
    expect(await arrived(tenant.mailbox.id)).toMatchObject([{ recipient: 'any@own.example' }]);
    await service.operator(api.operatorUpdateMailbox, { id: tenant.mailbox.id, status: 'paused' });
    await expect(deliver('any@own.example')).rejects.toThrow('450 4.2.1');
  });

  test('is one of the account, chosen by an admin key, and audited once', async () => {
    const { service, tenant, set } = await caught();
    const other = await createTenant(service, { email: 'other@example.com' });
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    expect(codeOf(await set('helper', agent))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(codeOf(await set('helper', other.admin))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await set(other.mailbox.id))).toEqual([404, 'NOT_FOUND']);
    for (const name of ['helper', tenant.mailbox.id]) expect((await set(name)).status).toBe(200);
    const { body } = await service.operator(api.listAudit, { kind: 'domain.catch_all.updated' });
    expect(body.entries).toHaveLength(1);
  });
});

describe('a mailbox at an own domain', () => {
  test('receives what comes for it, and nobody else does', async () => {
    const { service, tenant, dns } = await scene();
    const pending = await add(service, tenant.admin);
    const early = await service.call(tenant.admin, api.createMailbox, {
      name: 'sales',
      domain_id: pending.id,
    });
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'DOMAIN_PROVISIONING_PENDING', details: { retry_after: 15 } },
    });
    await expect(service.deliver({ from: 'a@b.example', to: 'sales@own.example' })).rejects.toThrow(
      '550 5.7.1',
    );
    publish(dns, pending);
    await service.call(tenant.admin, api.verifyDomain, { id: pending.id });
    const mailbox = await mailboxAt(service, tenant, pending);
    expect(mailbox.address).toBe('sales@own.example');
    await service.deliver({ from: 'a@b.example', to: 'Sales+tag@OWN.example', subject: 'Offer', text: 'Hi' });
    await expect(service.deliver({ from: 'a@b.example', to: 'nobody@own.example' })).rejects.toThrow(
      '550 5.1.1',
    );
    await service.drain();
    const { body } = await service.call(tenant.admin, api.listMessages, { id: mailbox.id });
    expect(body.messages).toMatchObject([{ subject: 'Offer', recipient: 'sales+tag@own.example' }]);
  });

  test('sends with its own address, without the footer of the trial and past the warm-up', async () => {
    const { service, tenant, dns } = await scene('sandbox');
    await service.operator(api.operatorUpdateAccount, {
      id: tenant.accountId,
      warmup: {
        until: '2099-01-01T00:00:00.000Z',
        shared_domain_daily_limit: 1,
        velocity_gate_mode: 'enforced',
        reason: 'new',
      },
    });
    const before = await service.call(tenant.admin, api.getQuota);
    expect(before.body.warmup).toBeDefined();
    await service.call(tenant.admin, api.deleteMailbox, { id: tenant.mailbox.id });
    const domain = await verified(service, tenant.admin, dns);
    await service.call(tenant.admin, api.setDefaultDomain, { id: domain.id });
    const created = await service.call(tenant.admin, api.createMailbox, { name: 'sales' });
    expect(created.body.address).toBe('sales@own.example');
    const after = await service.call(tenant.admin, api.getQuota);
    expect(after.body.warmup).toBeUndefined();
    for (const subject of ['One', 'Two']) {
      const sent = await service.call(tenant.admin, api.send, {
        from_mailbox: 'sales',
        to: 'owner@example.com',
        subject,
        body: 'Good morning.',
      });
      expect(sent.body).toMatchObject({ status: 'sent' });
    }
    const outbox = await service.operator(api.listOutbox);
    expect(outbox.body.items[0]).toMatchObject({ from: 'sales@own.example', text: 'Good morning.' });
  });

  test('keeps its domain from being deleted', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await verified(service, tenant.admin, dns);
    const mailbox = await mailboxAt(service, tenant, domain);
    const refused = await service.call(tenant.admin, api.deleteDomain, { id: domain.id });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { mailbox_ids: [mailbox.id] } },
    });
    await service.call(tenant.admin, api.deleteMailbox, { id: mailbox.id });
    const { body } = await service.call(tenant.admin, api.deleteDomain, { id: domain.id });
    expect(body).toEqual({ status: 'deleted' });
    await expect(service.deliver({ from: 'a@b.example', to: 'sales@own.example' })).rejects.toThrow(
      '550 5.7.1',
    );
  });

  test('has no folder, and no default that is not verified', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await add(service, tenant.admin);
    const early = await service.call(tenant.admin, api.setDefaultDomain, { id: domain.id });
    expect(early).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    publish(dns, domain);
    await service.call(tenant.admin, api.verifyDomain, { id: domain.id });
    const folder = await service.call(tenant.admin, api.createMailbox, {
      name: 'sales',
      domain_id: domain.id,
      self_hosted_imap_folder: 'INBOX',
    });
    expect(folder).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    const platform = await service.call(tenant.admin, api.createMailbox, {
      name: 'sales',
      domain_id: 'agentmail.localhost',
    });
    expect(platform).toMatchObject({ status: 400, body: { code: 'PLATFORM_DOMAIN_NOT_TARGETABLE' } });
  });

  test('gets no more mail of a domain that another account has verified since', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await verified(service, tenant.admin, dns);
    const mailbox = await mailboxAt(service, tenant, domain);
    await service.operator(api.operatorUpdateDomain, { id: domain.id, verified: false });
    const heir = await createTenant(service, { email: 'heir@example.com', mailbox: 'heir' });
    const theirs = await verified(service, heir.admin, dns);
    const mail = { from: 'ann@there.example', to: 'sales@own.example' };
    await expect(service.deliver(mail)).rejects.toThrow('550 5.1.1');
    await mailboxAt(service, heir, theirs, 'info');
    expect(await service.deliver({ ...mail, to: 'info@own.example' })).toContain('250 2.0.0');
    expect((await service.call(tenant.admin, api.listMessages, { id: mailbox.id })).body.messages).toEqual(
      [],
    );
  });

  test('loses mail to nobody when its domain is given up in between', async () => {
    const { service, tenant, dns } = await scene();
    const domain = await verified(service, tenant.admin, dns);
    await service.operator(api.operatorUpdateDomain, { id: domain.id, verified: false });
    const raw = Buffer.from('From: a@b.example\r\n\r\nHi\r\n');
    const envelope = {
      peer: { via: 'smtp' as const, address: '198.51.100.7', helo: 'x' },
      mailFrom: 'a@b.example',
      recipients: ['sales@own.example'],
    };
    await expect(
      acceptMail(service.daemon.context, { envelope, content: raw, headers: {} as never }),
    ).rejects.toThrow('no longer accepts mail');
  });
});
