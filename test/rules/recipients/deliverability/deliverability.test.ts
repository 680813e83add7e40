import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECOND, SystemClock } from '../../../../daemon/platform/system/clock.ts';
import { isDisposable } from '../../../../daemon/rules/recipients/deliverability/disposable.ts';
import { isRole } from '../../../../daemon/rules/recipients/deliverability/roles.ts';
import { isOneSlipAway, suspectedTypo } from '../../../../daemon/rules/recipients/deliverability/typos.ts';
import * as api from '../../../support/api.ts';
import { ScriptedDns } from '../../../support/dns.ts';
import {
  createMailbox,
  createTenant,
  type Service,
  sharedService,
  type Tenant,
  unchecked,
} from '../../../support/service.ts';

const send = (service: Service, tenant: Tenant, to: string) =>
  service.call(tenant.admin, api.send, {
    from_mailbox: tenant.mailbox.id,
    to,
    subject: 'Hello',
    body: 'Shall we meet?',
  });

describe('the lists', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
  ])('take %s for a slip of %s', (domain, provider) => {
    expect(suspectedTypo(domain, [])).toBe(provider);
  });

  it.each([
    'gmail.com',
    'mail.com',
    'ymail.com',
    'email.com',
    'cloud.com',
    'gmx.de',
    'example.com',
    'gmale.org',
  ])('leave %s alone', (domain) => {
    expect(suspectedTypo(domain, [])).toBeNull();
  });

  it('take additions as providers of their own', () => {
    expect(suspectedTypo('bigmial.example', ['bigmail.example'])).toBe('bigmail.example');
    expect(suspectedTypo('bigmail.example', ['bigmail.example'])).toBeNull();
  });

  it('count one slip as one insertion, deletion, replacement or swap of neighbours, and never two', () => {
    const word = 'abcdef';
    const slips = ['bcdef', 'abcde', 'abXcdef', 'abcdefX', 'Xabcdef', 'abXdef', 'bacdef', 'abcdfe'];
    expect(slips.filter((slip) => !isOneSlipAway(slip, word))).toEqual([]);
    const others = ['abcdef', 'abcd', 'abcdefXY', 'aXcXef', 'badcef', 'cbadef', ''];
    expect(others.filter((other) => isOneSlipAway(other, word))).toEqual([]);
  });

  it('know roles whatever their case and tag, and leave people alone', () => {
    for (const local of ['info', 'Support', 'no-reply', 'postmaster+x']) expect(isRole(local, [])).toBe(true);
    for (const local of ['ann', 'client', 'customer', 'informatics']) expect(isRole(local, [])).toBe(false);
    expect(isRole('desk+1', ['desk'])).toBe(true);
  });

  it('know disposable domains and what lies below them', () => {
    expect(isDisposable('mailinator.com', [])).toBe(true);
    expect(isDisposable('a.b.mailinator.com', [])).toBe(true);
    expect(isDisposable('mailinator.company', [])).toBe(false);
    expect(isDisposable('gmail.com', [])).toBe(false);
    expect(isDisposable('x.throw.example', ['throw.example'])).toBe(true);
  });

  it('state the version of the package that is installed', () => {
    const manifest = JSON.parse(
      readFileSync('node_modules/disposable-email-domains-js/package.json', 'utf8'),
    ) as { version: string };
    const source = readFileSync('daemon/rules/recipients/deliverability/disposable.ts', 'utf8');
    expect(source).toContain(manifest.version);
  });
});

describe('a send without DNS checks', () => {
  const dns = new ScriptedDns();
  const service = sharedService({ overrides: { dns } });
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  it.each([
    ['no address', 'RECIPIENT_ADDRESS_INVALID'],
    ['ann@localhost', 'RECIPIENT_ADDRESS_INVALID'],
    ['ann@gmial.com', 'RECIPIENT_DOMAIN_TYPO_SUSPECTED'],
    ['info@gmial.com', 'RECIPIENT_DOMAIN_TYPO_SUSPECTED'],
    ['info@mailinator.com', 'RECIPIENT_DISPOSABLE_ADDRESS'],
    ['info+x@example.com', 'RECIPIENT_ROLE_ADDRESS'],
    ['ann@some.invalid', 'RECIPIENT_UNDELIVERABLE'],
    ['nobody@agentmail.localhost', 'RECIPIENT_UNDELIVERABLE'],
    ['nobody@simulator.agentmail.localhost', 'RECIPIENT_UNDELIVERABLE'],
  ])('to %s is refused as %s', async (to, code) => {
    const reply = await send(service, tenant, to);
    expect([reply.status, reply.body.code]).toEqual([422, code]);
    if (code === 'RECIPIENT_DOMAIN_TYPO_SUSPECTED') {
      expect(reply.body.details).toEqual({ suggestion: 'gmail.com' });
    }
  });

  it('asks nobody while mail stays on this machine', async () => {
    expect((await send(service, tenant, 'ann@nowhere.example')).status).toBe(200);
    expect(dns.asked).toEqual([]);
  });

  it('may go to roles that are mailboxes here, and to whoever wrote', async () => {
    const help = await createMailbox(service, tenant.admin, 'support');
    expect((await send(service, tenant, help.address)).status).toBe(200);
    await service.deliver({
      from: 'info@mailinator.com',
      to: tenant.mailbox.address,
      subject: 'Question',
      text: 'What does it cost?',
    });
    await service.drain();
    const inbox = await service.call(tenant.admin, api.listMessages, {
      id: tenant.mailbox.id,
      direction: 'inbound',
      sender: 'mailinator',
    });
    const [message] = inbox.body.messages;
    const reply = await service.call(tenant.admin, api.reply, { id: message!.id, body: 'Nothing.' });
    expect(reply.status).toBe(200);
    const next = await service.call(
      tenant.admin,
      api.send,
      unchecked({
        thread_id: message!.thread_id,
        body: 'Really.',
      }),
    );
    expect(next.status).toBe(200);
    expect((await send(service, tenant, 'info@mailinator.com')).body.code).toBe(
      'RECIPIENT_DISPOSABLE_ADDRESS',
    );
  });

  it('may go to every scenario of the simulator', async () => {
    for (const name of ['delivered', 'Bounced', 'complained+x', 'suppressed']) {
      expect((await send(service, tenant, `${name}@simulator.agentmail.localhost`)).status).toBe(200);
    }
  });
});

describe('a send with DNS checks', () => {
  const dns = new ScriptedDns()
    .mail('good.example', ['mx.good.example'])
    .mail('null.example', [''])
    .mail('dotted.example', ['.'])
    .mail('bare.example', 'no_records')
    .host('bare.example', ['192.0.2.1'])
    .mail('empty.example', 'no_records')
    .host('empty.example', 'no_records')
    .mail('gone.example', 'no_domain')
    .mail('flaky.example', 'unavailable')
    .mail('half.example', 'no_records')
    .host('half.example', 'unavailable')
    .mail('silent.example', 'silent');
  const config = { deliverability: { dns: 'on', typo: [], role: [], disposable: [] } } as const;
  const clock = new SystemClock({ settable: true });
  const service = sharedService({ overrides: { dns }, config, clock });
  let paid: Tenant;

  beforeAll(async () => {
    paid = await createTenant(service);
  });

  it.each([
    ['good.example', 200],
    ['bare.example', 200],
    ['flaky.example', 200],
    ['half.example', 200],
    ['null.example', 422],
    ['dotted.example', 422],
    ['empty.example', 422],
    ['gone.example', 422],
  ])('to %s answers %i', async (domain, status) => {
    const reply = await send(service, paid, `ann@${domain}`);
    expect(reply.status).toBe(status);
    if (status === 422) expect(reply.body.code).toBe('RECIPIENT_UNDELIVERABLE');
  });

  it('fails open after three seconds of silence, and an add fails closed', async () => {
    const tenant = await createTenant(service, {
      email: 'trial@example.com',
      tier: 'sandbox',
      mailbox: 'trial',
    });
    const add = (domain: string) => service.call(tenant.admin, api.addRecipient, { email: `ann@${domain}` });
    const flaky = await add('flaky.example');
    expect([flaky.status, flaky.body.code]).toEqual([503, 'RECIPIENT_VALIDATION_UNAVAILABLE']);
    expect(Number(flaky.headers.get('retry-after'))).toBeGreaterThan(0);
    const silent = add('silent.example');
    await hurry(clock, silent);
    expect((await silent).status).toBe(503);
    const gone = await add('gone.example');
    expect([gone.status, gone.body.details?.reason]).toEqual([422, 'RECIPIENT_UNDELIVERABLE']);
    expect((await add('good.example')).status).toBe(201);
    const sending = send(service, paid, 'ann@silent.example');
    await hurry(clock, sending);
    expect((await sending).status).toBe(200);
  });
});

/** Moves the clock on until the work is done: it begins its wait at a moment that the test does not see. */
async function hurry(clock: SystemClock, work: Promise<unknown>): Promise<void> {
  let done = false;
  void work.then(() => {
    done = true;
  });
  while (!done) {
    clock.moveTo(clock.now() + 4 * SECOND);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
