import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  startService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

interface Row {
  email: string;
  created_at: string | null;
  pattern_type: string;
  [field: string]: unknown;
}
interface Bulk {
  added: Row[];
  already_existed: string[];
  invalid: { email: string; reason: string }[];
  counts: Record<string, number>;
}

/** The four lists, by what differs on the wire. */
const LISTS = [
  { name: 'suppressions', path: '/v1/suppressions', field: 'suppressions', removed: 'unsuppressed' },
  {
    name: 'recipient allowlist',
    path: '/v1/mailboxes/helper/allowlist',
    field: 'allowlist',
    removed: 'removed',
  },
  { name: 'inbound blocklist', path: '/v1/inbound-blocklist', field: 'blocklist', removed: 'removed' },
  {
    name: 'inbound allowlist',
    path: '/v1/mailboxes/helper/inbound-allowlist',
    field: 'allowlist',
    removed: 'removed',
  },
] as const;

describe.each(LISTS)('the $name', ({ path, field, removed }) => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const call = <T>(method: string, rest = '', body?: unknown) =>
    service.request<T>(tenant.admin, `${method} ${path}${rest}`, { body });
  const read = async (query = '') => {
    const reply = await call<{ next_cursor: string | null; [field: string]: unknown }>('GET', query);
    expect([reply.status, reply.body]).toMatchObject([200, {}]);
    return { rows: reply.body[field] as Row[], next: reply.body.next_cursor };
  };
  const audits = () =>
    service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'target'])
      .where('kind', 'like', '%.entry.%')
      .execute();

  it('takes an entry trimmed and in lower case, and says when it was there already', async () => {
    const first = await call<Row>('POST', '', { email: '  Ann@Example.ORG ' });
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        email: 'ann@example.org',
        pattern_type: 'email',
        already_existed: false,
        created_at: expect.stringMatching(/Z$/),
        added_by_actor_type: 'admin',
        added_by_actor_id: expect.any(String),
      },
    ]);
    const before = await audits();
    const again = await call<Row>('POST', '', { email: 'ANN@example.org' });
    expect(again.body).toMatchObject({ email: 'ann@example.org', already_existed: true, created_at: null });
    expect(await audits()).toEqual(before);
  });

  it('refuses what is no entry, and takes a domain', async () => {
    for (const email of [
      '',
      '@',
      'nobody',
      '@localhost',
      '@.example.org',
      '@*.example.org',
      'é@example.org',
    ]) {
      const reply = await call('POST', '', { email });
      expect([email, reply.status, reply.body.code, reply.body.error]).toEqual([
        email,
        400,
        'INVALID_EMAIL',
        'Invalid email or domain pattern',
      ]);
      expect(reply.headers.get('x-ratelimit-limit')).toBe('5000');
    }
    const domain = await call<Row>('POST', '', { email: '@Example.NET' });
    expect(domain.body).toMatchObject({ email: '@example.net', pattern_type: 'domain' });
  });

  it('adds many at once: each once, what is invalid told in its first spelling, with exact counts', async () => {
    const reply = await call<Bulk>('POST', '/bulk', {
      emails: ['bob@example.org', ' BOB@example.org', 'ann@example.org', 'Broken', 'broken ', '@example.com'],
    });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        added: [
          { email: 'bob@example.org', pattern_type: 'email' },
          { email: '@example.com', pattern_type: 'domain' },
        ],
        already_existed: ['ann@example.org'],
        invalid: [{ email: 'Broken', reason: 'invalid_format' }],
        counts: { added: 2, already_existed: 1, invalid: 1, total: 4 },
      },
    ]);
    const fresh = (await audits()).filter(({ target }) =>
      ['bob@example.org', '@example.com'].includes(target ?? ''),
    );
    expect(fresh).toHaveLength(2);
  });

  it('refuses an empty bulk, one of more than 1,000, and elements that are no text', async () => {
    for (const emails of [
      [],
      Array.from({ length: 1001 }, (_, n) => `u${n}@example.org`),
      ['a@example.org', 7],
    ]) {
      const reply = await call('POST', '/bulk', { emails });
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('is read newest first, in pages that fit together, or as a whole', async () => {
    const whole = await read();
    expect(whole.next).toBeNull();
    expect(whole.rows.map(({ email }) => email)).toEqual([
      '@example.com',
      'bob@example.org',
      '@example.net',
      'ann@example.org',
    ]);
    const first = await read('?limit=3');
    expect(first.rows).toEqual(whole.rows.slice(0, 3));
    const second = await read(`?limit=3&cursor=${first.next}`);
    expect(second).toEqual({ rows: whole.rows.slice(3), next: null });
    expect(await read('?all=true&limit=1')).toEqual(whole);
  });

  it('refuses cursors that are not its own, and a cursor beside all', async () => {
    const { next } = await read('?limit=1');
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'helper' });
    const foreign = await service.request(other.admin, `GET ${path}?cursor=${next}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR']);
    for (const cursor of ['', 'x', 'AAAA', `${next}A`]) {
      const reply = await call('GET', `?cursor=${cursor}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_CURSOR']);
    }
    const both = await call('GET', `?all=true&cursor=${next}`);
    expect([both.status, both.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    for (const limit of ['0', '501', 'x']) {
      expect((await call('GET', `?limit=${limit}`)).status).toBe(400);
    }
  });

  it('gives up an entry by its encoded name, once', async () => {
    const gone = await call<Row>('DELETE', '/%40Example.com');
    expect([gone.status, gone.body]).toMatchObject([
      200,
      { status: removed, email: '@example.com', pattern_type: 'domain', created_at: expect.any(String) },
    ]);
    const again = await call('DELETE', '/%40example.com');
    expect([again.status, again.body.code]).toEqual([404, 'NOT_FOUND']);
    const nonsense = await call('DELETE', '/nonsense');
    expect([nonsense.status, nonsense.body.code]).toEqual([400, 'INVALID_EMAIL']);
  });

  it('takes entries with every character that addresses may have', async () => {
    const email = "o'neil/50%+a{b}|c@example.org";
    expect((await call('POST', '', { email })).status).toBe(200);
    const gone = await call<Row>('DELETE', `/${encodeURIComponent(email)}`);
    expect(gone.body).toMatchObject({ email });
  });
});

describe('a list that is longer than an answer', () => {
  it('is read in pages of 500, and as a whole at most 10,000 rows, with a cursor for the rest', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await service.daemon.context.store.write('none', ({ db }) =>
      sql`insert into list_entries (list, owner_id, pattern, reason, source, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10500)
        select 'suppressions', ${tenant.accountId}, 'u' || n || '@example.org', 'manual', 'customer', 0
        from numbers`.execute(db),
    );
    const read = async (query: string) =>
      (
        await service.request<{ suppressions: Row[]; next_cursor: string | null }>(
          tenant.admin,
          `GET /v1/suppressions${query}`,
        )
      ).body;
    const page = await read('');
    expect([page.suppressions.length, page.next_cursor]).toEqual([500, expect.any(String)]);
    const whole = await read('?all=true');
    expect([whole.suppressions.length, whole.suppressions[0]?.email]).toEqual([10_000, 'u10500@example.org']);
    const rest = await read(`?cursor=${whole.next_cursor}`);
    expect([rest.suppressions.length, rest.suppressions[0]?.email, rest.next_cursor]).toEqual([
      500,
      'u500@example.org',
      null,
    ]);
  });
});

describe('who may change a list', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let stranger: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    const other = await createMailbox(service, tenant.admin, 'other');
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    stranger = await createAgent(service, tenant.admin, other.id);
  });

  const mailbox = () => `/v1/mailboxes/${tenant.mailbox.id}`;

  it('lets an agent suppress and block for the whole account, and undo neither', async () => {
    for (const path of ['/v1/suppressions', '/v1/inbound-blocklist']) {
      const added = await service.request(agent, `POST ${path}`, { body: { email: 'x@example.org' } });
      expect([added.status, added.body]).toMatchObject([200, { added_by_actor_type: 'agent' }]);
      expect((await service.request(agent, `GET ${path}`)).status).toBe(200);
      const removal = await service.request(agent, `DELETE ${path}/x%40example.org`);
      expect([removal.status, removal.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  it('lets an agent read the lists of its mailbox and widen neither; the inbound one it may narrow', async () => {
    for (const list of ['allowlist', 'inbound-allowlist']) {
      const path = `${mailbox()}/${list}`;
      await service.request(tenant.admin, `POST ${path}`, { body: { email: 'x@example.org' } });
      expect((await service.request(agent, `GET ${path}`)).status).toBe(200);
      const add = await service.request(agent, `POST ${path}`, { body: { email: 'y@example.org' } });
      expect([add.status, add.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      const bulk = await service.request(agent, `POST ${path}/bulk`, { body: { emails: ['y@example.org'] } });
      expect([bulk.status, bulk.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      const removal = await service.request(agent, `DELETE ${path}/x%40example.org`);
      expect(removal.status).toBe(list === 'allowlist' ? 403 : 200);
    }
  });

  it('denies the lists of other mailboxes, and does not know those of other accounts', async () => {
    const foreign = await createTenant(service, { email: 'foreign@example.com', mailbox: 'foreign' });
    for (const list of [
      'allowlist',
      'inbound-allowlist',
      'allowlist/blocked-attempts',
      'inbound-allowlist/blocked-attempts',
    ]) {
      const denied = await service.request(stranger, `GET ${mailbox()}/${list}`);
      expect([denied.status, denied.body.code]).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
      for (const id of [foreign.mailbox.id, 'foreign', 'nobody']) {
        const unknown = await service.request(tenant.admin, `GET /v1/mailboxes/${id}/${list}`);
        expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
      }
    }
  });

  it('fires one event per fresh row and per removal, with the fields of the contract', async () => {
    const { EVENTS } = await import('../../../shared/contract/events.ts');
    const path = `${mailbox()}/allowlist`;
    await service.request(tenant.admin, `POST ${path}/bulk`, {
      body: {
        emails: ['e1@example.org', 'e2@example.org'],
      },
    });
    await service.request(tenant.admin, `POST ${path}`, { body: { email: 'e1@example.org' } });
    await service.request(tenant.admin, `DELETE ${path}/e1%40example.org`);
    await service.call(tenant.admin, api.addSuppression, { email: 'e3@example.org' });
    await service.call(tenant.admin, api.removeSuppression, { email: 'e3@example.org' });
    await service.call(tenant.admin, api.blockSender, { email: 'e4@example.org' });
    const rows = await service.daemon.context.store.read
      .selectFrom('events')
      .select(['type', 'data'])
      .where(sql<boolean>`cast(data as text) like ${'%"e_@example.org"%'}`)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ type, data }) => [type, data.email])).toEqual([
      ['recipient_allowlist.added', 'e1@example.org'],
      ['recipient_allowlist.added', 'e2@example.org'],
      ['recipient_allowlist.removed', 'e1@example.org'],
      ['recipient_blocklist.added', 'e3@example.org'],
      ['recipient_blocklist.removed', 'e3@example.org'],
      ['sender_blocklist.added', 'e4@example.org'],
    ]);
    for (const { type, data } of rows) {
      const schema = EVENTS[type as keyof typeof EVENTS];
      expect(schema.parse(data)).toEqual(data);
    }
  });

  it('queues one delivery for every row of a bulk, for each webhook that subscribes', async () => {
    const subscribe = (event: string) =>
      service.call(
        tenant.admin,
        api.createWebhook,
        unchecked({
          url: 'https://receiver.example.com/hook',
          enabled_events: [event],
        }),
      );
    const listening = (await subscribe('recipient_blocklist.added')).body.webhook.id;
    await subscribe('message.received');
    const emails = Array.from({ length: 123 }, (_, n) => `bulk${n}@example.org`);
    await service.call(tenant.admin, api.addSuppressions, { emails });
    await service.call(tenant.admin, api.addSuppressions, { emails });
    const deliveries = await service.daemon.context.store.read
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.seq', 'webhook_deliveries.event_seq')
      .select(['webhook_id', 'data'])
      .orderBy('webhook_deliveries.seq')
      .execute();
    expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set([listening]));
    expect(deliveries.map(({ data }) => data.email)).toEqual(emails);
  });
});
