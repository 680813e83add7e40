import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import type { Call } from '../../support/calls.ts';
import { openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

/** Example.com never answers here: nothing is delivered, everything is enqueued. */
const URL_OF_RECEIVER = 'https://receiver.example.com/hook';

describe('the webhook endpoints', () => {
  const service = sharedService({
    overrides: {
      lookup: async () => {
        throw Object.assign(new Error('no name server'), { code: 'ECONNREFUSED' });
      },
    },
  });
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const call: Call = (endpoint, ...input) => service.call(tenant.admin, endpoint, ...input);
  const create = (more: object = {}) =>
    call(api.createWebhook, {
      url: URL_OF_RECEIVER,
      enabled_events: ['message.received', 'message.bounced'],
      ...more,
    });
  async function created(more: object = {}) {
    const reply = await create(more);
    expect(reply.status).toBe(201);
    return reply.body;
  }
  const count = async () => (await call(api.listWebhooks)).body.webhooks.length;
  const audits = async (target: string) =>
    service.daemon.context.store.read
      .selectFrom('audit_log')
      .select('kind')
      .where('target', '=', target)
      .execute();

  it('create, show, list and delete a webhook, whose secret is shown once', async () => {
    const { webhook, signing_secret: secret, ...flat } = await created({ description: 'Mine' });
    expect(flat).toEqual(webhook);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: URL_OF_RECEIVER,
      description: 'Mine',
      enabled: true,
      enabled_events: ['message.received', 'message.bounced'],
      request_header_names: [],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      last_error: null,
      disabled_at: null,
      disabled_reason: null,
    });
    expect((await call(api.getWebhook, { id: webhook.id })).body).toEqual(webhook);
    expect((await call(api.listWebhooks)).body.webhooks).toContainEqual(webhook);
    await call(api.testWebhook, { id: webhook.id });
    const deleted = await call(api.deleteWebhook, { id: webhook.id });
    expect([deleted.status, deleted.body]).toEqual([200, { status: 'deleted' }]);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const) {
      expect(
        (await service.request(tenant.admin, `${method} /v1/webhooks/${webhook.id}${path}`)).body.code,
      ).toBe('NOT_FOUND');
    }
    await service.drain();
    const left = await service.daemon.context.store.read
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', webhook.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('are for admins, and hide the webhooks of other accounts', async () => {
    const { webhook } = await created();
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const refused = await service.call(agent, api.listWebhooks);
    expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const foreign = await service.call(other.admin, api.getWebhook, { id: webhook.id });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it.each([
    ['an unknown event', { enabled_events: ['message.read'] }],
    ['webhook.test', { enabled_events: ['webhook.test'] }],
    ['no event', { enabled_events: [] }],
    ['an event twice', { enabled_events: ['message.received', 'message.received'] }],
    ['http', { url: 'http://receiver.example.com/' }],
    ['a private address', { url: 'https://192.168.1.1/' }],
    ['a mapped address', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['credentials', { url: 'https://a:b@receiver.example.com/' }],
    ['a fragment', { url: 'https://receiver.example.com/#a' }],
    ['a long URL', { url: `https://receiver.example.com/${'a'.repeat(2048)}` }],
    ['an unknown field', { secret: 'x' }],
    ['headers that are a list', { request_headers: ['a'] }],
    ['headers that are a text', { request_headers: 'a: b' }],
    [
      'nine headers',
      { request_headers: Object.fromEntries([...'abcdefghi'].map((name) => [`x-${name}`, '1'])) },
    ],
    ['an empty value', { request_headers: { 'x-a': '' } }],
    ['a value with a line end', { request_headers: { 'x-a': 'a\r\nhost: b' } }],
    ['a value beyond ASCII', { request_headers: { 'x-a': 'é' } }],
    ['a value of 1025', { request_headers: { 'x-a': 'a'.repeat(1025) } }],
    ['a value that is a number', { request_headers: { 'x-a': 1 } }],
  ])('refuse %s with 400 and change nothing', async (_name, change) => {
    const before = await count();
    const reply = await create(change);
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await count()).toBe(before);
  });

  it.each([
    ['WEBHOOK_HEADER_RESERVED', 'Content-Type'],
    ['WEBHOOK_HEADER_RESERVED', 'x-service-signature'],
    ['WEBHOOK_HEADER_RESERVED', 'X-Webhook-Signature-V2'],
    ['WEBHOOK_HEADER_RESERVED', 'Proxy-Authorization'],
    ['WEBHOOK_HEADER_RESERVED', 'te'],
    ['WEBHOOK_HEADER_INVALID', 'x_underscore'],
    ['WEBHOOK_HEADER_INVALID', 'x space'],
    ['WEBHOOK_HEADER_INVALID', ''],
    ['WEBHOOK_HEADER_INVALID', 'a'.repeat(65)],
    ['WEBHOOK_HEADER_INVALID', 'x-é'],
  ])('answer %s for the header "%s" and change nothing', async (code, name) => {
    const { webhook } = await created({ request_headers: { 'x-kept': '1' } });
    const refused = await create({ request_headers: { 'x-fine': '1', [name]: '1' } });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([400, code, { header: name }]);
    const patched = await call(api.updateWebhook, {
      id: webhook.id,
      description: 'changed',
      request_headers: { [name]: '1' },
    });
    expect([patched.status, patched.body.code]).toEqual([400, code]);
    expect((await call(api.getWebhook, { id: webhook.id })).body).toEqual(webhook);
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('refuse a URL by its text before they look for the webhook', async () => {
    const url = 'http://receiver.example.com/';
    expect(
      (await call(api.updateWebhook, { id: '00000000-0000-7000-8000-000000000000', url })).body.code,
    ).toBe('VALIDATION_ERROR');
    expect(
      (await call(api.updateWebhook, { id: '00000000-0000-7000-8000-000000000000', url: URL_OF_RECEIVER }))
        .body.code,
    ).toBe('NOT_FOUND');
  });

  it('refuse names that differ only in case', async () => {
    const request_headers = { 'X-Key': '1', 'x-key': '2' };
    const { webhook } = await created();
    const twice = [
      await create({ request_headers }),
      await call(api.updateWebhook, { id: webhook.id, request_headers }),
    ];
    expect(twice.map(({ body }) => body.code)).toEqual(Array(2).fill('WEBHOOK_HEADER_DUPLICATE'));
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('replace, keep and clear headers, and never show or store their values', needsSqlite, async () => {
    const value = 'a-very-secret-value-123';
    const { webhook } = await created({ request_headers: { 'X-B': value, 'x-a': '~ !' } });
    expect(webhook.request_header_names).toEqual(['x-a', 'x-b']);
    const kept = await call(api.updateWebhook, { id: webhook.id, description: 'x' });
    expect(kept.body.request_header_names).toEqual(['x-a', 'x-b']);
    const replaced = await call(api.updateWebhook, { id: webhook.id, request_headers: { 'X-C': value } });
    expect(replaced.body.request_header_names).toEqual(['x-c']);
    expect(JSON.stringify(replaced.body)).not.toContain(value);
    const files = ['agentmail.db', 'agentmail.db-wal'].map((name) =>
      readFileSync(join(service.home, name), 'latin1'),
    );
    expect(files.some((content) => content.includes(URL_OF_RECEIVER))).toBe(true);
    expect(files.some((content) => content.includes(value))).toBe(false);
    const numbers = await call(api.updateWebhook, {
      id: webhook.id,
      request_headers: { '9': 'x', '10': 'x', '-': 'x' },
    });
    expect(numbers.body.request_header_names).toEqual(['-', '10', '9']);
    const cleared = await call(api.updateWebhook, { id: webhook.id, request_headers: null });
    expect(cleared.body.request_header_names).toEqual([]);
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('leave updated_at and the audit alone when nothing changes', async () => {
    const { webhook } = await created({ request_headers: { 'x-a': '1' } });
    service.clock.moveTo(service.clock.now() + 5000);
    const same = await call(api.updateWebhook, {
      id: webhook.id,
      url: URL_OF_RECEIVER,
      enabled: true,
      enabled_events: ['message.received', 'message.bounced'],
      description: null,
      request_headers: { 'X-A': '1' },
    });
    expect(same.body).toEqual(webhook);
    expect(await audits(webhook.id)).toEqual([{ kind: 'webhook.created' }]);
    const other = await call(api.updateWebhook, { id: webhook.id, url: 'https://other.example.com/' });
    expect(other.body.url).toBe('https://other.example.com/');
    expect(other.body.updated_at).not.toBe(webhook.updated_at);
    expect(await audits(webhook.id)).toHaveLength(2);
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('rotate the secret, and keep the old one when the new one does not read back', needsSqlite, async () => {
    const { webhook, signing_secret: first } = await created();
    const second = await call(api.rotateWebhookSecret, { id: webhook.id });
    expect([second.status, Object.keys(second.body)]).toEqual([200, ['signing_secret']]);
    expect(second.body.signing_secret).not.toBe(first);
    const stored = () =>
      service.daemon.context.store.read
        .selectFrom('webhooks')
        .select('signing_secret')
        .where('id', '=', webhook.id)
        .executeTakeFirst();
    const before = await stored();
    const database = openHomeFile(service.home, 'write');
    database.exec(
      `create trigger lose_secret after update of signing_secret on webhooks
       begin update webhooks set signing_secret = old.signing_secret where id = old.id; end`,
    );
    const failed = await call(api.rotateWebhookSecret, { id: webhook.id });
    database.exec('drop trigger lose_secret');
    database.close();
    expect([failed.status, failed.body.code]).toEqual([500, 'ROTATION_READBACK_MISMATCH']);
    expect(await stored()).toEqual(before);
    expect((await call(api.rotateWebhookSecret, { id: webhook.id })).status).toBe(200);
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('page through deliveries by time and id, without loss or repetition', async () => {
    const { webhook } = await created();
    for (let number = 0; number < 7; number += 1) await call(api.testWebhook, { id: webhook.id });
    const ids: string[] = [];
    let cursor: object = {};
    for (;;) {
      const { body } = await call(api.listDeliveries, { id: webhook.id, limit: 3, ...cursor });
      ids.push(...body.deliveries.map(({ id }) => id));
      if (!body.has_more) {
        expect([body.next_before_at, body.next_before_id]).toEqual([null, null]);
        break;
      }
      cursor = { before_at: body.next_before_at, before_id: body.next_before_id };
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    expect(ids).toEqual([...ids].sort().reverse());
    for (const bad of [
      { limit: 0 },
      { limit: 101 },
      { before_at: '2026-01-01T00:00:00Z' },
      { before_id: ids[0] },
      { before_at: 'x', before_id: 'y' },
    ]) {
      const reply = await call(api.listDeliveries, unchecked({ id: webhook.id, ...bad }));
      expect([bad, reply.status, reply.body.code]).toEqual([bad, 400, 'VALIDATION_ERROR']);
    }
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it('refuse to retry what is still tried, and what is not there', async () => {
    const { webhook } = await created();
    const { delivery_id: id } = (await call(api.testWebhook, { id: webhook.id })).body;
    const busy = await call(api.retryDelivery, { id: webhook.id, delivery_id: id });
    expect([busy.status, busy.body.code]).toEqual([409, 'CONFLICT']);
    const unknown = await call(api.retryDelivery, { id: webhook.id, delivery_id: webhook.id });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const disabled = await call(api.updateWebhook, { id: webhook.id, enabled: false });
    expect(disabled.body).toMatchObject({
      enabled: false,
      disabled_at: expect.any(String),
      disabled_reason: null,
    });
    const { deliveries } = (await call(api.listDeliveries, { id: webhook.id })).body;
    expect(deliveries[0]).toMatchObject({ status: 'abandoned', last_error: 'webhook_disabled' });
    expect((await call(api.getWebhook, { id: webhook.id })).body).toMatchObject({ consecutive_failures: 0 });
    expect((await call(api.retryDelivery, { id: webhook.id, delivery_id: id })).body.code).toBe(
      'WEBHOOK_DISABLED',
    );
    await call(api.deleteWebhook, { id: webhook.id });
  });

  it.each(['message.delivered', 'message.bounced', 'recipient_blocklist.added'])(
    'test with %s',
    async (event) => {
      const { webhook } = await created({ enabled_events: ['message.received'] });
      const tested = await call(api.testWebhook, unchecked({ id: webhook.id, event }));
      expect(tested.status).toBe(202);
      const { deliveries } = (await call(api.listDeliveries, { id: webhook.id })).body;
      expect(deliveries).toMatchObject([{ id: tested.body.delivery_id, event_type: event }]);
      expect(
        (await call(api.testWebhook, unchecked({ id: webhook.id, event: 'message.received' }))).status,
      ).toBe(400);
      await call(api.deleteWebhook, { id: webhook.id });
    },
  );

  it.each([
    ['sandbox', 1, 'pay_as_you_go'],
    ['pay_as_you_go', 3, 'pro'],
    ['starter', 3, 'pro'],
    ['pro', 25, undefined],
  ] as const)('allow the plan %s so many webhooks: %i', async (tier, limit, larger) => {
    const owner = await createTenant(service, {
      email: `${tier}@example.com`,
      tier,
      mailbox: `m-${limit}${tier[0]}`,
    });
    const body = { url: URL_OF_RECEIVER, enabled_events: ['message.received'] };
    for (let number = 0; number < limit; number += 1) {
      expect((await service.call(owner.admin, api.createWebhook, unchecked(body))).status).toBe(201);
    }
    const refused = await service.call(owner.admin, api.createWebhook, unchecked(body));
    expect([refused.status, refused.body.code]).toEqual([403, 'TIER_LIMIT']);
    expect(refused.body.details).toEqual({
      reason: 'webhook_limit',
      limit,
      ...(larger && { reason_axis: 'tier', required_tier: larger }),
    });
  });
});
