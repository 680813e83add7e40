import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant } from '../../support/service.ts';

interface Item {
  id: string;
  state: string;
  sender: string;
  recipient: string;
  subject: string;
  body_preview: string;
  thread_id: string;
  created_at: string;
}

describe('the main job', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const wait = (query = 'timeout=10') =>
    service.request<{ message: Item | null }>(agent, `GET /v1/mailboxes/helper/messages/wait?${query}`);

  it('receives real mail, wakes who waits for it, and answers it in its thread', async () => {
    const waiting = wait();
    const answer = await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      subject: 'Lunch on Friday?',
      text: 'Do you have time for lunch on Friday at noon?\n\nAnn',
    });
    expect(answer).toMatch(/^250 2\.0\.0 /);
    const { message } = (await waiting).body;
    expect(message).toMatchObject({
      direction: 'inbound',
      state: 'available',
      sender: 'ann@example.org',
      recipient: tenant.mailbox.address,
      subject: 'Lunch on Friday?',
      mailbox_name: 'helper',
      scan: { verdict: 'clean' },
      agent_safety_context: { untrusted_content: true },
    });
    expect(answer).toContain(message?.id);

    const detail = await service.call(agent, api.getMessage, { id: message?.id ?? '' });
    expect(detail.body).toMatchObject({
      body: { format: 'text', content: expect.stringContaining('lunch on Friday at noon'), truncated: false },
      attachments: [],
      hold_context: null,
      in_reply_to: null,
    });

    const reply = await service.call(agent, api.reply, { id: message?.id ?? '', body: 'Yes, noon works.' });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        status: 'sent',
        warning: null,
        daily_limit: 1000,
        sends_remaining: 999,
        email_effect: { effect_status: 'sent' },
      },
    ]);
    const outbox = await service.operator(api.listOutbox, { to: 'ann@example.org' });
    expect(outbox.body.items).toMatchObject([
      {
        subject: 'Re: Lunch on Friday?',
        text: 'Yes, noon works.',
        message_id: reply.body.message_id,
        purpose: 'message',
      },
    ]);
    const raw = await service.operator(api.getOutboxRaw, { id: outbox.body.items[0]?.id ?? '' });
    expect(String(raw.body)).toMatch(/^In-Reply-To: <.+>\r$/m);
    const sent = await service.call(agent, api.getMessage, { id: reply.body.message_id });
    expect(sent.body).toMatchObject({
      direction: 'outbound',
      state: 'delivered',
      thread_id: message?.thread_id,
    });
  });

  it('carries mail between mailboxes of the daemon, both ways, in one thread', async () => {
    const other = await createTenant(service, { email: 'second@example.com', mailbox: 'friend' });
    const sent = await service.call(agent, api.send, {
      from_mailbox: 'helper',
      to: other.mailbox.address,
      subject: 'Numbers',
      body: 'Here are the numbers that you asked for.',
    });
    expect(sent.body).toMatchObject({ status: 'sent' });
    await service.drain();
    const list = await service.call(other.admin, api.listMessages, { id: 'friend' });
    expect(list.body.messages).toMatchObject([
      {
        subject: 'Numbers',
        sender: tenant.mailbox.address,
        state: 'available',
        sender_authentication: { verdict: 'verified_aligned' },
      },
    ]);
    const back = await service.call(other.admin, api.reply, {
      id: list.body.messages[0]?.id ?? '',
      body: 'Thank you for these.',
    });
    expect(back.status).toBe(200);
    await service.drain();
    const own = await service.call(agent, api.listMessages, { id: 'helper', direction: 'inbound' });
    expect(own.body.messages[0]).toMatchObject({
      subject: 'Re: Numbers',
      body_preview: 'Thank you for these.',
    });
    const outbound = await service.call(agent, api.getMessage, { id: sent.body.message_id });
    expect(own.body.messages[0]?.thread_id).toBe(outbound.body.thread_id);
  });

  it('continues a thread by its key or by a message in it, to whoever wrote in it', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: tenant.mailbox.address,
      subject: 'Invoice',
      text: 'See the invoice of May.',
    });
    await service.drain();
    const { message } = (await wait()).body;
    for (const thread of [message?.thread_id, message?.id]) {
      const sent = await service.call(agent, api.send, {
        thread_id: thread,
        body: 'One more thing about it.',
      });
      expect(sent.status).toBe(200);
      const row = await service.call(agent, api.getMessage, { id: sent.body.message_id });
      expect(row.body).toMatchObject({
        recipient: 'bob@example.org',
        subject: 'Re: Invoice',
        thread_id: message?.thread_id,
      });
    }
    const stranger = await service.call(agent, api.send, {
      thread_id: message?.thread_id,
      to: 'eve@example.org',
      body: 'Hello there.',
    });
    expect([stranger.status, stranger.body.code]).toEqual([422, 'RECIPIENT_NOT_IN_THREAD']);
    const unknown = await service.call(agent, api.send, { thread_id: '<none@x>', body: 'Hello there.' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['a missing field', { from_mailbox: 'helper', to: 'a@example.com', body: 'x' }, 422, 'VALIDATION_ERROR'],
    [
      'a blank body',
      { from_mailbox: 'helper', to: 'a@example.com', subject: 's', body: ' ' },
      422,
      'VALIDATION_ERROR',
    ],
    [
      'a blank sender mailbox',
      { from_mailbox: ' ', to: 'a@example.com', subject: 's', body: 'x' },
      422,
      'VALIDATION_ERROR',
    ],
    [
      'an unknown field',
      { from_mailbox: 'helper', to: 'a@example.com', subject: 's', body: 'x', bbc: 'b' },
      422,
      'VALIDATION_ERROR',
    ],
    [
      'a control character in the address',
      { from_mailbox: 'helper', to: 'a@example.com\r\nBcc: b@example.com', subject: 's', body: 'x' },
      422,
      'VALIDATION_ERROR',
    ],
    [
      'two addresses',
      { from_mailbox: 'helper', to: 'a@example.com, b@example.com', subject: 's', body: 'x' },
      422,
      'RECIPIENT_ADDRESS_INVALID',
    ],
    [
      'a reserved domain',
      { from_mailbox: 'helper', to: 'a@example.invalid', subject: 's', body: 'x' },
      422,
      'RECIPIENT_UNDELIVERABLE',
    ],
    [
      'a mailbox that this daemon does not have',
      { from_mailbox: 'helper', to: 'ghost@agentmail.localhost', subject: 's', body: 'x' },
      422,
      'RECIPIENT_UNDELIVERABLE',
    ],
    [
      'an unknown sender mailbox',
      { from_mailbox: 'ghost', to: 'a@example.com', subject: 's', body: 'x' },
      404,
      'NOT_FOUND',
    ],
    [
      'a body over the cap',
      { from_mailbox: 'helper', to: 'a@example.com', subject: 's', body: 'x'.repeat(100_001) },
      422,
      'VALIDATION_ERROR',
    ],
  ])('refuses %s, and neither stores nor charges anything', async (_name, body, status, code) => {
    const before = await service.call(agent, api.getQuota);
    const reply = await service.call(agent, api.send, body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    const after = await service.call(agent, api.getQuota);
    expect(after.body).toEqual(before.body);
  });

  it('removes line breaks from a subject instead of letting them start a header', async () => {
    const sent = await service.call(agent, api.send, {
      from_mailbox: 'helper',
      to: 'crlf@example.org',
      subject: 'Hello\r\nBcc: victim@example.org',
      body: 'A plain text.',
    });
    expect(sent.body).toMatchObject({ status: 'sent' });
    const outbox = await service.operator(api.listOutbox, { to: 'crlf@example.org' });
    expect(outbox.body.items[0]?.subject).toBe('HelloBcc: victim@example.org');
    const raw = await service.operator(api.getOutboxRaw, { id: outbox.body.items[0]?.id ?? '' });
    expect(String(raw.body)).not.toMatch(/^Bcc:/im);
  });
});
