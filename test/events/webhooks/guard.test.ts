import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  RefusedTargetError,
  readTarget,
  refusedAddress,
} from '../../../daemon/platform/system/address-guard.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { corpusPath } from '../../support/corpora.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { needsCorpora } from '../../support/needs.ts';
import { createTenant, type Service, startService } from '../../support/service.ts';
import explained from './ssrf-explained.json' with { type: 'json' };

interface Row {
  readonly id: string;
  readonly url?: string;
  readonly value?: string;
}

const FILES = ['payloadsallthethings_ssrf', 'payloadsallthethings_open_redirect', 'validatorjs_url'];

function refusalOf(url: string): string | null {
  try {
    readTarget(url, 'public');
    return null;
  } catch (error) {
    if (error instanceof RefusedTargetError) return error.reason;
    throw error;
  }
}

describe('the address guard', () => {
  for (const file of FILES) {
    const corpus = `ssrf/${file}.jsonl`;
    it(`refuses every entry of ${file}, as it is and as https, or explains it`, needsCorpora(corpus), () => {
      const rows = readFileSync(corpusPath(corpus) ?? '', 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      expect(rows.length).toBeGreaterThan(50);
      for (const { id, url, value } of rows) {
        const text = url ?? value ?? '';
        const forms = file.endsWith('_ssrf') ? [text, text.replace(/^http:/i, 'https:')] : [text];
        const accepted = forms.filter((form) => refusalOf(form) === null);
        expect([id, text, accepted.length > 0]).toEqual([id, text, id in explained]);
      }
    });
  }

  it.each([
    ['https://example.com:0/', 'malformed'],
    ['https://127.0.0.1/', 'loopback'],
    ['https://127.1/', 'loopback'],
    ['https://0x7f000001/', 'loopback'],
    ['https://2130706433/', 'loopback'],
    ['https://0177.0.0.1/', 'loopback'],
    ['https://①②⑦.⓪.⓪.①/', 'loopback'],
    ['https://%31%32%37.0.0.1/', 'loopback'],
    ['https://10.0.0.1/', 'private'],
    ['https://172.31.255.255/', 'private'],
    ['https://169.254.169.254/', 'linkLocal'],
    ['https://100.64.0.1/', 'carrierGradeNat'],
    ['https://0.0.0.0/', 'unspecified'],
    ['https://224.0.0.1/', 'multicast'],
    ['https://255.255.255.255/', 'broadcast'],
    ['https://[::1]/', 'loopback'],
    ['https://[::]/', 'unspecified'],
    ['https://[::ffff:127.0.0.1]/', 'ipv4Mapped'],
    ['https://[::ffff:8.8.8.8]/', 'ipv4Mapped'],
    ['https://[::127.0.0.1]/', 'reserved'],
    ['https://[64:ff9b::7f00:1]/', 'rfc6052'],
    ['https://[2002:7f00:1::]/', '6to4'],
    ['https://[fe80::1]/', 'linkLocal'],
    ['https://[fd00::1]/', 'uniqueLocal'],
    ['https://[4000::1]/', 'reserved'],
    ['https://localhost/', 'localhost'],
    ['https://LOCALHOST./', 'localhost'],
    ['https://app.localhost/', 'localhost'],
    ['https://intranet/', 'private_name'],
    ['https://printer.local/', 'private_name'],
    ['https://metadata.google.internal/', 'private_name'],
    ['http://example.com/', 'not_https'],
    ['https://user@example.com/', 'credentials'],
    ['https://@example.com/', 'credentials'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://example.com/#top', 'fragment'],
    ['https://example.com\\@127.0.0.1/', 'malformed'],
    ['https://example.com\t.evil.example/', 'malformed'],
    [' https://example.com/', 'malformed'],
    ['https:///example.com/', 'not_https'],
    ['https:example.com/', 'not_https'],
    ['//example.com/', 'not_https'],
    ['https://exa mple.com/', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['', 'not_https'],
  ])('refuses %s', (url, reason) => {
    expect(refusalOf(url)).toBe(reason);
  });

  it.each([
    'https://example.com',
    'https://EXAMPLE.com:8443/hook?a=b&c=%20',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
  ])('accepts %s', (url) => {
    expect(refusalOf(url)).toBeNull();
  });

  it('admits private addresses on demand, but never link-local and unassigned ones', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '100.64.0.1',
      '::1',
      'fd00::1',
      '::ffff:10.0.0.1',
    ]) {
      expect([address, refusedAddress(address, 'private')]).toEqual([address, null]);
    }
    for (const address of [
      '169.254.169.254',
      '0.0.0.0',
      '224.0.0.1',
      'fe80::1',
      '::',
      '::ffff:169.254.169.254',
    ]) {
      expect([address, refusedAddress(address, 'private')]).not.toEqual([address, null]);
    }
  });
});

describe('a webhook whose name resolves', () => {
  let receiver: HttpsReceiver | undefined;
  afterEach(async () => {
    await receiver?.stop();
    receiver = undefined;
  });

  async function start(lookup: (name: string) => Promise<string[]>, reach: 'public' | 'private') {
    receiver = await HttpsReceiver.start('hooks.example.org');
    const authority = await testAuthority();
    const service = await startService({
      config: { allowPrivateWebhooks: reach === 'private' },
      overrides: { lookup, extraAuthorities: [authority.certificate] },
    });
    const tenant = await createTenant(service);
    const create = () =>
      service.call(tenant.admin, api.createWebhook, {
        url: receiver?.url('/hook', 'hooks.example.org') ?? '',
        enabled_events: ['message.received'],
      });
    return { service, admin: tenant.admin, create, receiver };
  }
  async function test(service: Service, admin: string, id: string) {
    await service.call(admin, api.testWebhook, { id });
    await service.drain();
    const reply = await service.call(admin, api.listDeliveries, { id });
    return reply.body.deliveries[0];
  }

  it('to a private address is refused at creation and at change', async () => {
    let addresses = ['10.0.0.1'];
    const { service, admin, create } = await start(async () => addresses, 'public');
    expect(await create()).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    addresses = ['93.184.215.14', '127.0.0.1'];
    expect(await create()).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    addresses = ['93.184.215.14'];
    const { webhook } = (await create()).body;
    addresses = ['::1'];
    const changed = await service.call(admin, api.updateWebhook, {
      id: webhook.id,
      url: 'https://new.example.org/',
    });
    expect([changed.status, changed.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('to a private address at the attempt is abandoned without a connection', async () => {
    let addresses = ['93.184.215.14'];
    const { service, admin, create, receiver: target } = await start(async () => addresses, 'public');
    const { webhook } = (await create()).body;
    addresses = ['127.0.0.1'];
    const delivery = await test(service, admin, webhook.id);
    expect(delivery).toMatchObject({
      status: 'abandoned',
      last_error: 'ssrf_blocked: loopback',
      attempt_count: 1,
    });
    expect(target.requests).toEqual([]);
    // The kind of address would say where an internal receiver is.
    await service.call(admin, api.updateWebhook, { id: webhook.id, request_headers: { 'x-key': 'v' } });
    expect(await test(service, admin, webhook.id)).toMatchObject({ last_error: 'network_error' });
    expect(target.requests).toEqual([]);
  });

  it('to nothing is accepted, and retried as a network error', async () => {
    const { service, admin, create } = await start(async () => {
      throw Object.assign(new Error('queryA ENOTFOUND hooks.example.org'), { code: 'ENOTFOUND' });
    }, 'public');
    const { webhook } = (await create()).body;
    const delivery = await test(service, admin, webhook.id);
    expect(delivery).toMatchObject({
      status: 'retrying',
      last_error: expect.stringContaining('network_error: '),
    });
  });

  it('is asked for once per attempt, and the connection goes to that answer', async () => {
    let asked = 0;
    const {
      service,
      admin,
      create,
      receiver: target,
    } = await start(async () => {
      asked += 1;
      // A second question in one attempt would lead elsewhere.
      return asked <= 2 ? ['127.0.0.1'] : ['127.0.0.9'];
    }, 'private');
    const { webhook } = (await create()).body;
    expect(await test(service, admin, webhook.id)).toMatchObject({ status: 'delivered' });
    expect(asked).toBe(2);
    expect(target.requests[0]?.headers.host).toBe(`hooks.example.org:${target.port}`);
  });

  it('to another address does not go over the connection of the old one', async () => {
    let addresses = ['127.0.0.1'];
    const { service, admin, create, receiver: target } = await start(async () => addresses, 'private');
    const { webhook } = (await create()).body;
    expect(await test(service, admin, webhook.id)).toMatchObject({ status: 'delivered' });
    addresses = ['127.0.0.9'];
    expect(await test(service, admin, webhook.id)).toMatchObject({
      status: 'retrying',
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    expect(target.requests).toHaveLength(1);
  });

  it('that speaks no TLS is told in one line, without where in its sources a library noticed', async () => {
    const plain = createServer((socket) =>
      socket.on('error', () => undefined).end('HTTP/1.1 400 No\r\n\r\n'),
    );
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const service = await startService({ config: { allowPrivateWebhooks: true } });
    const tenant = await createTenant(service);
    const made = await service.call(tenant.admin, api.createWebhook, {
      url: `https://127.0.0.1:${(plain.address() as AddressInfo).port}/`,
      enabled_events: ['message.received'],
    });
    const delivery = await test(service, tenant.admin, made.body.webhook.id);
    expect(delivery?.last_error).toMatch(/^network_error: write EPROTO SSL routines: [a-z ]+$/);
  });

  it('is not talked to when its certificate is of nobody known', async () => {
    receiver = await HttpsReceiver.start();
    const service = await startService({ config: { allowPrivateWebhooks: true } });
    const tenant = await createTenant(service);
    const made = await service.call(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    expect(await test(service, tenant.admin, made.body.webhook.id)).toMatchObject({
      status: 'retrying',
      last_error: expect.stringMatching(/^network_error: .*certificate/),
    });
    expect(receiver.requests).toEqual([]);
  });
});
