import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import {
  codeOf,
  createTenant,
  type Service,
  sharedService,
  startService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

const service: Service = sharedService();

const update = ({ accountId }: Tenant, body: object) =>
  service.operator(api.operatorUpdateAccount, { id: accountId, ...body });
const limitOf = async (key: string) => (await service.call(key, api.getQuota)).body.today.limit;

describe('the plan unlimited', () => {
  it('is the tier pro without ceilings, until another plan or tier is set', async () => {
    const tenant = await createTenant(service, { email: 'plan@example.com', tier: 'starter', mailbox: 'p1' });
    expect((await update(tenant, { plan: 'unlimited' })).body).toMatchObject({
      tier: 'pro',
      plan: 'unlimited',
    });
    expect(await limitOf(tenant.admin)).toBe(2_147_483_647);
    for (let number = 0; number < 26; number += 1) {
      const made = await service.call(tenant.admin, api.createMailbox, { name: `many${number}` });
      expect(made.status).toBe(201);
    }
    expect((await service.call(tenant.admin, api.getUsage)).body).toMatchObject({
      plan: 'unlimited',
      mailbox_count: 27,
      mailbox_limit: 2_147_483_647,
      storage: { limit_bytes: null, percent_used: null, state: 'normal' },
    });
    await service.call(tenant.admin, api.updateAccountPolicy, { custom_daily_send_limit: 100_000 });
    expect(await limitOf(tenant.admin)).toBe(100_000);
    await update(tenant, { storage_limit_bytes: 10 });
    expect((await service.call(tenant.admin, api.getUsage)).body).toMatchObject({
      storage: { limit_bytes: 10 },
    });
    expect((await update(tenant, { tier: 'pro' })).body).toMatchObject({ tier: 'pro', plan: 'pro' });
    expect(await limitOf(tenant.admin)).toBe(1000);
    const one = await service.call(tenant.admin, api.createMailbox, { name: 'oneMore' });
    expect(codeOf(one)).toEqual([403, 'TIER_LIMIT']);
    expect(codeOf(await update(tenant, { tier: 'pro', plan: 'unlimited' }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('is asked for by name: accounts have the tiers of the contract otherwise, and show no plan', async () => {
    const made = await service.operator(api.operatorCreateAccount, { email: 'contract@example.com' });
    expect(made.body).toMatchObject({ tier: 'pro' });
    expect(made.body).not.toHaveProperty('plan');
    const key = String(made.body.api_key);
    for (const path of ['/v1/accounts', '/v1/auth/me', '/v1/accounts/usage']) {
      expect((await service.request(key, `GET ${path}`)).body).not.toHaveProperty('plan');
    }
    expect(await limitOf(key)).toBe(1000);
    const wide = { email: 'wide@example.com', plan: 'unlimited' };
    expect((await service.operator(api.operatorCreateAccount, unchecked(wide))).body).toMatchObject({
      tier: 'pro',
      plan: 'unlimited',
    });
  });
});

describe('a daily limit above the ceiling of the plan', () => {
  it('is refused where an effect is required, with the ceiling and the plan that has more', async () => {
    const tenant = await createTenant(service, { email: 'cap@example.com', tier: 'starter', mailbox: 'p2' });
    const set = (limit: number) =>
      service.call(tenant.admin, api.updateAccountPolicy, {
        custom_daily_send_limit: limit,
        require_effect: true,
      });
    const high = await set(500);
    expect([...codeOf(high), high.body.details]).toEqual([
      403,
      'TIER_LIMIT',
      { reason_axis: 'tier', reason: 'daily_send_ceiling', limit: 233, required_tier: 'pro' },
    ]);
    expect((await set(100_000)).body).toMatchObject({
      error: 'The plan starter allows at most 233 sends a day, so a limit of 100000 would have no effect.',
      details: { reason: 'daily_send_ceiling', limit: 233 },
    });
    expect((await service.call(tenant.admin, api.getAccountPolicy)).body).toMatchObject({
      custom_daily_send_limit: null,
    });
    expect((await set(233)).status).toBe(200);
  });

  it('is kept without that, as the contract says, and reported as having no effect', async () => {
    const tenant = await createTenant(service, { email: 'kept@example.com', mailbox: 'p3' });
    const kept = await service.call(tenant.admin, api.updateAccountPolicy, {
      custom_daily_send_limit: 2_147_483_647,
    });
    expect([kept.status, kept.body]).toMatchObject([
      200,
      { custom_daily_send_limit: 2_147_483_647, warnings: [{ code: 'daily_limit_above_ceiling' }] },
    ]);
    expect(await limitOf(tenant.admin)).toBe(1000);
  });
});

describe('the command line', () => {
  it.each([
    [[], 'unlimited', 'pro'],
    [['--tier', 'pro'], 'pro', 'pro'],
    [['--plan', 'starter'], 'starter', 'starter'],
  ])('makes the first account with up %j on the plan %s', async (flags, plan, tier) => {
    const fresh = await startService();
    expect((await agentmail(['up', ...flags], { home: fresh.home })).exit).toBe(0);
    const { body } = await fresh.operator(api.operatorListAccounts);
    expect(body.accounts).toMatchObject([{ plan, tier }]);
  });

  it('gives the owner of the machine no ceilings, and refuses limits that would have no effect', async () => {
    const home = service.home;
    const tenant = await createTenant(service, { email: 'cli@example.com', mailbox: 'p4' });
    const env = { AGENTMAIL_KEY: tenant.admin, AGENTMAIL_URL: service.daemon.runtime.http };
    const run = (...argv: string[]) => agentmail(argv, { home, env });
    const refused = await run('account', 'policy', 'set', '--daily-limit', '100000');
    expect([refused.exit, refused.error()]).toMatchObject([
      4,
      { code: 'TIER_LIMIT', hint: expect.stringContaining('--plan unlimited') },
    ]);
    const operator = (...argv: string[]) => agentmail(['operator', 'accounts', ...argv], { home });
    expect((await operator('update', 'cli@example.com', '--plan', 'unlimited')).json()).toMatchObject({
      plan: 'unlimited',
    });
    expect((await run('account', 'policy', 'set', '--daily-limit', '100000')).json()).toMatchObject({
      custom_daily_send_limit: 100_000,
    });
    expect((await run('quota')).json()).toMatchObject({ today: { limit: 100_000 } });
    expect((await operator('update', 'cli@example.com', '--plan', 'unlimited', '--tier', 'pro')).exit).toBe(
      2,
    );
  });
});
