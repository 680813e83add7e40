import { describe, expect, it } from 'vitest';
import { refundMessage } from '../../../daemon/mail/messages/transitions/refund.ts';
import * as api from '../../support/api.ts';
import { codeOf, createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Quota {
  readonly today: { readonly count: number; readonly limit: number; readonly day: string };
  readonly sends_remaining: number;
  readonly warmup?: unknown;
}

const send = (service: Service, key: string, from = 'helper', to = 'owner@example.com') =>
  service.call(key, api.send, { from_mailbox: from, to, subject: 'hello', body: 'A short note.' });

async function quota(service: Service, key: string): Promise<Quota> {
  return (await service.call(key, api.getQuota)).body;
}

const update = (service: Service, { accountId }: Tenant, body: object) =>
  service.operator(api.operatorUpdateAccount, { id: accountId, ...body });

async function stored(service: Service, { accountId }: Tenant) {
  return service.daemon.context.store.read
    .selectFrom('accounts')
    .select(['trial_sends_used', 'clean_history'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

describe('the daily cap', () => {
  it.each([
    ['sandbox', 15],
    ['pay_as_you_go', 15],
    ['starter', 233],
    ['pro', 1000],
  ] as const)('of %s is %i from the start', async (tier, limit) => {
    const service = await startService();
    const { admin } = await createTenant(service, { tier });
    expect((await quota(service, admin)).today.limit).toBe(limit);
  });

  it('lets one of a hundred sends side by side through a budget of one, and never a second', {
    tags: 'race',
  }, async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await service.call(tenant.admin, api.updateAccountPolicy, { custom_daily_send_limit: 1 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => send(service, tenant.admin)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.find((reply) => reply.status !== 200);
    expect([refused?.status, refused?.body.code, refused?.body.details]).toMatchObject([
      429,
      'RATE_LIMITED',
      { daily_limit: 1, sends_remaining: 0 },
    ]);
    expect(await quota(service, tenant.admin)).toMatchObject({ today: { count: 1 }, sends_remaining: 0 });
    service.clock.moveTo((Math.floor(service.clock.now() / DAY) + 1) * DAY);
    expect((await send(service, tenant.admin)).status).toBe(200);
  });

  it('of pay-as-you-go rises with a clean history and stays there', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'pay_as_you_go' });
    for (let count = 0; count < 50; count++) {
      if (count % 15 === 0) service.clock.moveTo(service.clock.now() + DAY);
      expect((await send(service, tenant.admin)).status).toBe(200);
    }
    await service.drain();
    expect((await quota(service, tenant.admin)).today.limit).toBe(15);
    service.clock.moveTo(service.clock.now() + 7 * DAY);
    expect((await quota(service, tenant.admin)).today.limit).toBe(200);
    expect((await send(service, tenant.admin)).body).toMatchObject({
      daily_limit: 200,
      sends_remaining: 199,
    });
    expect((await stored(service, tenant)).clean_history).toBe(true);
  });

  it('follows the operator: plan, clean history', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'pay_as_you_go' });
    await update(service, tenant, { clean_history: true });
    expect((await quota(service, tenant.admin)).today.limit).toBe(200);
    await update(service, tenant, { tier: 'starter' });
    expect((await quota(service, tenant.admin)).today.limit).toBe(233);
  });
});

describe('the trial', () => {
  it('ends after 30 days for sends, while mail still arrives', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'sandbox' });
    expect((await send(service, tenant.admin)).status).toBe(200);
    service.clock.moveTo(service.clock.now() + 30 * DAY);
    const late = await send(service, tenant.admin);
    expect(codeOf(late)).toEqual([403, 'SANDBOX_TRIAL_EXPIRED']);
    await service.deliver({ from: 'a@example.org', to: tenant.mailbox.address, subject: 's', text: 't' });
    await update(service, tenant, { trial_started_at: new Date(service.clock.now()).toISOString() });
    expect((await send(service, tenant.admin)).status).toBe(200);
  });

  it('has 250 sends in all, also side by side, and a paid plan clears it', { tags: 'race' }, async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'sandbox' });
    await update(service, tenant, { trial_sends_used: 249 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(service, tenant.admin)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.find((reply) => reply.status !== 200);
    expect([refused?.status, refused?.body.code, refused?.body.details]).toEqual([
      403,
      'SANDBOX_TRIAL_BUDGET_EXHAUSTED',
      { limit: 250 },
    ]);
    expect((await stored(service, tenant)).trial_sends_used).toBe(250);
    await update(service, tenant, { tier: 'pro' });
    await service.call(tenant.admin, api.createMailbox, { name: 'paid' });
    expect((await send(service, tenant.admin, 'paid')).status).toBe(200);
  });

  it('gets a blocked send back, with its day, and only once', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'sandbox' });
    await send(service, tenant.admin);
    const virus = () =>
      service.call(tenant.admin, api.send, {
        from_mailbox: 'helper',
        to: 'owner@example.com',
        subject: 's',
        body: 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
      });
    const blocked = await Promise.all([virus(), virus(), virus()]);
    expect(blocked.map((reply) => reply.body.status)).toEqual(['blocked', 'blocked', 'blocked']);
    const { store } = service.daemon.context;
    for (const { body } of blocked) {
      await store.write('none', (transaction) => refundMessage(transaction, body.message_id));
    }
    expect((await stored(service, tenant)).trial_sends_used).toBe(1);
    expect((await quota(service, tenant.admin)).today.count).toBe(1);
  });

  it('leaves a mailbox that answers but begins nothing, and that counts toward no cap', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'sandbox' });
    const over = await service.call(tenant.admin, api.createMailbox, { name: 'second' });
    expect(over.body).toMatchObject({
      code: 'TIER_LIMIT',
      details: { reason: 'mailbox_limit', limit: 1, required_tier: 'starter' },
    });
    await update(service, tenant, { tier: 'pay_as_you_go' });
    const box = await service.call(tenant.admin, api.getMailbox, { id: 'helper' });
    expect(box.body).toMatchObject({ continuity: true });
    const fresh = await send(service, tenant.admin);
    expect(codeOf(fresh)).toEqual([403, 'ESTATE_CONTINUITY_REPLY_ONLY']);
    await service.deliver({
      from: 'a@example.org',
      to: tenant.mailbox.address,
      subject: 's',
      text: 'hello there',
    });
    await service.drain();
    const list = await service.call(tenant.admin, api.listMessages, { id: 'helper' });
    const reply = await service.call(tenant.admin, api.reply, {
      id: list.body.messages[0]?.id ?? '',
      body: 'Thank you.',
    });
    expect(reply.status).toBe(200);
    expect((await service.call(tenant.admin, api.createMailbox, { name: 'second' })).status).toBe(201);
    await update(service, tenant, { tier: 'sandbox' });
    expect((await service.call(tenant.admin, api.getMailbox, { id: 'helper' })).body).toMatchObject({
      continuity: false,
    });
  });
});

describe('a warm-up', () => {
  const warmup = (service: Service, velocity_gate_mode: string) => ({
    warmup: {
      until: new Date(service.clock.now() + 10 * DAY).toISOString(),
      shared_domain_daily_limit: 8,
      velocity_gate_mode,
      reason: 'new_sender',
    },
  });

  it('lowers the cap until its day, and shows in the quota while it does', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const { warmup: set } = warmup(service, 'log_only');
    await update(service, tenant, { warmup: set });
    const during = await quota(service, tenant.admin);
    expect(during.today.limit).toBe(8);
    expect(during.warmup).toEqual(set);
    service.clock.moveTo(service.clock.now() + 10 * DAY);
    const after = await quota(service, tenant.admin);
    expect([after.today.limit, after.warmup]).toEqual([1000, undefined]);
  });

  it('lets a quarter of it go in an hour when enforced, also side by side, and charges nothing for the rest', {
    tags: 'race',
  }, async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await update(service, tenant, warmup(service, 'enforced'));
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(service, tenant.admin)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(2);
    const refused = await send(service, tenant.admin);
    expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
      429,
      'RATE_LIMITED',
      { reason: 'new_account_warmup' },
    ]);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.details?.retry_after_seconds));
    expect((await quota(service, tenant.admin)).today.count).toBe(2);
    service.clock.moveTo(service.clock.now() + HOUR);
    expect((await send(service, tenant.admin)).status).toBe(200);
  });

  it('lets no more drafts go at once than the hour takes, however long ago they were written', {
    tags: 'race',
  }, async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const drafts: string[] = [];
    for (let count = 0; count < 6; count++) {
      const made = await service.call(tenant.admin, api.createDraft, {
        mailbox_id: tenant.mailbox.id,
        to: 'owner@example.com',
        subject: 'hello',
        body: 'A short note.',
      });
      drafts.push(made.body.id);
    }
    service.clock.moveTo(service.clock.now() + 2 * HOUR);
    await update(service, tenant, warmup(service, 'enforced'));
    const replies = await Promise.all(drafts.map((id) => service.call(tenant.admin, api.sendDraft, { id })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  });

  it('only takes note when it is log_only', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await update(service, tenant, warmup(service, 'log_only'));
    for (let count = 0; count < 3; count++) expect((await send(service, tenant.admin)).status).toBe(200);
    const rows = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select('kind')
      .where('kind', '=', 'account.warmup_velocity.exceeded')
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('the state of an account and its domain', () => {
  it.each([
    [{ status: 'suspended' }, 403, 'ACCOUNT_SUSPENDED'],
    [{ platform_domain: { status: 'suspended' } }, 403, 'DOMAIN_SUSPENDED'],
    [{ platform_domain: { health: 'unhealthy' } }, 503, 'DOMAIN_UNHEALTHY'],
    [{ platform_domain: { health: 'unavailable' } }, 503, 'DOMAIN_UNAVAILABLE'],
  ])('%o stops sends with %i %s, but no reading', async (change, status, code) => {
    const service = await startService();
    const tenant = await createTenant(service);
    await update(service, tenant, change);
    const reply = await send(service, tenant.admin);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect((await service.call(tenant.admin, api.listMessages, { id: 'helper' })).status).toBe(200);
    expect((await quota(service, tenant.admin)).today.count).toBe(0);
  });
});
