import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant } from '../../support/service.ts';

interface Item {
  id: string;
  subject: string;
  direction: string;
  created_at: string;
  read_at: string | null;
}

describe('message lists', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
    for (const [from, subject, text] of [
      ['Ann@Example.org', 'Budget 2026', 'We spend 100% of it, as_ever.'],
      ['BÖB@example.net', 'Greetings', 'The WEATHER is fine today.'],
      ['ann@example.org', 'Straße', 'ﬁne print in ligatures, and some more words.'],
    ] as const) {
      await service.deliver({ from, to: tenant.mailbox.address, subject, text });
    }
    await service.drain();
    await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'carol@example.com',
      subject: 'Outgoing',
      body: 'A note about the weather.',
    });
  });

  const list = (query = '') =>
    service.request<{ messages: Item[] }>(tenant.admin, `GET /v1/mailboxes/helper/messages?${query}`);
  const subjects = async (query: string) =>
    (await list(query)).body.messages.map((message) => message.subject);

  it('are newest first, with created_at that strictly decreases', async () => {
    const { messages } = (await list()).body;
    expect(messages.map((message) => message.subject)).toEqual([
      'Outgoing',
      'Straße',
      'Greetings',
      'Budget 2026',
    ]);
    for (const [index, message] of messages.slice(1).entries()) {
      expect(message.created_at < (messages[index]?.created_at ?? '')).toBe(true);
    }
  });

  it('are oldest first with `sort`, page by page with `after`, which a search refuses', async () => {
    const { messages } = (await list('sort=oldest&limit=2')).body;
    expect(messages.map(({ subject }) => subject)).toEqual(['Budget 2026', 'Greetings']);
    const next = `sort=oldest&after=${messages[1]?.id}`;
    expect(await subjects(next)).toEqual(['Straße', 'Outgoing']);
    expect(await subjects(`after=${messages[1]?.id}`)).toEqual(['Outgoing', 'Straße']);
    expect((await list('sort=oldest&after=nonsense')).body).toMatchObject({ code: 'INVALID_CURSOR' });
    expect((await list('sort=oldest&search=weather')).status).toBe(400);
  });

  it('go on after a message with `before`, and refuse what is no message of the mailbox', async () => {
    const { messages } = (await list('limit=2')).body;
    expect(messages).toHaveLength(2);
    expect(await subjects(`limit=2&before=${messages[1]?.id}`)).toEqual(['Greetings', 'Budget 2026']);
    for (const before of ['nonsense', '01890000-0000-7000-8000-000000000000']) {
      expect((await list(`before=${before}`)).body.code).toBe('INVALID_CURSOR');
    }
  });

  it.each([
    ['direction=outbound', ['Outgoing']],
    ['sender=ANN@', ['Straße', 'Budget 2026']],
    ['sender=%25', []],
    [`sender=${encodeURIComponent('böb')}`, ['Greetings']],
    ['status=delivered', ['Outgoing']],
    ['status=deleted', []],
    ['unread=true', ['Straße', 'Greetings', 'Budget 2026']],
    ['search=weather', ['Outgoing', 'Greetings']],
    ['search=100%25 of', ['Budget 2026']],
    ['search=as_ever', ['Budget 2026']],
    ['search=asXever', []],
    ['search=fine', ['Straße', 'Greetings']],
    ['search=STRASSE', ['Straße']],
    ['search=%22weather', []],
    ['has_attachment=true', []],
    ['starred=false&limit=1', ['Outgoing']],
  ])('filter by %s', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected);
  });

  it('take `since` as inclusive and `until` as exclusive', async () => {
    const { messages } = (await list()).body;
    const middle = encodeURIComponent(messages[2]?.created_at ?? '');
    expect(await subjects(`since=${middle}`)).toEqual(['Outgoing', 'Straße', 'Greetings']);
    expect(await subjects(`until=${middle}`)).toEqual(['Budget 2026']);
    expect((await list('since=2026-01-01T00:00:00')).body.code).toBe('VALIDATION_ERROR');
  });

  it('refuse a search term that is too short after it was trimmed', async () => {
    const reply = await list('search=%20ab%20');
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([
      400,
      'SEARCH_TERM_TOO_SHORT',
      { min_search_length: 3 },
    ]);
  });

  it('mark inbound messages as read once, and leave outbound ones alone', async () => {
    const { messages } = (await list()).body;
    const inbound = messages.find((message) => message.direction === 'inbound')!;
    const outbound = messages.find((message) => message.direction === 'outbound')!;
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const first = await service.call(agent, api.markMessageRead, { id: inbound.id });
    service.clock.moveTo(service.clock.now() + 5000);
    const second = await service.call(agent, api.markMessageRead, { id: inbound.id });
    expect(first.body.read_at).toMatch(/Z$/);
    expect(second.body).toEqual(first.body);
    const none = await service.call(agent, api.markMessageRead, { id: outbound.id });
    expect(none.body).toEqual({ message_id: outbound.id, read_at: null });
    expect(await subjects('unread=true')).not.toContain(inbound.subject);
  });

  it('leave an audit row of every detail that was read, and do not mark it as read', async () => {
    const [message] = (await list('direction=inbound&unread=true')).body.messages;
    await service.call(tenant.admin, api.getMessage, { id: message?.id ?? '' });
    await service.drain();
    const rows = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'target', 'actor_type'])
      .where('target', '=', message?.id ?? '')
      .execute();
    expect(rows).toEqual([{ kind: 'message.content.read', target: message?.id, actor_type: 'admin' }]);
    expect((await list('unread=true')).body.messages.map((row) => row.id)).toContain(message?.id);
  });

  it('refuse HTML bodies to Bearer callers', async () => {
    const [message] = (await list()).body.messages;
    const reply = await service.call(tenant.admin, api.getMessage, {
      id: message?.id ?? '',
      body_format: 'html',
    });
    expect([reply.status, reply.body.code]).toEqual([400, 'BODY_FORMAT_HTML_SESSION_ONLY']);
  });
});
