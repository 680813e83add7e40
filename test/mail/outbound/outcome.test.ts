import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { type Peer, scriptedMailServer } from '../../support/scripted-mail-server.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sentToday,
  sharedService,
  startService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';

/** Answers to sends that weren't simply delivered. */

const BLOCKED = 'Please log in at http://malware.example.net/x now.';
const STRICT = { prefer: 'outcome=strict' };

const service = sharedService();
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  await service.operator(api.updateSettings, { 'scanning.blocked_urls': ['malware.example.net'] });
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const letter = (more: object = {}) => ({
  from_mailbox: tenant.mailbox.id,
  to: 'ann@example.org',
  subject: 'Hello',
  body: 'The report is ready.',
  ...more,
});
const send = (more: object, headers: Record<string, string> = {}, key = agent) =>
  service.call({ key, headers }, api.send, letter(more));
const supervise = (mode: string) =>
  service.call(tenant.admin, api.updateMailbox, unchecked({ id: tenant.mailbox.id, hitl_mode: mode }));

describe('a strict outcome', () => {
  it('is the plain answer when the message is sent, and names the preference', async () => {
    const sent = await send({}, STRICT);
    expect([sent.status, sent.body.status]).toEqual([200, 'sent']);
    expect(sent.headers.get('preference-applied')).toBe('outcome=strict');
    expect((await send({})).headers.get('preference-applied')).toBeNull();
  });

  it('is 409 for what is held, with the row, the charge and the key of a plain send', async () => {
    await supervise('all_outbound');
    const headers = { ...STRICT, 'idempotency-key': 'strict-held' };
    const before = await service.call(agent, api.getQuota);
    const held = await send({}, headers);
    expect(held).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_EFFECT_HELD',
        details: {
          status: 'pending_review',
          message_id: expect.any(String),
          sends_remaining: before.body.sends_remaining - 1,
          hold_context: {
            trigger_source: 'mailbox_policy',
            summary_reasons: ['hitl_all_outbound'],
            reasons: ['This mailbox holds everything that agents send.'],
          },
          email_effect: {
            effect_status: 'held_for_review',
            releasable: true,
            terminal: false,
            retryable: false,
          },
        },
      },
    });
    const again = await send({}, headers);
    expect([again.status, again.body.details, again.headers.get('idempotent-replayed')]).toEqual([
      409,
      { ...held.body.details, replayed: true, recipient: expect.any(String) },
      'true',
    ]);
    const plain = await send({}, { 'idempotency-key': 'strict-held' });
    expect([plain.status, plain.body.message_id]).toEqual([200, held.body.details?.message_id]);
    const probe = await service.call({ key: agent, headers }, api.probeIdempotency);
    expect([probe.status, probe.body.status]).toEqual([200, 'pending_review']);
    await supervise('disabled');
  });

  it('is 422 for what is blocked', async () => {
    const blocked = await send({ body: BLOCKED }, STRICT);
    expect(blocked).toMatchObject({
      status: 422,
      body: {
        code: 'EMAIL_EFFECT_REJECTED',
        details: { status: 'blocked', email_effect: { effect_status: 'blocked', terminal: true } },
      },
    });
    expect(blocked.headers.get('preference-applied')).toBe('outcome=strict');
  });

  it('is 503 for what waits for the relay, and says when to ask again', async () => {
    const relay = await scriptedMailServer(async (peer: Peer) => {
      peer.say('220 mx.example ESMTP');
      for (;;) peer.say((await peer.line()).startsWith('RCPT') ? '451 4.7.1 later' : '250 ok');
    });
    const far = await startService({
      config: {
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
      },
    });
    const { admin } = await createTenant(far);
    const mail = { ...letter(), from_mailbox: 'helper' };
    const deferred = await far.call({ key: admin, headers: STRICT }, api.send, mail);
    expect(deferred).toMatchObject({
      status: 503,
      body: {
        code: 'EMAIL_EFFECT_HELD_INFRA',
        details: {
          status: 'quarantined',
          email_effect: { effect_status: 'held_infrastructure', retryable: true },
        },
      },
    });
    expect(deferred.headers.get('retry-after')).toBe('60');
  });

  it('is of replies too, and a send takes no notice of a wish for an early answer', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello.',
    });
    await service.drain();
    const list = await service.call(agent, api.listMessages, { id: tenant.mailbox.id, direction: 'inbound' });
    expect(
      await service.call({ key: agent, headers: STRICT }, api.reply, {
        id: list.body.messages[0]?.id ?? '',
        body: BLOCKED,
      }),
    ).toMatchObject({
      status: 422,
      body: { code: 'EMAIL_EFFECT_REJECTED' },
    });
    const early = await send({}, { prefer: 'respond-async' });
    expect([early.status, early.body.status]).toEqual([200, 'sent']);
    expect(early.headers.get('preference-applied')).toBeNull();
  });
});

describe('the continuation of a thread', () => {
  const arrive = async (from: string, to: string | string[], id: string, answers?: string) => {
    const raw = [
      `From: ${from}`,
      `To: ${[to].flat().join(', ')}`,
      'Subject: Plan',
      `Message-ID: ${id}`,
      ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : []),
      '',
      'What about it?',
    ].join('\r\n');
    await service.deliver({ from, to, raw });
    await service.drain();
  };
  const go = (more: object) => service.call(agent, api.send, { body: 'Good.', ...more });

  it('needs to know whom, when several wrote, and takes nobody else', async () => {
    await arrive('ann@example.org', tenant.mailbox.address, '<plan@example.org>');
    await arrive('bob@example.org', tenant.mailbox.address, '<plan2@example.org>', '<plan@example.org>');
    const thread_id = '<plan@example.org>';
    expect(await go({ thread_id })).toMatchObject({
      status: 422,
      body: { code: 'AMBIGUOUS_THREAD_RECIPIENT' },
    });
    expect((await go({ thread_id, to: 'bob@example.org' })).body).toMatchObject({ status: 'sent' });
    expect(await go({ thread_id, to: 'eve@example.org' })).toMatchObject({
      status: 422,
      body: { code: 'RECIPIENT_NOT_IN_THREAD' },
    });
    expect((await go({ thread_id: '<unknown@example.org>' })).status).toBe(404);
  });

  it('needs to know which mailbox, when the thread is in several', async () => {
    const other = await createMailbox(service, tenant.admin, 'second');
    await arrive('ann@example.org', [tenant.mailbox.address, other.address], '<both@example.org>');
    const more = { thread_id: '<both@example.org>', body: 'Good.' };
    expect(await service.call(tenant.admin, api.send, more)).toMatchObject({
      status: 422,
      body: { code: 'AMBIGUOUS_THREAD_MAILBOX' },
    });
    const chosen = await service.call(tenant.admin, api.send, { ...more, from_mailbox: 'second' });
    expect(chosen.body).toMatchObject({ status: 'sent' });
  });

  it('needs somebody who wrote, or a message that was sent', async () => {
    const { message_id } = (await send({})).body;
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'blocked' }).where('id', '=', message_id).execute(),
    );
    expect(await go({ thread_id: message_id })).toMatchObject({
      status: 422,
      body: { code: 'THREAD_HAS_NO_INBOUND_RECIPIENT' },
    });
  });
});

describe('a send', () => {
  it('waits for the scan of its files', async () => {
    await allowFiles(service, tenant);
    const { id } = (await stage(service, agent, tenant)).body;
    const status = (content_scan_status: 'pending' | 'clean') =>
      service.daemon.context.store.write('none', ({ db }) =>
        db.updateTable('staged_attachments').set({ content_scan_status }).where('id', '=', id).execute(),
      );
    await status('pending');
    expect(await send({ attachment_ids: [id] })).toMatchObject({
      status: 409,
      body: { code: 'ATTACHMENT_SCAN_PENDING' },
    });
    await status('clean');
    expect((await send({ attachment_ids: [id] })).body.status).toBe('sent');
  });

  it('beyond the daily budget is told the limit, that nothing remains, and when it begins anew', async () => {
    const limit = (await sentToday(service, agent)) + 1;
    await service.call(tenant.admin, api.updateAccountPolicy, { custom_daily_send_limit: limit });
    expect((await send({})).body).toMatchObject({ daily_limit: limit, sends_remaining: 0 });
    const over = await send({});
    const midnight = new Date(service.clock.now()).setUTCHours(24, 0, 0, 0);
    expect(over).toMatchObject({
      status: 429,
      body: {
        code: 'RATE_LIMITED',
        details: { daily_limit: limit, sends_remaining: 0, reset_at: new Date(midnight).toISOString() },
      },
    });
    const wait = Number(over.headers.get('retry-after'));
    expect(Math.abs(wait - (midnight - service.clock.now()) / 1000)).toBeLessThan(120);
    expect((await send({})).body.code).toBe('RATE_LIMITED');
    service.clock.moveTo(midnight);
    expect((await send({})).body).toMatchObject({ status: 'sent', sends_remaining: limit - 1 });
  });
});
