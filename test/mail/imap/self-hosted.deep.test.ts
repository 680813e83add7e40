import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Overrides } from '../../../daemon/compose.ts';
import { type Config, DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { type Dovecot, dovecotIsInstalled, startDovecot } from '../../support/dovecot.ts';
import { ScriptedLeases } from '../../support/leases.ts';
import { MailSink } from '../../support/mail-sink.ts';
import { needsPrograms } from '../../support/needs.ts';
import {
  createTenant,
  type Service,
  startService,
  type Tenant,
  temporaryHome,
  unchecked,
} from '../../support/service.ts';

/** A self-hosted domain against a real IMAP server. */

interface Scene {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly dns: ScriptedDns;
}

describe('a self-hosted domain', needsPrograms({ dovecot: dovecotIsInstalled() }), () => {
  let dovecot: Dovecot;
  let smtpPort: number;
  let smtp: SMTPServer;
  let sent: { from: string; to: string; user: string; raw: string }[] = [];
  let folders = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
    const { key, cert } = await (await testAuthority()).issue('smtp.own.example');
    smtp = new SMTPServer({
      secure: true,
      key,
      cert,
      onAuth: ({ username, password }, _session, callback) =>
        callback(password === 'the right password' ? null : new Error('no'), { user: username }),
      onData: (stream, { envelope, user }, callback) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString();
        });
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          sent.push({ from, to: envelope.rcptTo[0]?.address ?? '', user: String(user), raw });
          callback();
        });
      },
    });
    smtpPort = await new Promise<number>((resolve) => {
      smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as { port: number }).port));
    });
  });
  afterAll(async () => {
    await dovecot.remove();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  const server = (name: 'smtp' | 'imap', changes = {}) => ({
    host: `${name}.own.example`,
    port: name === 'smtp' ? smtpPort : dovecot.port,
    security: 'tls',
    username: 'agent@own.example',
    password: 'the right password',
    ...changes,
  });

  async function start(
    home: string,
    dns: ScriptedDns,
    config: Partial<Config> = {},
    overrides: Pick<Overrides, 'leases'> = {},
  ): Promise<Service> {
    const { certificate } = await testAuthority();
    return startService({
      home,
      config,
      overrides: { dns, lookup: async () => ['127.0.0.1'], extraAuthorities: [certificate], ...overrides },
    });
  }

  async function scene(
    allowed = true,
    config: Partial<Config> = {},
    overrides: Pick<Overrides, 'leases'> = {},
  ): Promise<Scene & { home: string }> {
    const dns = new ScriptedDns();
    const home = temporaryHome();
    const service = await start(home, dns, config, overrides);
    if (allowed) await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
    return { service, tenant: await createTenant(service), dns, home };
  }

  async function add({ service, tenant, dns }: Scene, imap = server('imap')) {
    const { status, body } = await service.call(
      tenant.admin,
      api.createDomain,
      unchecked({
        domain: 'own.example',
        transport_mode: 'self_hosted',
        self_hosted_config: { network_mode: 'public', smtp: server('smtp'), imap },
      }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(JSON.stringify(body)).not.toContain('the right password');
    dns.publish('_agentmail.own.example', 'TXT', [`agentmail-claim=${body.claim_token}`]);
    return body;
  }

  async function verified(parts: Scene): Promise<string> {
    const { id } = await add(parts);
    const { body } = await parts.service.call(parts.tenant.admin, api.verifyDomain, { id });
    expect(body).toMatchObject({
      verification_status: 'verified',
      probe_results: { smtp: { ok: true, stage: 'ready' }, imap: { ok: true, stage: 'ready' } },
    });
    return id;
  }

  function newFolder(): string {
    folders += 1;
    const name = `Agents-${folders}`;
    dovecot.makeFolder(name);
    return name;
  }

  async function mailbox({ service, tenant }: Scene, domain: string, folder: string, name = 'sales') {
    return service.call(tenant.admin, api.createMailbox, {
      name,
      domain_id: domain,
      self_hosted_imap_folder: folder,
    });
  }

  const letter = (subject: string) =>
    `From: Ann <ann@there.example>\r\nTo: sales@own.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@there.example>\r\n\r\nHello.\r\n`;

  /** Subjects in the order of their arrival, once there are as many. */
  async function subjects({ service, tenant }: Pick<Scene, 'service' | 'tenant'>, id: string, count: number) {
    let since = '2000-01-01T00:00:00Z';
    const found: string[] = [];
    while (found.length < count) {
      const { body } = await service.call(tenant.admin, api.waitForMessage, { id, timeout: 10, since });
      if (!body.message) throw new Error(`only ${found.join(', ')} came`);
      found.push(body.message.subject);
      since = body.message.created_at;
    }
    return found;
  }

  async function all({ service, tenant }: Pick<Scene, 'service' | 'tenant'>, id: string): Promise<string[]> {
    const { body } = await service.call(tenant.admin, api.listMessages, { id });
    return body.messages.map((message) => message.subject).reverse();
  }

  test('brings what is new in a folder into its mailbox, and nothing older', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    dovecot.deliver(folder, letter('old'));
    const { body } = await mailbox(parts, domain, folder);
    expect(body.address).toBe('sales@own.example');
    dovecot.deliver(folder, letter('one'));
    dovecot.deliver(folder, letter('two'));
    expect(await subjects(parts, body.id, 2)).toEqual(['one', 'two']);
    const { body: list } = await parts.service.call(parts.tenant.admin, api.listMessages, { id: body.id });
    const detail = await parts.service.call(parts.tenant.admin, api.getMessage, {
      id: list.messages[0]?.id ?? '',
    });
    expect(detail.body).toMatchObject({
      sender: 'ann@there.example',
      sender_authentication: { verdict: 'none', provenance: 'self_hosted_imap' },
    });
  });

  test('passes over mail that names its mailbox by a closed address only', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    const { body } = await mailbox(parts, domain, folder);
    const { service, tenant } = parts;
    await service.must(tenant.admin, api.addNamedAddress, { id: body.id, tag: 'shop' });
    await service.must(tenant.admin, api.removeNamedAddress, { id: body.id, tag: 'shop' });
    const to = (subject: string, addresses: string) =>
      dovecot.deliver(folder, letter(subject).replace('sales@own.example', addresses));
    to('closed', 'Sales+Shop@own.example');
    to('both', 'sales+shop@own.example, sales@own.example');
    to('list', 'list@there.example');
    expect(await subjects(parts, body.id, 2)).toEqual(['both', 'list']);
  });

  test('loses nothing and brings nothing twice over restarts and a server that goes away', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    const { body } = await mailbox(parts, domain, folder);
    dovecot.deliver(folder, letter('one'));
    await subjects(parts, body.id, 1);
    await parts.service.stop();
    dovecot.deliver(folder, letter('two'));
    const second = await start(parts.home, parts.dns);
    expect(await subjects({ ...parts, service: second }, body.id, 2)).toEqual(['one', 'two']);
    await dovecot.halt();
    await dovecot.resume();
    dovecot.deliver(folder, letter('three'));
    // The reader waits before it signs in again.
    await second.operator(api.advanceClock, { seconds: 600 });
    expect(await subjects({ ...parts, service: second }, body.id, 3)).toEqual(['one', 'two', 'three']);
    expect(await all({ ...parts, service: second }, body.id)).toEqual(['one', 'two', 'three']);
  });

  test('leaves mail in the folder while the mailbox is paused, and takes it afterwards', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    const { body } = await mailbox(parts, domain, folder);
    const pause = await parts.service.operator(api.operatorUpdateMailbox, { id: body.id, status: 'paused' });
    expect(pause.status).toBe(200);
    dovecot.deliver(folder, letter('one'));
    dovecot.deliver(folder, letter('two'));
    await parts.service.operator(api.operatorUpdateMailbox, { id: body.id, status: 'active' });
    await parts.service.operator(api.advanceClock, { seconds: 31 });
    expect(await subjects(parts, body.id, 2)).toEqual(['one', 'two']);
  });

  test('leaves a folder to another daemon while that one reads it', async () => {
    const leases = new ScriptedLeases();
    const parts = await scene(true, {}, { leases });
    const domain = await verified(parts);
    const folder = newFolder();
    leases.take('folder:');
    const { body } = await mailbox(parts, domain, folder);
    const name = `folder:${body.id}`;
    await expect.poll(() => leases.refused).toContain(name);
    dovecot.deliver(folder, letter('one'));
    const { read } = parts.service.daemon.context.store;
    const before = await read.selectFrom('imap_positions').select('next_uid').execute();
    expect([await all(parts, body.id), before]).toEqual([[], [{ next_uid: expect.any(Number) }]]);
    leases.giveBack('folder:');
    expect(await subjects(parts, body.id, 1)).toEqual(['one']);
    expect([...leases.granted]).toContain(name);
    // Lost in the middle of a session: the next message is the other daemon's.
    leases.take('folder:');
    dovecot.deliver(folder, letter('two'));
    await expect.poll(() => leases.refused).toContain(name);
    expect(await all(parts, body.id)).toEqual(['one']);
    leases.giveBack('folder:');
    expect(await subjects(parts, body.id, 2)).toEqual(['one', 'two']);
    await parts.service.stop();
    expect([...leases.granted]).toEqual([]);
  });

  test('takes a folder that was made anew for what it is', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    const { body } = await mailbox(parts, domain, folder);
    dovecot.deliver(folder, letter('one'));
    await subjects(parts, body.id, 1);
    await parts.service.stop();
    dovecot.removeFolder(folder);
    dovecot.makeFolder(folder);
    dovecot.deliver(folder, letter('one'));
    dovecot.deliver(folder, letter('two'));
    // Another one of the same name, and one without: neither is known.
    dovecot.deliver(folder, letter('one').replace('Hello.', 'Hello, and something else.'));
    dovecot.deliver(folder, letter('nameless').replace(/Message-ID: .*\r\n/, ''));
    const second = await start(parts.home, parts.dns);
    expect(await subjects({ ...parts, service: second }, body.id, 4)).toEqual([
      'one',
      'two',
      'one',
      'nameless',
    ]);
  });

  test('lets a folder belong to one mailbox', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const folder = newFolder();
    const { body: first } = await mailbox(parts, domain, folder);
    const second = await mailbox(parts, domain, folder, 'support');
    const conflicting = { id: first.id, name: 'sales', full_address: 'sales@own.example' };
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'FOLDER_ALREADY_CLAIMED',
        details: { conflicting_mailbox: conflicting },
        conflicting_mailbox: conflicting,
      },
    });
    await parts.service.call(parts.tenant.admin, api.deleteMailbox, { id: first.id });
    expect((await mailbox(parts, domain, folder, 'support')).status).toBe(201);
  });

  test('is not read any more once its account is deleted', async () => {
    const parts = await scene();
    const { body } = await mailbox(parts, await verified(parts), newFolder());
    const signalled: string[] = [];
    parts.service.daemon.context.signals.watchAll('folder', (id) => signalled.push(id ?? 'any'));
    await parts.service.call(parts.tenant.admin, api.deleteAccount);
    expect(signalled).toContain(body.id);
  });

  test('wants a folder, and one that is there', async () => {
    const parts = await scene();
    const domain = await verified(parts);
    const none = await parts.service.call(parts.tenant.admin, api.createMailbox, {
      name: 'sales',
      domain_id: domain,
    });
    expect(none).toMatchObject({ status: 400, body: { code: 'IMAP_FOLDER_REQUIRED' } });
    const missing = await mailbox(parts, domain, 'Nowhere');
    expect(missing).toMatchObject({ status: 400, body: { code: 'IMAP_FOLDER_NOT_FOUND' } });
  });

  test('says which login fails, and never a password', async () => {
    const parts = await scene();
    const { id } = await add(parts, server('imap', { password: 'the wrong password' }));
    const { body } = await parts.service.call(parts.tenant.admin, api.verifyDomain, { id });
    expect(body).toMatchObject({
      verification_status: 'failed',
      failed_gate: 'imap',
      failure_reason: 'login_refused',
      probe_results: { smtp: { ok: true }, imap: { ok: false, stage: 'login', reason: 'login_refused' } },
    });
    const moved = await parts.service.call(parts.tenant.admin, api.updateSelfHosted, {
      id,
      imap: { host: 'elsewhere.example' },
    });
    expect(moved).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    await parts.service.call(parts.tenant.admin, api.updateSelfHosted, {
      id,
      imap: { password: 'the right password' },
    });
    const again = await parts.service.call(parts.tenant.admin, api.recheckDomain, { id });
    expect(again.body).toMatchObject({ verification_status: 'verified' });
  });

  test('is out of reach on a private network unless the owner allows it', async () => {
    const parts = await scene(false);
    const { id } = await add(parts);
    const { body } = await parts.service.call(parts.tenant.admin, api.verifyDomain, { id });
    expect(body).toMatchObject({
      verification_status: 'failed',
      probe_results: { imap: { ok: false, stage: 'lookup', reason: 'address_loopback' } },
    });
    const literal = await parts.service.call(parts.tenant.admin, api.updateSelfHosted, {
      id,
      imap: { host: '10.0.0.1', password: 'x' },
    });
    expect(literal).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  test('is unavailable after three checks without an answer, and healthy again after one with it', async () => {
    const parts = await scene();
    const id = await verified(parts);
    await dovecot.halt();
    await parts.service.operator(api.advanceClock, { seconds: 24 * 3600 + 60 });
    const once = await parts.service.call(parts.tenant.admin, api.getDomain, { id });
    expect(once.body).toMatchObject({ health: 'healthy' });
    await parts.service.operator(api.advanceClock, { seconds: 30 * 60 });
    const thrice = await parts.service.call(parts.tenant.admin, api.getDomain, { id });
    expect(thrice.body).toMatchObject({ health: 'unavailable' });
    await dovecot.resume();
    await parts.service.operator(api.advanceClock, { seconds: 24 * 3600 });
    const back = await parts.service.call(parts.tenant.admin, api.getDomain, { id });
    expect(back.body).toMatchObject({ health: 'healthy' });
  });

  test('sends through its own server as its own user, and everybody else through the relay', async () => {
    sent = [];
    const relay = await MailSink.start();
    const parts = await scene(true, {
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
    });
    const domain = await verified(parts);
    await mailbox(parts, domain, newFolder());
    const send = (from: string) =>
      parts.service.call(parts.tenant.admin, api.send, {
        from_mailbox: from,
        to: 'ann@there.example',
        subject: `From ${from}`,
        body: 'Hi.',
      });
    expect((await send('sales')).body).toMatchObject({ status: 'sent' });
    expect((await send('helper')).body).toMatchObject({ status: 'sent' });
    expect(sent).toMatchObject([
      { from: 'sales@own.example', to: 'ann@there.example', user: 'agent@own.example' },
    ]);
    expect(sent[0]?.raw).toContain('From: sales <sales@own.example>');
    expect(relay.received.map(({ raw }) => /^From: .*$/m.exec(raw.toString())?.[0])).toEqual([
      expect.stringContaining('helper@agentmail.localhost'),
    ]);
    // Without a proof of its domain a mailbox sends nothing, and what waits does not leave by another way.
    await parts.service.operator(api.operatorUpdateDomain, { id: domain, verified: false });
    expect((await send('sales')).body).toMatchObject({ code: 'DOMAIN_SUSPENDED' });
    const { transport } = parts.service.daemon.context;
    const handover = await transport.prepare({
      messageId: 'm',
      accountId: parts.tenant.accountId,
      connectedMailbox: null,
      envelopeFrom: 'bounces@agentmail.localhost',
      headerFrom: 'sales@own.example',
      to: 'ann@there.example',
      subject: 'Later',
      text: 'Hi.',
      html: null,
      isAsStored: false,
      raw: Buffer.from('From: sales@own.example\r\n\r\nHi.\r\n'),
    });
    if (handover.kind !== 'remote') throw new Error('it stayed here');
    (await handover.acquire())?.();
    expect(await handover.send()).toMatchObject({ kind: 'deferred', reason: 'domain_not_verified' });
    expect([sent.length, relay.received.length]).toEqual([1, 1]);
    await relay.die();
  });
});
