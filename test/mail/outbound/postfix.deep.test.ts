import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDkimKey } from '../../../daemon/network/domains/dkim-keys.ts';
import type { Config } from '../../../daemon/platform/settings/config.ts';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { hasDkimVerifier, verifyDkim } from '../../support/dkim-verifier.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { freePort, MailSink } from '../../support/mail-sink.ts';
import { needsPrograms } from '../../support/needs.ts';
import { hasPostfix, type Postfix, startPostfix } from '../../support/postfix.ts';
import { createTenant, launch, type Service, splitHostPort, type Tenant } from '../../support/service.ts';

const programs = needsPrograms({ postfix: hasPostfix(), 'python3-dkim': hasDkimVerifier() });

/** Two daemons, a Postfix between them, and a mail server that does not know everybody. */
describe('mail through a real Postfix', programs, () => {
  const dns = new ScriptedDns();
  let sender: Service;
  let receiver: Service;
  let from: Tenant;
  let to: Tenant;
  let sink: MailSink;
  let postfix: Postfix;
  let records: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const authority = await testAuthority();
    const port = await freePort();
    sink = await MailSink.start({ unknown: ['nobody'] });
    const relay = { url: `smtp://127.0.0.1:${port}`, tls: 'verified' as const };
    const config = (platformDomain: string): Partial<Config> => ({
      platformDomain,
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay },
    });
    const overrides = { dns, extraAuthorities: [authority.certificate] };
    sender = await launch({ config: config('alpha.example'), overrides });
    receiver = await launch({ config: config('beta.example'), overrides });
    from = await createTenant(sender);
    to = await createTenant(receiver);
    postfix = startPostfix({
      port,
      tls: await authority.issue('127.0.0.1'),
      domains: {
        'alpha.example': splitHostPort(sender.daemon.runtime.smtp)[1],
        'beta.example': splitHostPort(receiver.daemon.runtime.smtp)[1],
        'there.example': sink.port,
      },
    });
    const key = await ensureDkimKey(sender.daemon.context, 'alpha.example');
    records = { [key.name]: key.value };
    dns.publish(key.name, 'TXT', [key.value]);
  });
  afterAll(async () => {
    postfix?.stop();
    await Promise.all([sender?.stop(), receiver?.stop(), sink?.die()]);
  });

  const send = (recipient: string) =>
    sender.call(from.admin, api.send, {
      from_mailbox: 'helper',
      to: recipient,
      subject: 'Through Postfix',
      body: 'A line.\n.\n.. and dots.\n',
    });
  const messageIn = (service: Service, tenant: Tenant, since?: string) =>
    service.call(tenant.admin, api.waitForMessage, { id: 'helper', timeout: 20, ...(since && { since }) });

  it('arrives over verified TLS with a signature that passes, there and here', async () => {
    expect((await send('bob@there.example')).body).toMatchObject({ status: 'sent' });
    await sink.until(1);
    const [received] = sink.received;
    expect(received?.raw.toString()).toContain('with ESMTPS');
    expect(verifyDkim(received?.raw ?? Buffer.alloc(0), records)).toMatchObject([
      { passed: true, domain: 'alpha.example', selector: 'am1' },
    ]);
  });

  it('comes in through the listener of another daemon, which believes the signature', async () => {
    expect((await send('helper@beta.example')).body).toMatchObject({ status: 'sent' });
    const { message } = (await messageIn(receiver, to)).body;
    const detail = await receiver.call(to.admin, api.getMessage, { id: message?.id ?? '' });
    expect(detail.body).toMatchObject({
      sender: 'helper@alpha.example',
      subject: 'Through Postfix',
      sender_authentication: { verdict: 'verified_aligned', signing_domain: 'alpha.example' },
    });
    const { store } = receiver.daemon.context;
    const { raw_blob_id: blob } = await store.read
      .selectFrom('messages')
      .select('raw_blob_id')
      .where('id', '=', message?.id ?? '')
      .executeTakeFirstOrThrow();
    const raw = await store.blobs.read(blob ?? '');
    expect(verifyDkim(raw ?? Buffer.alloc(0), records)).toMatchObject([{ passed: true }]);
    const reply = await receiver.call(to.admin, api.reply, { id: message?.id ?? '', body: 'Thanks.' });
    expect(reply.body).toMatchObject({ status: 'sent' });
    const back = (await messageIn(sender, from)).body;
    expect(back.message).toMatchObject({ sender: 'helper@beta.example', subject: 'Re: Through Postfix' });
  });

  it('bounces back to the message that it is about, and its recipient is suppressed', async () => {
    const sent = await send('nobody@there.example');
    expect(sent.body).toMatchObject({ status: 'sent' });
    await expect
      .poll(async () => {
        const message = await sender.call(from.admin, api.getMessage, { id: sent.body.message_id });
        return message.body.state;
      })
      .toBe('bounced');
    const list = await sender.call(from.admin, api.listSuppressions);
    expect(list.body).toMatchObject({
      suppressions: [{ email: 'nobody@there.example', reason: 'hard_bounce', source: 'provider_bounce' }],
    });
    const rows = await sender.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.bounced')
      .execute();
    expect(rows.map(({ data }) => data)).toMatchObject([
      {
        message_id: sent.body.message_id,
        bounce_type: 'hard',
        bounce_reason: expect.stringContaining('550 5.1.1 no such user'),
      },
    ]);
  });
});
