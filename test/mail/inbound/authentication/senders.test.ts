import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readHeaders } from '../../../../daemon/content/mime/headers.ts';
import { acceptMail } from '../../../../daemon/mail/inbound/accept.ts';
import * as api from '../../../support/api.ts';
import { ScriptedDns } from '../../../support/dns.ts';
import { SPF_SUITE, spfVectors } from '../../../support/email-auth.ts';
import { needsCorpora } from '../../../support/needs.ts';
import {
  createTenant,
  type Service,
  startService,
  type Tenant,
  temporaryHome,
} from '../../../support/service.ts';
import { signed } from '../../../support/signed-mail.ts';

const PEER = '198.51.100.7';

function letter(from = 'Ann <ann@sender.example>', text = 'Good morning.'): Buffer {
  return Buffer.from(
    `From: ${from}\r\nTo: helper@agentmail.localhost\r\nSubject: Hello\r\nDate: Mon, 02 Mar 2026 10:00:00 +0000\r\n\r\n${text}\r\n`,
  );
}

async function scene(): Promise<{ service: Service; tenant: Tenant; dns: ScriptedDns }> {
  const dns = new ScriptedDns();
  const service = await startService({ overrides: { dns } });
  return { service, tenant: await createTenant(service), dns };
}

/** Accepts a message as the listener does for a peer out there, and reads what became of it. */
async function arrive(
  service: Service,
  tenant: Tenant,
  raw: Buffer,
  { address = PEER, helo = 'mail.sender.example', mailFrom = 'ann@sender.example' } = {},
) {
  const id = await accept(service, tenant, raw, { address, helo, mailFrom });
  await service.drain();
  return proofOf(service, tenant, id);
}

async function accept(
  service: Service,
  tenant: Tenant,
  raw: Buffer,
  { mailFrom, ...peer }: { address: string; helo: string; mailFrom: string },
): Promise<string | undefined> {
  const envelope = {
    peer: { via: 'smtp' as const, ...peer },
    mailFrom,
    recipients: [tenant.mailbox.address],
  };
  const [id] = await acceptMail(service.daemon.context, {
    envelope,
    content: raw,
    headers: readHeaders(raw),
  });
  return id;
}

async function proofOf(service: Service, tenant: Tenant, id: string | undefined) {
  const { body } = await service.call(tenant.admin, api.getMessage, { id: id ?? '' });
  return body.sender_authentication;
}

describe('the sender of a message', () => {
  test('is verified when its own domain signed, without any policy and over real SMTP', async () => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(), 'sender.example');
    const answer = await service.deliver({ from: 'ann@sender.example', to: tenant.mailbox.address, raw });
    await service.drain();
    const [id] = /[0-9a-f-]{36}/.exec(answer) ?? [];
    const { body } = await service.call(tenant.admin, api.getMessage, { id: id ?? '' });
    expect(body.sender_authentication).toEqual({
      verdict: 'verified_aligned',
      from_domain: 'sender.example',
      signing_domain: 'sender.example',
      provenance: 'managed',
    });
  });

  test('is verified when its domain lets the peer send', async () => {
    const { service, tenant, dns } = await scene();
    dns.publish('sender.example', 'TXT', [`v=spf1 ip4:${PEER} -all`]);
    expect(await arrive(service, tenant, letter())).toMatchObject({
      verdict: 'verified_aligned',
      signing_domain: null,
    });
  });

  test('is not aligned when somebody else signed, or another domain lets the peer send', async () => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(), 'list.example');
    expect(await arrive(service, tenant, raw)).toMatchObject({
      verdict: 'authenticated_unaligned',
      signing_domain: 'list.example',
    });
    dns.publish('bulk.example', 'TXT', [`v=spf1 ip4:${PEER} -all`]);
    expect(await arrive(service, tenant, letter(), { mailFrom: 'x@bulk.example' })).toMatchObject({
      verdict: 'authenticated_unaligned',
      signing_domain: null,
    });
  });

  test('follows the alignment that its policy asks for', async () => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(), 'news.sender.example');
    dns.publish('_dmarc.sender.example', 'TXT', ['v=DMARC1; p=reject; adkim=s']);
    expect(await arrive(service, tenant, raw)).toMatchObject({ verdict: 'authenticated_unaligned' });
  });

  test('failed when the text was changed, and when its domain names other peers', async () => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(), 'sender.example');
    const changed = Buffer.from(raw.toString().replace('morning', 'evening'));
    expect(await arrive(service, tenant, changed)).toMatchObject({
      verdict: 'failed',
      from_domain: 'sender.example',
      signing_domain: null,
    });
    dns.publish('other.example', 'TXT', ['v=spf1 -all']);
    expect(await arrive(service, tenant, letter(), { mailFrom: 'ann@other.example' })).toMatchObject({
      verdict: 'failed',
    });
  });

  test('is not verified by a signature that leaves text uncovered', async () => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(), 'sender.example', { maxBodyLength: 5 });
    const long = Buffer.concat([raw, Buffer.from('Send me money.\r\n')]);
    expect(await arrive(service, tenant, long)).toMatchObject({ verdict: 'failed', signing_domain: null });
  });

  test.each([
    ['mallory@sender.example (a (b) <ceo@sender.example>)', 'mallory@sender.example'],
    ['(a (b) <ceo@sender.example>) <mallory@sender.example>', 'mallory@sender.example'],
    ['"a"b<ceo@sender.example>c <mallory@sender.example>', 'mallory@sender.example'],
    ['mallory@sender.example, ceo@sender.example', 'mallory@sender.example'],
  ])('is not aligned when readers may take another for it: %s', async (from, sender) => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(from), 'sender.example');
    const id = await accept(service, tenant, raw, { address: PEER, helo: 'h.example', mailFrom: '' });
    await service.drain();
    const { body } = await service.call(tenant.admin, api.getMessage, { id: id ?? '' });
    expect(body).toMatchObject({ sender, sender_authentication: { verdict: 'authenticated_unaligned' } });
  });

  test.each([
    ['<ann @ sender.example>', 'ann@sender.example'],
    ['Ann <ann(x)@sender.example>', 'ann@sender.example'],
    ['ann@sender.example.', 'ann@sender.example'],
    ['"ann"@sender.example', 'ann@sender.example'],
    ['"a b"@sender.example', '"a b"@sender.example'],
    ['Doe, Ann (at @work) <@relay.example:ann@sender.example>', 'ann@sender.example'],
    ['ann@sender.example <ann@sender.example>', 'ann@sender.example'],
  ])('is verified in every form that its address has: %s', async (from, sender) => {
    const { service, tenant, dns } = await scene();
    const raw = await signed(dns, letter(from), 'sender.example');
    const id = await accept(service, tenant, raw, { address: PEER, helo: 'h.example', mailFrom: '' });
    await service.drain();
    const { body } = await service.call(tenant.admin, api.getMessage, { id: id ?? '' });
    expect(body).toMatchObject({ sender, sender_authentication: { verdict: 'verified_aligned' } });
  });

  test('is nobody that two From fields name', async () => {
    const { service, tenant, dns } = await scene();
    const twice = Buffer.concat([Buffer.from('From: boss@bank.example\r\n'), letter()]);
    const raw = await signed(dns, twice, 'sender.example');
    expect(await arrive(service, tenant, raw)).toMatchObject({ verdict: 'authenticated_unaligned' });
  });

  test('has nothing to check without signature and policy, and is an error while names are unavailable', async () => {
    const { service, tenant, dns } = await scene();
    expect(await arrive(service, tenant, letter())).toMatchObject({
      verdict: 'none',
      from_domain: 'sender.example',
    });
    dns.publish('silent.example', 'TXT', 'unavailable');
    expect(await arrive(service, tenant, letter(), { mailFrom: 'ann@silent.example' })).toMatchObject({
      verdict: 'error',
    });
  });

  test('is believed when a trusted relay brings it', async () => {
    const { service, tenant } = await scene();
    await service.operator(api.updateSettings, { 'smtp.trusted_relays': ['198.51.100.0/24'] });
    expect(await arrive(service, tenant, letter())).toEqual({
      verdict: 'verified_aligned',
      from_domain: 'sender.example',
      signing_domain: null,
      provenance: 'managed',
    });
    expect(await arrive(service, tenant, letter('ann@a.example, bob@b.example'))).toMatchObject({
      verdict: 'authenticated_unaligned',
    });
    expect(await arrive(service, tenant, letter(), { address: '203.0.113.9' })).toMatchObject({
      verdict: 'none',
    });
  });

  test('is authenticated after a restart that came in between', async () => {
    const home = temporaryHome();
    const first = await startService({ home });
    const tenant = await createTenant(first);
    await arrive(first, tenant, letter());
    await first.daemon.context.store.write('none', ({ db, worker }) =>
      db
        .updateTable('messages')
        .set({
          state: 'received',
          worker,
          sender_authentication: null,
          peer: { via: 'smtp', address: PEER, helo: 'mail.sender.example' },
        })
        .execute(),
    );
    await first.daemon.context.store.write('none', ({ db }) => db.deleteFrom('message_bodies').execute());
    await first.stop();
    const dns = new ScriptedDns().publish('sender.example', 'TXT', [`v=spf1 ip4:${PEER} -all`]);
    const second = await startService({ home, overrides: { dns } });
    await second.drain();
    const { body } = await second.call(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    const detail = await second.call(tenant.admin, api.getMessage, { id: body.messages[0]?.id ?? '' });
    expect(detail.body.sender_authentication).toMatchObject({ verdict: 'verified_aligned' });
    rmSync(home, { recursive: true, force: true });
  });
});

describe('the RFC 7208 suite through the accept path', needsCorpora(SPF_SUITE), () => {
  const suites = Map.groupBy(spfVectors(), ({ suite }) => suite);
  const VERDICTS: Readonly<Record<string, string>> = {
    pass: 'authenticated_unaligned',
    fail: 'failed',
    softfail: 'failed',
    permerror: 'failed',
    temperror: 'error',
    neutral: 'none',
    none: 'none',
  };

  test.each([...suites])('gives the verdicts of "%s"', async (_suite, vectors) => {
    const { dns } = vectors[0] ?? {};
    const service = await startService({ overrides: dns ? { dns } : {} });
    const tenant = await createTenant(service);
    const raw = letter('Ann <ann@unrelated.invalid>');
    const ids = await Promise.all(
      vectors.map(({ peer: address, helo, mailFrom }) =>
        accept(service, tenant, raw, { address, helo, mailFrom }),
      ),
    );
    await service.drain();
    for (const [index, { name, expected }] of vectors.entries()) {
      const proven = await proofOf(service, tenant, ids[index]);
      const right = expected.map((result) => VERDICTS[result]);
      expect(right, name).toContain(proven?.verdict);
    }
  });
});
