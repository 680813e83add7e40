import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { type Dovecot, dovecotIsInstalled, startDovecot } from '../../support/dovecot.ts';
import { letterTo } from '../../support/far-provider.ts';
import { freePort, MailSink } from '../../support/mail-sink.ts';
import { needsPrograms } from '../../support/needs.ts';
import { hasPostfix, type Postfix, startPostfix } from '../../support/postfix.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

/** A connected mailbox of a real Dovecot and Postfix, which check the same password. */

const programs = needsPrograms({ dovecot: dovecotIsInstalled(), postfix: hasPostfix() });

describe('a connected mailbox at Dovecot and Postfix', programs, () => {
  let dovecot: Dovecot;
  let postfix: Postfix;
  let there: MailSink;
  let port: number;

  beforeAll(async () => {
    const authority = await testAuthority();
    dovecot = await startDovecot();
    there = await MailSink.start({ unknown: ['nobody'] });
    const back = await MailSink.start();
    port = await freePort();
    postfix = startPostfix({
      port,
      tls: await authority.issue('mail.own.example', '127.0.0.1'),
      domains: { 'there.example': there.port, 'own.example': back.port },
      sasl: dovecot.sasl,
    });
    // Mail for the mailbox goes on to Dovecot, as its provider's delivery does.
    void back.until(1).then(() => dovecot.deliver('INBOX', back.received[0]?.raw.toString() ?? ''));
  });
  afterAll(async () => {
    postfix?.stop();
    await there?.die();
    await dovecot?.remove();
  });

  const server = (name: 'imap' | 'smtp', password: string) => ({
    host: '127.0.0.1',
    port: name === 'imap' ? dovecot.port : port,
    security: name === 'imap' ? ('tls' as const) : ('starttls' as const),
    username: dovecot.username,
    password,
  });
  const settings = (password: string, changes = {}) => ({
    imap: server('imap', password),
    smtp: server('smtp', password),
    ...changes,
  });

  async function scene(): Promise<{ service: Service; tenant: Tenant }> {
    const { certificate } = await testAuthority();
    const service = await startService({ overrides: { extraAuthorities: [certificate] } });
    await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
    return { service, tenant: await createTenant(service) };
  }

  async function subjects({ service, tenant }: Awaited<ReturnType<typeof scene>>, id: string) {
    const { messages } = await service.must(tenant.admin, api.listMessages, { id, direction: 'inbound' });
    return messages.map(({ subject }) => subject).reverse();
  }

  test('receives, replies, is refused and sends again, and leaves its originals alone', async () => {
    const parts = await scene();
    const { service, tenant } = parts;
    const connection = { address: dovecot.username, ...settings('the wrong password') };
    const create = (change = {}) =>
      service.call(tenant.admin, api.createMailbox, {
        name: 'agent',
        connection: { ...connection, ...change },
      });
    expect(await create()).toMatchObject({
      status: 400,
      body: {
        code: 'SELF_HOSTED_PROBE_FAILED',
        details: { imap: { reason: 'login_refused' }, smtp: { stage: 'login', reason: '535' } },
      },
    });
    dovecot.deliver('INBOX', letterTo('before', dovecot.username));
    const { status, body } = await create(settings(dovecot.password));
    expect([status, body.address]).toEqual([201, dovecot.username]);
    const { id } = body;

    dovecot.deliver('INBOX', letterTo('Lunch', dovecot.username));
    await expect.poll(() => subjects(parts, id)).toEqual(['Lunch']);
    await service.drain();
    const { messages } = await service.must(tenant.admin, api.listMessages, { id });
    const reply = { id: messages[0]?.id ?? '', body: 'Yes, noon works.' };
    expect(await service.must(tenant.admin, api.reply, reply)).toMatchObject({ status: 'sent' });
    await there.until(1);
    expect(there.received[0]).toMatchObject({ from: dovecot.username, to: 'bob@there.example' });
    expect(there.received[0]?.raw.toString()).toContain('In-Reply-To: <Lunch@there.example>');

    const send = (to: string) =>
      service.must(tenant.admin, api.send, { from_mailbox: id, to, subject: 'Numbers', body: 'See below.' });
    const lost = await send('nobody@there.example');
    // Postfix took it, and says later in a message of its own that nobody is there.
    const undelivered = 'Undelivered Mail Returned to Sender';
    await expect.poll(() => subjects(parts, id), { timeout: 20_000 }).toEqual(['Lunch', undelivered]);
    const { state } = await service.must(tenant.admin, api.getMessage, { id: lost.message_id });
    expect(state).toBe('delivered');

    await send('carol@there.example');
    await there.until(2);
    expect(there.received[1]).toMatchObject({ from: dovecot.username, to: 'carol@there.example' });
    expect(dovecot.list('INBOX')).toEqual(['before', 'Lunch', undelivered]);
  });

  test('moves originals, imports what was there, and knows a folder that was made anew', async () => {
    const parts = await scene();
    const { service, tenant } = parts;
    dovecot.makeFolder('Agent');
    dovecot.makeFolder('Done');
    dovecot.deliver('Agent', letterTo('earlier', dovecot.username));
    const since = new Date(Date.now() - 60_000).toISOString();
    const place = { folder: 'Agent', after: 'move', move_to: 'Done', since } as const;
    const connection = { address: dovecot.username, ...settings(dovecot.password, place) };
    const { id } = await service.must(tenant.admin, api.createMailbox, { name: 'agent', connection });
    dovecot.deliver('Agent', letterTo('one', dovecot.username));
    await expect.poll(() => subjects(parts, id)).toEqual(['earlier', 'one']);
    await expect.poll(() => dovecot.list('Done')).toEqual(['earlier', 'one']);
    expect(dovecot.list('Agent')).toEqual([]);

    await service.must(tenant.admin, api.removeConnection, { id });
    dovecot.removeFolder('Agent');
    dovecot.makeFolder('Agent');
    dovecot.deliver('Agent', letterTo('one', dovecot.username));
    dovecot.deliver('Agent', letterTo('two', dovecot.username));
    const again = settings(dovecot.password, { folder: 'Agent', after: 'delete' });
    await service.must(tenant.admin, api.replaceConnection, { id, ...again });
    await expect.poll(() => subjects(parts, id)).toEqual(['earlier', 'one', 'two']);
    // One was known, so it isn't taken, and stays.
    await expect.poll(() => dovecot.list('Agent')).toEqual(['one']);
  });
});
