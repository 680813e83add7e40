import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, launch, type Service, type Tenant } from '../../support/service.ts';

const HOUR = 3_600_000;

describe('the hourly budget of list entries', () => {
  let service: Service;
  let tenant: Tenant;

  beforeEach(async () => {
    service = await launch();
    tenant = await createTenant(service);
    // Well inside an hour, so that none ends while a test runs.
    service.clock.moveTo(Math.ceil(service.clock.now() / HOUR) * HOUR + 1000);
  });
  afterEach(() => service.stop());

  const addresses = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => `${name}${n}@example.org`);
  const bulk = (path: string, emails: string[]) =>
    service.request(tenant.admin, `POST ${path}/bulk`, { body: { emails } });
  const limits = (headers: Headers) => [
    headers.get('x-ratelimit-limit'),
    headers.get('x-ratelimit-remaining'),
    headers.get('x-ratelimit-reset'),
  ];
  const ALLOWLIST = '/v1/mailboxes/helper/allowlist';

  it('counts entries, repeats too, and tells on every add what is left until when', async () => {
    const reset = String(Math.ceil(service.clock.now() / HOUR) * 3600);
    const one = await service.call(tenant.admin, api.addSuppression, { email: 'a@example.org' });
    expect(limits(one.headers)).toEqual(['5000', '4999', reset]);
    const again = await service.call(tenant.admin, api.addSuppression, { email: 'a@example.org' });
    expect(limits(again.headers)).toEqual(['5000', '4998', reset]);
    const invalid = await service.call(tenant.admin, api.addAllowlistEntry, {
      mailboxId: 'helper',
      email: 'nobody',
    });
    expect([invalid.status, ...limits(invalid.headers)]).toEqual([400, '5000', '4998', reset]);
    const many = await bulk(ALLOWLIST, ['b@example.org', 'B@example.org', 'broken', 'a@example.org']);
    expect([many.body, ...limits(many.headers)]).toMatchObject([
      { counts: { total: 3 } },
      '5000',
      '4995',
      reset,
    ]);
  });

  it('is one for all lists and one for each account', async () => {
    await bulk('/v1/suppressions', addresses(1000, 'a'));
    await bulk(ALLOWLIST, addresses(1000, 'a'));
    await bulk('/v1/inbound-blocklist', addresses(1000, 'a'));
    const last = await bulk('/v1/mailboxes/helper/inbound-allowlist', addresses(1000, 'a'));
    expect(last.headers.get('x-ratelimit-remaining')).toBe('1000');
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const fresh = await service.call(other.admin, api.addSuppression, { email: 'a@example.org' });
    expect(fresh.headers.get('x-ratelimit-remaining')).toBe('4999');
  });

  it('refuses whole what does not fit, without a trace, until the next hour of the clock', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await bulk('/v1/suppressions', addresses(1000, name));
    await bulk('/v1/suppressions', addresses(999, 'e'));
    const tooMany = await bulk('/v1/suppressions', ['x@example.org', 'y@example.org']);
    const wait = Math.ceil((Math.ceil(service.clock.now() / HOUR) * HOUR - service.clock.now()) / 1000);
    expect([tooMany.status, tooMany.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(tooMany.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(Math.abs(Number(tooMany.headers.get('retry-after')) - wait)).toBeLessThanOrEqual(1);
    expect(tooMany.body.details).toMatchObject({ retry_after: Number(tooMany.headers.get('retry-after')) });
    const list = await service.call(tenant.admin, api.listSuppressions, { all: true });
    expect(list.body.suppressions).toHaveLength(4999);

    const fits = await service.call(tenant.admin, api.addSuppression, { email: 'x@example.org' });
    expect([fits.status, fits.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    const none = await service.call(tenant.admin, api.addSuppression, { email: 'x@example.org' });
    expect([none.status, ...limits(none.headers).slice(0, 2)]).toEqual([429, '5000', '0']);

    service.clock.moveTo(service.clock.now() + wait * 1000);
    const later = await service.call(tenant.admin, api.addSuppression, { email: 'y@example.org' });
    expect([later.status, later.headers.get('x-ratelimit-remaining')]).toEqual([200, '4999']);
  });

  it('is never exceeded by calls that come at once', { tags: 'race' }, async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, call) => bulk('/v1/suppressions', addresses(700, `c${call}-`))),
    );
    const taken = replies.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(7);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
    const { count } = await service.daemon.context.store.read
      .selectFrom('list_entries')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(4900);
  });

  it('survives a restart', async () => {
    await bulk('/v1/suppressions', addresses(1000, 'a'));
    await service.stop();
    service = await launch({ home: service.home, clock: service.clock });
    const reply = await service.call(tenant.admin, api.addSuppression, { email: 'x@example.org' });
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('3999');
  });
});
