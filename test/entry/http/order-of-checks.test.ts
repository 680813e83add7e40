import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

describe('the HTTP side', () => {
  const service = sharedService();
  let tenant: Tenant;
  let other: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    other = await createTenant(service, { email: 'other@example.com', mailbox: 'elsewhere' });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  it('answers unknown paths and methods with 404 before it looks at a credential', async () => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['PUT', '/v1/mailboxes'],
      ['GET', '/v1/%zz'],
      ['GET', '/'],
      ['GET', '/v1/mailboxes/'],
      ['GET', '/v1/mailboxes//messages'],
      ['DELETE', '/v1/suppressions/'],
    ] as const) {
      const reply = await service.request('garbage', `${method} ${path}`);
      expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  it('answers a foreign Host with 403 FORBIDDEN', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `${service.daemon.runtime.http}/v1/health`,
        { headers: { host: 'evil.example' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it.each(['/v1/health', '/readyz', '/openapi.json'])(
    'answers a HEAD of %s, as programs that wait for a service send it',
    async (path) => {
      const url = `${service.daemon.runtime.http}${path}`;
      const [head, get] = [await fetch(url, { method: 'HEAD' }), await fetch(url)];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      await get.body?.cancel();
    },
  );

  it('sends the headers that every answer carries', async () => {
    const reply = await service.call(tenant.admin, api.getAccount);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['no credential', null],
    ['a doubled scheme', 'Bearer am_live_x'],
    ['a key that nobody has', `am_live_${'a'.repeat(22)}.${'b'.repeat(43)}`],
  ])('answers %s with 401 UNAUTHORIZED', async (_name, key) => {
    const reply = await service.call(key, api.getAccount);
    expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('tells a revoked key apart only when its secret is right', async () => {
    const created = await service.call(tenant.admin, api.createApiKey, { role: 'admin' });
    const { id, api_key: key } = created.body;
    expect((await service.call(key, api.getCaller)).status).toBe(200);
    expect((await service.call(key, api.revokeApiKey, { id })).status).toBe(200);
    expect((await service.call(key, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
    const wrong = `${key.split('.')[0]}.${'c'.repeat(43)}`;
    expect((await service.call(wrong, api.getCaller)).body.code).toBe('UNAUTHORIZED');
  });

  it('checks the role before the body, and the body before existence', async () => {
    const role = await service.request(agent, `POST /v1/mailboxes`, { body: '{"broken' });
    expect([role.status, role.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const unknown = await service.call(
      tenant.admin,
      api.listMessages,
      unchecked({ id: 'nobody', limit: '0' }),
    );
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each([
    ['broken JSON', '{"name":', 400],
    ['an array', '[]', 400],
    ['a string', '"x"', 400],
    ['U+0000', '{"name":"a\\u0000b"}', 400],
    ['an unpaired surrogate', '{"name":"\\ud800"}', 400],
    ['an unknown field', '{"name":"x","other":1}', 400],
    ['a wrong type', '{"name":5}', 400],
    ['__proto__', '{"name":"x","__proto__":{"a":1}}', 400],
    ['deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ])('refuses a body with %s and changes nothing', async (_name, body, status) => {
    const before = await service.call(tenant.admin, api.listMailboxes);
    const reply = await service.request(tenant.admin, 'POST /v1/mailboxes', { body });
    expect([reply.status, reply.body.code]).toEqual([status, 'VALIDATION_ERROR']);
    const after = await service.call(tenant.admin, api.listMailboxes);
    expect(after.body.mailboxes).toHaveLength(before.body.mailboxes.length);
  });

  it('refuses __proto__ inside of a field too', async () => {
    const body = '{"scanner_policy":{"outbound_pii_policy":{"__proto__":"allow"}}}';
    const reply = await service.request(tenant.admin, 'PATCH /v1/mailboxes/helper', { body });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('finds no mailbox under a name that is too long for one, and no position in a cursor that is', async () => {
    const unknown = await service.call(tenant.admin, api.getMailbox, { id: 'x'.repeat(500) });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const cursor = await service.call(tenant.admin, api.listSuppressions, { cursor: 'x'.repeat(1500) });
    expect([cursor.status, cursor.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it.each(['search=abc%00def', 'sender=%00abc', 'sender=example%00', 'before=%00', '%00=abc'])(
    'refuses U+0000 in a query: %s',
    async (query) => {
      const reply = await service.request(tenant.admin, `GET /v1/mailboxes/helper/messages?${query}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it('knows no path with U+0000 in a part of it', async () => {
    for (const path of [
      'mailboxes/helper%00',
      'mailboxes/%00helper/messages',
      'messages/%00',
      'threads/%00a',
    ]) {
      const reply = await service.request(tenant.admin, `GET /v1/${path}`);
      expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  it('refuses a body of 3 MB with 413 and another content type with 415', async () => {
    const large = await service.request(tenant.admin, `POST /v1/mailboxes`, {
      body: `{"name":"${'x'.repeat(3_000_000)}"}`,
    });
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const form = await service.request(tenant.admin, `POST /v1/mailboxes`, {
      body: 'name=x',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect([form.status, form.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const rotated = await service.request(other.admin, `POST /v1/accounts/api-keys/rotate`, {
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([rotated.status, typeof rotated.body.api_key]).toEqual([200, 'string']);
  });

  it('refuses unknown and repeated parameters by name', async () => {
    for (const query of [
      'colour=red',
      'limit=5&limit=5',
      'limit=',
      'unread=false',
      'limit=1e2',
      'starred=yes',
    ]) {
      const reply = await service.request(tenant.admin, `GET /v1/mailboxes/helper/messages?${query}`);
      expect([query, reply.status, reply.body.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
      expect(reply.body.details).toMatchObject({ issues: [{ path: query.split('=')[0] }] });
    }
  });

  it('masks unbound mailboxes on single reads and denies them on collections', async () => {
    const { id } = await createMailbox(service, tenant.admin, 'second');
    const codeOf = async (path: string) => {
      const reply = await service.request(agent, `GET ${path}`);
      return `${reply.status} ${reply.body.code}`;
    };
    expect(await codeOf(`/v1/mailboxes/${id}`)).toBe('404 NOT_FOUND');
    expect(await codeOf(`/v1/mailboxes/${id}/messages`)).toBe('403 MAILBOX_ACCESS_DENIED');
    expect(await codeOf(`/v1/mailboxes/${id}/messages/wait?timeout=1`)).toBe('403 MAILBOX_ACCESS_DENIED');
    expect(await codeOf('/v1/mailboxes/second/messages')).toBe('404 NOT_FOUND');
    expect(await codeOf(`/v1/mailboxes/${other.mailbox.id}/messages`)).toBe('404 NOT_FOUND');
    const list = await service.call(agent, api.listMailboxes);
    expect(list.body.mailboxes.map((mailbox) => mailbox.id)).toEqual([tenant.mailbox.id]);
  });

  it('lets nobody but the owner of the machine use the operator surface', async () => {
    expect((await service.call(null, api.getStatus)).body.code).toBe('UNAUTHORIZED');
    expect((await service.call(tenant.admin, api.getStatus)).body.code).toBe('UNAUTHORIZED');
    const page = await service.call(
      {
        key: service.daemon.operatorToken,
        headers: {
          origin: 'http://127.0.0.1',
        },
      },
      api.getStatus,
    );
    expect(page.body.code).toBe('FORBIDDEN');
    expect((await service.operator(api.getStatus)).status).toBe(200);
  });
});
