import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { createAgent, createTenant, sharedService, type Tenant } from '../../support/service.ts';

describe('bodies of requests', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const post = async (path: string, body: string, key?: string) => {
    const reply = await fetch(`${service.daemon.runtime.http}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body,
    });
    const answer = (await reply.json()) as {
      code?: string;
      details?: { max_bytes?: number; issues?: readonly { message: string }[] };
    };
    return { status: reply.status, ...answer };
  };

  const ofSize = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes - '{"email":""}'.length) });
  const PUBLIC = ['/v1/auth/login', '/v1/accounts/signup', '/v1/nothing'];

  it.each(PUBLIC)('have 64 KB at most where no credential is asked: %s', async (path) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, code, details } = await post(path, ofSize(LIMITS.publicBodyBytes + 1));
      expect([status, code, details?.max_bytes]).toEqual([413, 'PAYLOAD_TOO_LARGE', LIMITS.publicBodyBytes]);
    }
    expect((await post(path, ofSize(LIMITS.publicBodyBytes))).status).not.toBe(413);
  });

  it.each(['/v1/messages/send', '/mcp'])(
    "are read after the credential's check, and refused by it first: %s",
    async (path) => {
      for (const body of [ofSize(LIMITS.requestBodyBytes), '{"a":'.repeat(1000), 'no JSON']) {
        expect((await post(path, body)).code).toBe('UNAUTHORIZED');
        expect((await post(path, body, 'garbage')).code).toBe('UNAUTHORIZED');
      }
      expect((await post(path, ofSize(LIMITS.requestBodyBytes + 1), agent)).details?.max_bytes).toBe(
        LIMITS.requestBodyBytes,
      );
      expect((await post(path, ofSize(LIMITS.requestBodyBytes), agent)).status).not.toBe(413);
    },
  );

  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const items = (count: number) => `{"a":[${Array.from({ length: count }, () => '1').join(',')}]}`;
  const fields = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
  const objects = (count: number) => `{"a":[${Array.from({ length: count }, () => '{}').join(',')}]}`;

  it.each(['/v1/auth/login', '/v1/messages/send', '/mcp'])(
    'have bounded levels, fields and items: %s',
    async (path) => {
      const problems = async (body: string) => {
        const { status, details } = await post(path, body, path === '/v1/auth/login' ? undefined : agent);
        return [status, details?.issues?.[0]?.message];
      };
      const deep = [400, 'the body is nested too deeply'];
      const many = [400, 'the body has too many fields and items'];
      expect(await problems(nested(LIMITS.bodyDepth + 1))).toEqual(deep);
      expect(await problems('{"a":'.repeat(5000))).toEqual(deep);
      expect(await problems(nested(LIMITS.bodyDepth))).not.toEqual(deep);
      for (const body of [items(10_001), objects(6000)]) expect(await problems(body)).toEqual(many);
      for (const body of [items(9_000), objects(4000), JSON.stringify({ a: '{[,"\\'.repeat(5000) })])
        expect(await problems(body)).not.toEqual(many);
    },
  );

  it('have at most 20 listed problems, whatever is wrong', async () => {
    for (const body of [fields(5000), items(9000), JSON.stringify({ email: 1, extra: 2 })]) {
      const { code, details } = await post('/v1/accounts/signup', body);
      expect(code).toBe('VALIDATION_ERROR');
      expect(details?.issues?.length).toBeGreaterThan(0);
      expect(details?.issues?.length).toBeLessThanOrEqual(20);
    }
    const bulk = JSON.stringify({ emails: Array.from({ length: 5000 }, () => 1) });
    const { details } = await post('/v1/suppressions/bulk', bulk, tenant.admin);
    expect(details?.issues?.length).toBeLessThanOrEqual(20);
  });
});
