import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remainingAttestations } from '../../../daemon/recipients/verified/attestations.ts';
import { applyComplaint } from '../../../daemon/recipients/verified/complaint.ts';
import { DAY, HOUR, MINUTE } from '../../../daemon/system/clock.ts';
import { createAgent, createTenant, launch, type Service, type Tenant } from '../../support/service.ts';

interface Recipient extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly status: string;
}

const MISSING = '00000000-0000-7000-8000-000000000000';

let service: Service;
let tenant: Tenant;
let count = 0;

beforeAll(async () => {
  service = await launch();
});
afterAll(() => service.stop());

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, {
    email: `owner${count}@example.com`,
    tier: 'sandbox',
    mailbox: `trial${count}`,
  });
  await service.operator('DELETE', '/outbox');
});

const add = (email: string, attest?: boolean) =>
  service.call<Recipient>(tenant.admin, 'POST', '/v1/recipients', {
    email,
    ...(attest !== undefined && { attest }),
  });
const resend = (id: string) => service.call(tenant.admin, 'POST', `/v1/recipients/${id}/resend`);
const remove = (id: string) => service.call(tenant.admin, 'DELETE', `/v1/recipients/${id}`);
const send = (to: string) =>
  service.call(tenant.admin, 'POST', '/v1/messages/send', {
    from_mailbox: tenant.mailbox.id,
    to,
    subject: 'Hello',
    body: 'Shall we meet?',
  });
const later = (time: number) => service.clock.moveTo(service.clock.now() + time);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

async function list() {
  const reply = await service.call<{ recipients: Recipient[] }>(tenant.admin, 'GET', '/v1/recipients');
  return reply.body.recipients;
}

async function spent(): Promise<unknown> {
  const quota = await service.call<{ today: { count: number } }>(tenant.admin, 'GET', '/v1/accounts/quota');
  return quota.body.today.count;
}

/** The path of the newest confirmation link that went to an address. */
async function linkTo(email: string): Promise<string> {
  const outbox = await service.operator<{ items: { text: string }[] }>(
    'GET',
    `/outbox?purpose=confirmation_link&to=${encodeURIComponent(email)}`,
  );
  const url = /http:\/\/\S+\/confirm\/\S+/.exec(outbox.body.items[0]?.text ?? '')?.[0];
  return new URL(url ?? 'http://no.link/').pathname;
}

async function page(path: string, method = 'GET') {
  const response = await fetch(`${service.daemon.runtime.http}${path}`, {
    method,
    ...(method === 'POST' && {
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('a recipient of a trial account', () => {
  it('is asked by mail, and can be written to once it confirmed', async () => {
    const added = await add(' Ann@Example.org ');
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: added.body.id,
      email: 'ann@example.org',
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(await spent()).toBe(1);
    expect(codeOf(await send('ann@example.org'))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
    const link = await linkTo('ann@example.org');
    expect((await page(link)).status).toBe(200);
    expect((await list())[0]).toMatchObject({ status: 'pending', confirmed_at: null });
    expect((await page(link, 'POST')).text).toContain('confirmed');
    expect((await list())[0]).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) });
    expect((await send('Ann@example.org')).status).toBe(200);
  });

  it('is refused before anything is counted', async () => {
    const refused = await send('stranger@example.org');
    expect(refused.body.details).toMatchObject({
      reason_axis: 'trust_capacity',
      recipient: 'stranger@example.org',
    });
    expect(await spent()).toBe(0);
  });

  it('need not be the own address, the simulator, or who wrote with an authentic sender', async () => {
    expect((await send(`owner${count}@example.com`)).status).toBe(200);
    expect((await send('delivered+x@simulator.agentmail.localhost')).status).toBe(200);
    expect(codeOf(await send('other@simulator.agentmail.localhost'))[1]).toBe(
      'SANDBOX_RECIPIENT_NOT_VERIFIED',
    );
    const friend = await createTenant(service, {
      email: `friend${count}@example.com`,
      mailbox: `friend${count}`,
    });
    await service.call(friend.admin, 'POST', '/v1/messages/send', {
      from_mailbox: friend.mailbox.id,
      to: tenant.mailbox.address,
      subject: 'Hi',
      body: 'How are you?',
    });
    await service.deliver({
      from: 'eve@example.org',
      to: tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello.',
    });
    await service.drain();
    const inbox = await service.call<{ messages: { id: string; sender: string; thread_id: string }[] }>(
      tenant.admin,
      'GET',
      `/v1/mailboxes/${tenant.mailbox.id}/messages?direction=inbound`,
    );
    const from = (sender: string) => inbox.body.messages.find((message) => message.sender === sender)!;
    const reply = (id: string) =>
      service.call(tenant.admin, 'POST', `/v1/messages/${id}/reply`, { body: 'Fine.' });
    const authentic = from(friend.mailbox.address);
    expect((await reply(authentic.id)).status).toBe(200);
    const next = await service.call(tenant.admin, 'POST', '/v1/messages/send', {
      thread_id: authentic.thread_id,
      body: 'And you?',
    });
    expect(next.status).toBe(200);
    expect(codeOf(await reply(from('eve@example.org').id))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
    expect(codeOf(await send(friend.mailbox.address))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
  });

  it('that is the account itself is confirmed at once, uncounted', async () => {
    const own = await add(`OWNER${count}@example.com`);
    expect(own.body).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) });
    expect(await spent()).toBe(0);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      expect((await add(`${name}@${name}.example`)).status).toBe(201);
  });

  it('is unknown to agents that would add, and listed for them', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const refused = await service.call(agent, 'POST', '/v1/recipients', { email: 'ann@example.org' });
    expect(codeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await service.call(agent, 'GET', '/v1/recipients')).status).toBe(200);
  });

  it('expires after 48 hours, is revived under its id, and can be sent a new link', async () => {
    const { body } = await add('ann@example.org');
    const first = await linkTo('ann@example.org');
    later(48 * HOUR);
    expect((await list())[0]?.status).toBe('expired');
    expect((await page(first)).status).toBe(410);
    expect((await page(first, 'POST')).status).toBe(410);
    const revived = await add('ann@example.org');
    expect([revived.status, revived.body.id, revived.body.status]).toEqual([201, body.id, 'pending']);
    expect((await page(first)).status).toBe(404);
    later(48 * HOUR);
    expect((await resend(body.id)).body).toEqual({ status: 'sent' });
    expect((await list())[0]?.status).toBe('pending');
    later(47 * HOUR);
    await page(await linkTo('ann@example.org'), 'POST');
    expect((await resend(body.id)).body).toEqual({ status: 'already_confirmed' });
  });

  it('is gone when removed, and its link with it', async () => {
    const { body } = await add('ann@example.org');
    const link = await linkTo('ann@example.org');
    expect((await remove(body.id)).body).toEqual({ status: 'deleted' });
    expect((await page(link)).status).toBe(404);
    expect(codeOf(await remove(body.id))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await resend(MISSING))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the order of an add', () => {
  it('is shape, plan, duplicate, ramp, windows, budget, validity', async () => {
    expect(codeOf(await add(' '))).toEqual([400, 'VALIDATION_ERROR']);
    const paid = await createTenant(service, { email: `paid${count}@example.com`, mailbox: `paid${count}` });
    const refused = await service.call(paid.admin, 'POST', '/v1/recipients', { email: 'no address' });
    expect([codeOf(refused), refused.body.details?.reason]).toEqual([[403, 'TIER_LIMIT'], 'sandbox_only']);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) expect((await add(`${name}@${name}.example`)).status).toBe(201);
    const duplicate = await add('a@a.example');
    expect([codeOf(duplicate), duplicate.body.details?.reason]).toEqual([
      [409, 'CONFLICT'],
      'already_pending',
    ]);
    const ramp = await add('not an address');
    expect(codeOf(ramp)).toEqual([403, 'TIER_LIMIT']);
    const account = await service.operator<{ created_at: string }>('GET', `/accounts/${tenant.accountId}`);
    expect(ramp.body.details).toMatchObject({
      reason: 'recipient_ramp',
      ramp_until: new Date(Date.parse(account.body.created_at) + 72 * HOUR).toISOString(),
    });
    later(72 * HOUR);
    const invalid = await add('not an address');
    expect(codeOf(invalid)).toEqual([422, 'RECIPIENT_VALIDATION_FAILED']);
    expect(invalid.body.details).toMatchObject({ reason: 'RECIPIENT_ADDRESS_INVALID' });
  });

  it.each([
    ['info@example.org', 'RECIPIENT_ROLE_ADDRESS'],
    ['ann@mailinator.com', 'RECIPIENT_DISPOSABLE_ADDRESS'],
    ['ann@gmial.com', 'RECIPIENT_DOMAIN_TYPO_SUSPECTED'],
    ['ann@nowhere.invalid', 'RECIPIENT_UNDELIVERABLE'],
    ['nobody@agentmail.localhost', 'RECIPIENT_UNDELIVERABLE'],
  ])('ends with the checks of a send: %s', async (email, reason) => {
    const reply = await add(email);
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([
      [422, 'RECIPIENT_VALIDATION_FAILED'],
      reason,
    ]);
    expect(await list()).toEqual([]);
    expect(await spent()).toBe(0);
  });

  it('takes 25 people in all, after the ramp', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 25; index += 1) {
      await fill(`p${index}@example.org`);
    }
    const reply = await add('one@more.example');
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([[409, 'CONFLICT'], 'recipient_cap']);
  });

  it('takes three mails a domain and day', async () => {
    for (const name of ['a', 'b', 'c']) expect((await add(`${name}@example.org`)).status).toBe(201);
    const reply = await add('d@example.org');
    expect(codeOf(reply)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await add('d@example.net')).status).toBe(201);
    later(DAY);
    expect((await add('d@example.org')).status).toBe(201);
  });

  it('takes ten adds and resends an hour, attested ones too', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 3; index += 1) await add(`a${index}@a${index}.example`, true);
    for (let index = 0; index < 7; index += 1) await add(`b${index}@b${index}.example`);
    const reply = await add('one@more.example');
    expect(codeOf(reply)).toEqual([429, 'RATE_LIMITED']);
    expect(reply.body.details?.retry_after).toBeLessThanOrEqual(3600);
    expect(codeOf(await resend((await list())[0]!.id))).toEqual([429, 'RATE_LIMITED']);
    later(HOUR);
    expect((await add('one@more.example')).status).toBe(201);
  });

  it('never exceeds a limit by adds side by side, and charges each add once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(`p${index}@p${index}.example`)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.code === 'TIER_LIMIT')).toHaveLength(7);
    expect(await spent()).toBe(5);
    await remove((await list())[0]!.id);
    const twice = await Promise.all([add('x@x.example'), add('x@x.example')]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('takes two resends of one recipient in 24 hours', async () => {
    const { body } = await add('ann@example.org');
    expect((await resend(body.id)).status).toBe(200);
    later(MINUTE);
    expect((await resend(body.id)).status).toBe(200);
    later(12 * HOUR);
    expect(codeOf(await resend(body.id))).toEqual([429, 'RATE_LIMITED']);
    later(12 * HOUR);
    expect((await resend(body.id)).status).toBe(200);
  });

  it('needs a send of the day', async () => {
    await service.daemon.context.store.write(({ db, now }) =>
      db
        .insertInto('send_budget')
        .values({ account_id: tenant.accountId, day: new Date(now).toISOString().slice(0, 10), count: 15 })
        .execute(),
    );
    const reply = await add('not an address');
    expect(codeOf(reply)).toEqual([429, 'RATE_LIMITED']);
    expect(reply.body.details).toMatchObject({ daily_limit: 15, sends_remaining: 0 });
    expect((await add('ann@example.org', true)).status).toBe(201);
  });

  async function fill(email: string) {
    await service.daemon.context.store.write(({ db, now }) =>
      db
        .insertInto('verified_recipients')
        .values({
          id: service.daemon.context.random.id(now),
          account_id: tenant.accountId,
          email,
          status: 'confirmed',
          origin: 'link',
          token_hash: null,
          created_at: now,
          expires_at: now,
          confirmed_at: now,
        })
        .execute(),
    );
  }
});

describe('an attested recipient', () => {
  const complain = (recipient: string) =>
    service.daemon.context.store.write((transaction) =>
      applyComplaint(service.daemon.context, transaction, { accountId: tenant.accountId, recipient }),
    );
  const remaining = (accountId = tenant.accountId, phone: string | null = null) =>
    remainingAttestations(
      service.daemon.context,
      service.daemon.context.store.read,
      { id: accountId, phoneNumber: phone, phoneVerified: phone !== null },
      service.clock.now(),
    );

  it('can be written to at once, without mail or charge', async () => {
    const added = await add('ann@example.org', true);
    expect([added.status, added.body.status]).toEqual([201, 'confirmed']);
    expect(await spent()).toBe(0);
    expect((await service.operator<{ items: unknown[] }>('GET', '/outbox')).body.items).toEqual([]);
    expect((await send('ann@example.org')).status).toBe(200);
    const me = await service.call(tenant.admin, 'GET', '/v1/auth/me');
    expect(me.body.limits).toEqual({ sandbox_attestations_remaining: 4 });
  });

  it('is one of five, and removing one gives none back', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 5; index += 1) {
      expect(await remaining()).toBe(5 - index);
      const { body } = await add(`p${index}@example.org`, true);
      await remove(body.id);
    }
    const reply = await add('p5@example.org', true);
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([[409, 'CONFLICT'], 'attestation_cap']);
  });

  it('has to prove itself after one of them reported mail, and the second report suspends', async () => {
    await add('ann@example.org', true);
    await add('bob@example.org', true);
    await complain('stranger@example.org');
    expect((await list()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    await complain('Ann@example.org');
    expect((await list()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(codeOf(await send('bob@example.org'))[1]).toBe('SANDBOX_RECIPIENT_NOT_VERIFIED');
    const attesting = await add('carl@example.org', true);
    expect([codeOf(attesting), attesting.body.details?.reason]).toEqual([
      [403, 'TIER_LIMIT'],
      'attestation_disabled',
    ]);
    const bob = (await list()).find(({ email }) => email === 'bob@example.org')!;
    expect((await resend(bob.id)).body).toEqual({ status: 'sent' });
    await page(await linkTo('bob@example.org'), 'POST');
    await complain('ann@example.org');
    expect((await send('bob@example.org')).status).toBe(200);
    await complain('bob@example.org');
    expect(codeOf(await send('bob@example.org'))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(codeOf(await add('dora@example.org'))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    const ann = (await list()).find(({ email }) => email === 'ann@example.org')!;
    expect(codeOf(await resend(ann.id))).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });

  it('counts for the phone: a second account on it has none for 90 days', async () => {
    const phone = '+436601234567';
    const withPhone = (accountId: string) =>
      service.daemon.context.store.write(({ db, now }) =>
        db
          .updateTable('accounts')
          .set({ phone_number: phone, phone_verified_at: now })
          .where('id', '=', accountId)
          .execute(),
      );
    const first = tenant;
    await withPhone(first.accountId);
    await add('ann@example.org', true);
    tenant = await createTenant(service, {
      email: `s${count}@example.com`,
      tier: 'sandbox',
      mailbox: `s${count}`,
    });
    await withPhone(tenant.accountId);
    expect(await remaining(tenant.accountId, phone)).toBe(0);
    const reply = await add('bob@example.org', true);
    expect(reply.body.details?.reason).toBe('attestation_cap');
    expect(await remaining(first.accountId, phone)).toBe(4);
    later(90 * DAY);
    expect(await remaining(tenant.accountId, phone)).toBe(5);
  });
});

describe('the confirmation page', () => {
  it('runs nothing, loads nothing, and cannot be framed', async () => {
    await add('ann@example.org');
    const { headers, text } = await page(await linkTo('ann@example.org'));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|src=|href=|\son\w+=/i);
    expect(text).toContain('<html lang="en">');
    expect(text).toMatch(/<form method="post"><button type="submit">/);
  });

  it('shows text as text', async () => {
    await service.daemon.context.store.write(({ db }) =>
      db
        .updateTable('accounts')
        .set({ email: `"<b>&'${count}"@example.com` })
        .where('id', '=', tenant.accountId)
        .execute(),
    );
    await add('ann@example.org');
    const { text } = await page(await linkTo('ann@example.org'));
    expect(text).toContain('&quot;&lt;b&gt;&amp;&#39;');
    expect(text).not.toContain('<b>');
  });

  it('confirms again and again, and leaves other links alone', async () => {
    await add('ann@example.org');
    const link = await linkTo('ann@example.org');
    expect((await page(link, 'POST')).status).toBe(200);
    expect((await page(link, 'POST')).status).toBe(200);
    expect((await page(link)).text).toContain('Thank you');
    expect((await page('/confirm/nothing')).status).toBe(404);
    expect((await page(`/confirm/${'a'.repeat(43)}`, 'POST')).status).toBe(404);
  });
});
