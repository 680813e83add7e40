import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession } from '../../support/people.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly subject: string };

const service = sharedService();
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  await deliver('plain', 'ann@example.org');
  await deliver('deleted', 'ann@example.org');
  await service.call(tenant.admin, api.blockSender, { email: 'spam@example.net' });
  await deliver('kept out', 'spam@example.net');
  await service.drain();
  const [gone] = await list('search=deleted');
  await service.call(tenant.admin, api.deleteMessage, { id: gone?.id ?? '' });
  await service.call(tenant.admin, api.send, {
    from_mailbox: 'helper',
    to: 'carol@example.com',
    subject: 'sent',
    body: 'Hello Carol.',
  });
  await service.call(tenant.admin, api.createDraft, {
    mailbox_id: tenant.mailbox.id,
    to: 'carol@example.com',
    subject: 'draft',
    body: 'Hello again.',
  });
  await service.call(tenant.admin, api.updateMailbox, { id: 'helper', hitl_mode: 'all_outbound' });
  await service.call(agent, api.send, {
    from_mailbox: 'helper',
    to: 'carol@example.com',
    subject: 'pending',
    body: 'Hello once more.',
  });
  await service.drain();
});

const deliver = (subject: string, from: string, text = 'Do you have time for lunch on Friday?') =>
  service.deliver({ from, to: tenant.mailbox.address, subject, text });
const reply = (query: string) =>
  service.request<{ messages: Item[] }>(tenant.admin, `GET /v1/mailboxes/helper/messages?${query}`);
const list = async (query: string) => (await reply(query)).body.messages;
const subjects = async (query: string) => (await list(query)).map(({ subject }) => subject);
const detail = async (key: string, id: string) => (await service.call(key, api.getMessage, { id })).body;

describe('a list', () => {
  it.each([
    ['', ['sent', 'plain']],
    ['status=draft', ['draft']],
    ['status=pending_review', ['pending']],
    ['status=firewall_blocked', ['kept out']],
    ['status=deleted', []],
    ['status=available', ['plain']],
    ['include_firewall_blocked=true', ['sent', 'kept out', 'plain']],
    ['include_firewall_blocked=true&unread=true', ['plain']],
    ['status=pending_review&direction=outbound', ['pending']],
    ['status=pending_review&unread=true', []],
    ['search=hello', ['sent']],
    ['search=deleted', []],
    ['search=lunch&include_firewall_blocked=true', ['plain']],
    ['search=once more&status=pending_review', ['pending']],
    ['sender=EXAMPLE.ORG', ['plain']],
  ])('with %j shows %j', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=1e1',
    'limit=',
    'unread=false',
    'unread=1',
    'include_firewall_blocked=false',
    'starred=yes',
    'has_attachment=',
    'direction=both',
    'status=sent',
    'since=yesterday',
    'since=2026-02-30T00:00:00Z',
    'sender=',
    'unknown=1',
    'limit=5&limit=6',
  ])('refuses %s', async (query) => {
    const { status, body } = await reply(query);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('takes has_attachment, as health says', async () => {
    const health = await service.call(null, api.getHealth);
    expect(health.body.capabilities).toContain('messages.has_attachment_filter');
    expect(await subjects('has_attachment=false&limit=200')).toEqual(['sent', 'plain']);
  });

  it('has the fields of its items, some only in one direction', async () => {
    const [sent, plain] = await list('');
    const common = [
      ...[
        'agent_safety_context',
        'automatic',
        'body_preview',
        'created_at',
        'dashboard_url',
        'direction',
        'firewall_block',
      ],
      ...[
        'has_attachment',
        'has_html',
        'id',
        'mailbox_id',
        'mailbox_name',
        'read_at',
        'recipient',
        'scan',
        'sender',
      ],
      ...['labels', 'starred', 'state', 'subaddress_instance_id', 'subject', 'thread_id'],
      ...['from', 'to', 'cc', 'bcc', 'reply_to', 'delivered_to'],
    ];
    expect(Object.keys(sent ?? {}).toSorted()).toEqual([...common, 'email_effect', 'recipients'].toSorted());
    expect(Object.keys(plain ?? {}).toSorted()).toEqual([...common, 'sender_authentication'].toSorted());
    expect(plain).toMatchObject({
      sender: 'ann@example.org',
      recipient: tenant.mailbox.address,
      mailbox_name: 'helper',
      dashboard_url: null,
      starred: false,
      has_attachment: false,
      read_at: null,
      agent_safety_context: { untrusted_content: true },
      sender_authentication: { verdict: expect.any(String) },
    });
    expect(Object.keys(plain?.sender_authentication ?? {})).toEqual(['verdict']);
    expect(sent).toMatchObject({
      agent_safety_context: null,
      email_effect: { effect_status: 'sent', releasable: false, terminal: true, retryable: false },
    });
  });

  it('shows the first 200 characters of a body, and keys get 20,000 of it, people all', async () => {
    const text = `${'\u{1f35e} bread. '.repeat(3000)}The end.`;
    await deliver('long', 'ann@example.org', text);
    await service.drain();
    const [item] = await list('search=bread');
    expect([...String(item?.body_preview)]).toHaveLength(200);
    const { body } = await detail(agent, item?.id ?? '');
    const characters = [...text].length;
    expect(body).toMatchObject({
      format: 'text',
      char_count: characters,
      returned_char_count: 20_000,
      truncated: true,
    });
    expect(body.content).toBe([...text].slice(0, 20_000).join(''));
    const person = await openSession(service, tenant.accountId);
    const whole = await person.call(api.getMessage, { id: item?.id ?? '' });
    expect(whole.body.body).toMatchObject({
      content: text,
      returned_char_count: characters,
      truncated: false,
    });
  });
});

describe('a detail', () => {
  it('has its fields, and nothing of the raw message', async () => {
    await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      raw: [
        'From: ann@example.org',
        'Subject: raw',
        'X-Planted: quokkasaurus',
        'Message-ID: <raw@example.org>',
        'In-Reply-To: <before@example.org>',
        'Content-Type: text/html',
        '',
        '<p title="quokkasaurus">Hello <!-- quokkasaurus --> there.</p>',
      ].join('\r\n'),
    });
    await service.drain();
    const [item] = await list('limit=1');
    const shown = await detail(tenant.admin, item?.id ?? '');
    expect(JSON.stringify(shown)).not.toContain('quokkasaurus');
    expect(shown).toMatchObject({
      body: { format: 'text', content: 'Hello there.', truncated: false },
      attachments: [],
      in_reply_to: '<before@example.org>',
      thread_id: expect.any(String),
      hold_context: null,
      review_trigger_source: null,
      agent_safety_context: { untrusted_content: true, guidance: expect.any(String) },
      sender_authentication: {
        verdict: expect.any(String),
        from_domain: 'example.org',
        provenance: 'managed',
      },
      scan: { verdict: expect.any(String) },
    });
    expect(Object.keys(shown)).toEqual(expect.not.arrayContaining(['raw', 'html', 'text', 'email_effect']));
  });

  it('of what is held says why', async () => {
    const [pending] = await list('status=pending_review');
    expect(await detail(tenant.admin, pending?.id ?? '')).toMatchObject({
      state: 'pending_review',
      hold_context: { trigger_source: 'mailbox_policy', summary_reasons: ['hitl_all_outbound'] },
      review_trigger_source: 'mailbox_policy',
      email_effect: { effect_status: 'held_for_review', releasable: true, terminal: false, retryable: false },
    });
  });
});

describe('a star', () => {
  it('is set and taken, again and again, and filters', async () => {
    const [item] = await list('search=lunch');
    const star = (starred: unknown) =>
      service.call(agent, api.starMessage, unchecked({ id: item?.id, starred }));
    for (const starred of [true, true, false, false, true]) {
      expect((await star(starred)).body).toEqual({ message_id: item?.id, starred });
    }
    expect(await subjects('starred=true')).toEqual(['plain']);
    for (const wrong of [undefined, 'true', null]) {
      const { status, body } = await star(wrong);
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });
});
