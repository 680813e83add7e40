import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../daemon/platform/system/bounded-map.ts';
import * as api from '../support/api.ts';
import { createTenant, type Service, startService } from '../support/service.ts';

const SECRET = 'x'.repeat(43);
const unknownKey = (n: number) => `am_live_${String(n).padStart(22, '0')}.${SECRET}`;
const wrong = (key: string) => `${key.split('.')[0]}.${SECRET}`;

/** A time at the beginning of a minute, so that no test crosses into the next. */
function toNextMinute(service: Service): void {
  service.clock.moveTo((Math.floor(service.clock.now() / 60_000) + 1) * 60_000);
}

async function me(service: Service, key: string): Promise<string> {
  const reply = await service.call(key, api.getCaller);
  return reply.status === 429 ? `429 ${reply.body.details?.reason ?? 'no details'}` : String(reply.status);
}

describe('failed authentication', () => {
  it('blocks a key after ten wrong secrets, but never its right secret, for the rest of the window', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    toNextMinute(service);
    for (let n = 0; n < 10; n++) expect(await me(service, wrong(admin))).toBe('401');
    const blocked = await service.call(wrong(admin), api.getCaller);
    expect(blocked.body).toMatchObject({
      code: 'RATE_LIMITED',
      details: { reason: 'failed_authentication' },
    });
    const { retry_after: wait } = blocked.body.details as { retry_after: number };
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(60);
    expect(blocked.headers.get('retry-after')).toBe(String(wait));
    expect(await me(service, admin)).toBe('200');
    service.clock.moveTo(service.clock.now() + 60_000);
    expect(await me(service, wrong(admin))).toBe('401');
  });

  it('counts unknown keys against the address, thirty of them', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    toNextMinute(service);
    for (let n = 0; n < 30; n++) expect(await me(service, unknownKey(n))).toBe('401');
    expect(await me(service, unknownKey(30))).toBe('429 failed_authentication');
    // A wrong secret is counted against its key, which is not blocked; and a right one always passes.
    expect(await me(service, wrong(admin))).toBe('401');
    expect(await me(service, admin)).toBe('200');
  });

  it('never counts malformed tokens, and answers them even from a blocked address with 401', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    toNextMinute(service);
    for (let n = 0; n < 40; n++) expect(await me(service, `Bearer ${admin}`)).toBe('401');
    for (let n = 0; n < 30; n++) expect(await me(service, unknownKey(n))).toBe('401');
    expect(await me(service, unknownKey(31))).toBe('429 failed_authentication');
    expect(await me(service, 'am_live_short.secret')).toBe('401');
    expect(await me(service, `Bearer ${admin}`)).toBe('401');
  });

  it('refuses every well-formed key of an address above 600 failures a minute, without details', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    toNextMinute(service);
    for (let n = 0; n < 601; n += 1) {
      const answer = await me(service, n % 2 === 0 ? unknownKey(n) : wrong(admin));
      expect(answer).not.toBe('429 no details');
    }
    const refused = await service.call(admin, api.getCaller);
    expect(refused.status).toBe(429);
    expect(Object.keys(refused.body).sort()).toEqual(['code', 'error']);
    expect(await me(service, 'malformed')).toBe('401');
    // The health check looks at a Bearer too; without one it stays open.
    expect((await service.call(admin, api.getHealth)).status).toBe(429);
    expect((await service.call(null, api.getHealth)).status).toBe(200);
    toNextMinute(service);
    expect(await me(service, admin)).toBe('200');
  });

  it('counts by the address behind a trusted proxy', async () => {
    const service = await startService({ config: { trustedProxies: ['127.0.0.1'] } });
    toNextMinute(service);
    const from = (address: string, n: number) =>
      service.call({ key: unknownKey(n), headers: { 'x-forwarded-for': address } }, api.getCaller);
    for (let n = 0; n < 30; n++) expect((await from('203.0.113.1', n)).status).toBe(401);
    expect((await from('203.0.113.1', 30)).status).toBe(429);
    // Hops before the proxy's own are the caller's words, and aren't trusted.
    expect((await from('198.51.100.9, 203.0.113.1', 31)).status).toBe(429);
    expect((await from('203.0.113.2', 31)).status).toBe(401);
  });

  it('remembers a bounded number of keys and addresses', () => {
    const map = new BoundedMap<number>(100);
    for (let n = 0; n < 10_000; n++) map.set(`address ${n}`, n);
    expect(map.size).toBeLessThanOrEqual(200);
    expect(map.get('address 9999')).toBe(9999);
  });
});
