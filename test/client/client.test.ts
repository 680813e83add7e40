import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  AgentMail,
  extractCode,
  extractLinks,
  type MailEvent,
  NoAnswerError,
  RefusedError,
  UnexpectedReplyError,
} from '../../shared/client/index.ts';
import * as api from '../support/api.ts';
import { createAgent, createTenant, type Service, sharedService, type Tenant } from '../support/service.ts';
import { breakingProxy } from './proxy.ts';

let tenants = 0;

/** The tests of a block share a service, and each has an account of its own. */
function newTenant(service: Service): Promise<Tenant> {
  tenants += 1;
  return createTenant(service, { email: `owner-${tenants}@example.com`, mailbox: `desk-${tenants}` });
}

describe('the client', () => {
  const service = sharedService();

  async function desk() {
    const { admin, mailbox } = await newTenant(service);
    const url = service.daemon.runtime.http;
    const key = await createAgent(service, admin, mailbox.id);
    return {
      admin,
      mailbox,
      url,
      key,
      mail: new AgentMail({ url, key }),
      owner: new AgentMail({ url, key: admin }),
    };
  }

  it('sends, lists, reads and stars', async () => {
    const { mail, mailbox } = await desk();
    const to = `ann-${mailbox.name}@example.com`;
    const sent = await mail.messages.send({ from_mailbox: mailbox.name, to, subject: 'Hi', body: 'Hello.' });
    expect(sent.status).toBe('sent');
    await service.drain();
    const { messages } = await mail.messages.list(mailbox.name, { direction: 'outbound', search: 'Hello' });
    expect(messages.map(({ id }) => id)).toEqual([sent.message_id]);
    await mail.messages.star(sent.message_id, { starred: true });
    const message = await mail.messages.get(sent.message_id);
    expect(message).toMatchObject({ recipient: to, starred: true, body: { content: 'Hello.' } });
    expect(await mail.health()).toMatchObject({ status: 'ok' });
    expectTypeOf(message.state).toEqualTypeOf<(typeof messages)[number]['state']>();
  });

  it('uploads and downloads files', async () => {
    const { mail, mailbox } = await desk();
    const file = new File(['Name,Number\nAnn,1\n'], 'numbers.csv', { type: 'text/csv' });
    const upload = mail.attachments.stage({ mailbox_id: mailbox.id, file });
    // The mailbox doesn't allow files out, so the upload itself arrived and was read.
    await expect(upload).rejects.toMatchObject({ code: 'OUTBOUND_ATTACHMENTS_DISABLED' });
  });

  it('waits for mail that arrives from now on, with its text', async () => {
    const { mail, mailbox } = await desk();
    const from = 'accounts@example.org';
    const text = 'Your verification code is 482913. Or open https://example.org/verify?c=1.';
    await service.deliver({ from, to: mailbox.address, subject: 'Before', text });
    await service.drain();
    const waiting = mail.messages.waitFor({
      mailbox: mailbox.name,
      from: 'ACCOUNTS@',
      subject: 'sign',
      timeout: 60,
    });
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(1);
    await service.deliver({ from: 'bob@example.org', to: mailbox.address, subject: 'Sign here', text: 'Hi' });
    await service.deliver({ from, to: mailbox.address, subject: 'Sign in', text });
    const message = await waiting;
    expect(message).toMatchObject({
      subject: 'Sign in',
      body: { content: expect.stringContaining('482913') },
    });
    if (message === null) return;
    expect(extractCode(message)).toBe('482913');
    expect(extractLinks(message)).toEqual(['https://example.org/verify?c=1']);
    expect(extractCode({ subject: 'Lunch', body: { content: null } })).toBeNull();
  });

  it('takes the code that was just asked for, each once', async () => {
    const { mail, mailbox } = await desk();
    const to = mailbox.address.replace('@', '+shop@');
    const address = `${mailbox.name}+shop`;
    for (const code of ['111222', '333444', '555666']) {
      const waiting = mail.codes.wait({ mailbox: mailbox.name, address, from: 'SHOP@', timeout: 60 });
      await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(1);
      const text = `Your verification code is ${code}.`;
      await service.deliver({ from: 'shop@example.org', to, subject: 'Sign in', text });
      expect(await waiting).toMatchObject({ value: code, sender: 'shop@example.org', recipient: to });
      expect(await mail.codes.wait({ mailbox: mailbox.name, timeout: 1 })).toBeNull();
    }
    const again = await mail.codes.wait({ mailbox: mailbox.name, again: true });
    expect(again).toMatchObject({ value: '555666', kind: 'otp' });
  });

  it('returns null when nothing arrives in time, and stops at once when it is told to', async () => {
    const { mail, mailbox } = await desk();
    expect(await mail.messages.waitFor({ mailbox: mailbox.name, timeout: 1 })).toBeNull();
    const stop = new AbortController();
    const reason = new Error('enough');
    const waiting = mail.messages.waitFor(
      { mailbox: mailbox.name, timeout: Infinity },
      { signal: stop.signal },
    );
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('waits for the decision about a held message', async () => {
    const { mail, owner, mailbox } = await desk();
    await owner.mailboxes.update(mailbox.name, { hitl_mode: 'all_outbound' });
    const held = await mail.messages.send({
      from_mailbox: mailbox.name,
      to: 'ann@example.com',
      subject: 'Hi',
      body: 'Hello.',
    });
    expect(held.status).toBe('pending_review');
    expect(await mail.decisions.wait(held.message_id, { timeout: 1 })).toMatchObject({ decided: false });
    const waiting = mail.decisions.wait(held.message_id, { timeout: 60 });
    await owner.messages.deny(held.message_id, { reason: 'Not now.' });
    expect(await waiting).toMatchObject({
      decided: true,
      review: { resolution: 'denied', reason: 'Not now.' },
    });
  });

  it('follows events across a lost connection, each once', async () => {
    const { mailbox, url, key } = await desk();
    const proxy = await breakingProxy(url);
    const mail = new AgentMail({ url: proxy.url, key });
    const stop = new AbortController();
    const seen: string[] = [];
    const stream = mail.events.stream(
      { events: ['message.received'], mailbox: mailbox.name },
      { signal: stop.signal },
    );
    expectTypeOf(stream).toEqualTypeOf<AsyncGenerator<MailEvent<'message.received'>, void, undefined>>();
    const following = (async () => {
      for await (const { event, data, cursor } of stream) {
        expect([event, cursor]).toEqual(['message.received', expect.any(String)]);
        seen.push(data.subject);
        if (seen.length === 3) break;
      }
    })();
    await expect.poll(() => proxy.requests.length).toBe(1);
    for (const subject of ['one', 'two', 'three']) {
      await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject, text: 'Hello.' });
      await service.drain();
      await expect.poll(() => seen.at(-1)).toBe(subject);
      proxy.cut();
    }
    await following;
    expect(seen).toEqual(['one', 'two', 'three']);
    stop.abort();
    const ended = mail.events.stream({}, { signal: stop.signal }).next();
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('gives up a stream that is refused', async () => {
    const { url, mailbox } = await desk();
    const stranger = new AgentMail({ url, key: 'am_live_unknown.key' });
    await expect(stranger.events.stream().next()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
    });
    const { mail } = await desk();
    const other = mail.events.stream({ mailbox: mailbox.id }).next();
    await expect(other).rejects.toBeInstanceOf(RefusedError);
  });
});

describe('a call without an answer', () => {
  const service = sharedService();

  it('is repeated with the same idempotency key, so that one message is sent', async () => {
    const { admin, mailbox } = await newTenant(service);
    const proxy = await breakingProxy(service.daemon.runtime.http);
    proxy.loseAnswers(2);
    const mail = new AgentMail({ url: proxy.url, key: admin });
    const message = { from_mailbox: mailbox.name, to: 'once@example.com', subject: 'Once', body: 'Hello.' };
    const sent = await mail.messages.send(message);
    expect(sent).toMatchObject({ status: 'sent', replayed: true });
    const keys = proxy.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
    const { items } = await service.must(service.daemon.operatorToken, api.listOutbox, {
      to: 'once@example.com',
    });
    expect(items).toHaveLength(1);
    await mail.messages.send(message);
    expect(proxy.requests.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('is refused for a key that was used with other content, where the call asks for that', async () => {
    const { admin, mailbox } = await newTenant(service);
    const mail = new AgentMail({ url: service.daemon.runtime.http, key: admin });
    const message = { from_mailbox: mailbox.name, to: 'once@example.com', subject: 'Once', body: 'Hello.' };
    await mail.messages.send(message, { idempotencyKey: 'order-1' });
    const other = { ...message, body: 'Hello again.' };
    expect(await mail.messages.send(other, { idempotencyKey: 'order-1' })).toMatchObject({
      replayed: true,
      differs: ['body'],
    });
    const strict = { idempotencyKey: 'order-1', prefer: 'idempotency=strict' };
    await expect(mail.messages.send(other, strict)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      details: { differs: ['body'] },
    });
    expect(await mail.messages.send(message, strict)).not.toHaveProperty('differs');
  });

  it('is not repeated when that could have a second effect, and tells the key when it could not', async () => {
    const { admin, mailbox } = await newTenant(service);
    const proxy = await breakingProxy(service.daemon.runtime.http);
    const mail = new AgentMail({ url: proxy.url, key: admin, retries: 1 });
    proxy.loseAnswers(1);
    const created = mail.mailboxes.create({ name: 'second' });
    await expect(created).rejects.toMatchObject({ code: 'NO_ANSWER', idempotencyKey: null });
    expect(proxy.requests).toHaveLength(1);
    proxy.loseAnswers(2);
    const sent = mail.messages.send(
      { from_mailbox: mailbox.name, to: 'ann@example.com', subject: 'Hi', body: 'Hello.' },
      { idempotencyKey: 'mine-1' },
    );
    await expect(sent).rejects.toMatchObject({ code: 'NO_ANSWER', idempotencyKey: 'mine-1' });
    expect(proxy.requests).toHaveLength(3);
    await expect(mail.messages.idempotency('mine-1')).resolves.toMatchObject({ status: 'sent' });
  });

  it('ends after its timeout', async () => {
    const { admin } = await newTenant(service);
    const proxy = await breakingProxy(service.daemon.runtime.http);
    proxy.silence();
    const mail = new AgentMail({ url: proxy.url, key: admin, retries: 0 });
    const failed = await mail.mailboxes.list({ timeout: 0.2 }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(NoAnswerError);
    expect(String(failed)).toContain('no answer within 0.2 s');
  });
});

describe('a refusal', () => {
  const service = sharedService();

  it('has code, status, details, hint and the ID of the request', async () => {
    const { admin } = await newTenant(service);
    const mail = new AgentMail({ url: service.daemon.runtime.http, key: admin });
    const refused = await mail.messages
      .get('01960000-0000-7000-8000-000000000001')
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused).toMatchObject({
      ...{ name: 'RefusedError', code: 'NOT_FOUND', status: 404, retryAfter: null },
      hint: 'Change the request. `agentmail errors NOT_FOUND` explains it.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('is tried again when it says so', async () => {
    const proxy = await breakingProxy(service.daemon.runtime.http);
    const { admin } = await newTenant(service);
    const mail = new AgentMail({ url: proxy.url, key: admin });
    proxy.answer(503, { error: 'Starting.', code: 'SERVICE_UNAVAILABLE', details: { retry_after: 0.1 } });
    expect((await mail.mailboxes.list()).mailboxes).toHaveLength(1);
    proxy.answer(429, { error: 'Too many.', code: 'RATE_LIMITED', details: { retry_after: 3600 } });
    await expect(mail.mailboxes.list()).rejects.toMatchObject({
      retryAfter: 3600,
      hint: 'Try again after 3600 seconds.',
    });
    proxy.answer(503, { error: 'Starting.', code: 'SERVICE_UNAVAILABLE' });
    await expect(mail.mailboxes.create({ name: 'other' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(proxy.requests).toHaveLength(4);
  });

  it('of something else is told from one of the daemon', async () => {
    const proxy = await breakingProxy(service.daemon.runtime.http);
    const mail = new AgentMail({ url: proxy.url, key: 'am_live_x.key' });
    proxy.answer(404, '<html>');
    await expect(mail.mailboxes.list()).rejects.toBeInstanceOf(UnexpectedReplyError);
    proxy.answer(200, 'hello');
    await expect(mail.mailboxes.list()).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY', status: 200 });
    proxy.answer(302, '', { location: 'https://elsewhere.example/' });
    await expect(mail.mailboxes.list()).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY', status: 302 });
    expect(proxy.requests).toHaveLength(3);
  });
});
