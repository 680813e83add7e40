import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, startService, unchecked } from '../../support/service.ts';

describe('accounts in the hands of the owner', () => {
  it('change field by field, with an audit row for each that changed', async () => {
    const service = await startService();
    const { accountId } = await createTenant(service);
    const until = '2099-01-01T02:00:00+02:00';
    const reply = await service.operator(api.operatorUpdateAccount, {
      id: 'owner@example.com',
      tier: 'sandbox',
      trial_sends_used: 7,
      clean_history: true,
      billing_exempt: true,
      storage_limit_bytes: 5000,
      warmup: { until, shared_domain_daily_limit: 10, velocity_gate_mode: 'enforced', reason: 'new' },
      platform_domain: { health: 'unhealthy' },
    });
    expect(reply.body).toMatchObject({
      account_id: accountId,
      tier: 'sandbox',
      trial_started_at: expect.any(String),
      trial_sends_used: 7,
      clean_history: true,
      billing_exempt: true,
      storage_limit_bytes: 5000,
      warmup: { until: '2099-01-01T00:00:00.000Z', shared_domain_daily_limit: 10 },
      platform_domain: { status: 'active', health: 'unhealthy' },
      legal_hold: false,
    });
    const count = async () => {
      const rows = await service.daemon.context.store.read
        .selectFrom('audit_log')
        .select('kind')
        .where('account_id', '=', accountId)
        .where('kind', 'like', 'account.%.updated')
        .execute();
      return rows.length;
    };
    const before = await count();
    await service.operator(api.operatorUpdateAccount, {
      id: accountId,
      tier: 'sandbox',
      clean_history: true,
    });
    expect(await count()).toBe(before);
    for (const body of [{ tier: 'gold' }, { status: 'deleted' }, { warmup: { until } }, { colour: 'red' }]) {
      expect(
        (await service.operator(api.operatorUpdateAccount, unchecked({ id: accountId, ...body }))).body.code,
      ).toBe('VALIDATION_ERROR');
    }
    expect((await service.operator(api.operatorUpdateAccount, { id: 'nobody@example.com' })).body.code).toBe(
      'NOT_FOUND',
    );
  });

  it('get keys under the customer rules', async () => {
    const service = await startService();
    const { accountId, mailbox } = await createTenant(service);
    const make = (body: object) =>
      service.operator(api.operatorCreateApiKey, unchecked({ id: accountId, ...body }));
    const made = await make({ role: 'agent', mailbox_ids: [mailbox.id], label: 'bot' });
    expect([made.status, made.body]).toMatchObject([201, { role: 'agent', label: 'bot' }]);
    expect((await service.call(made.body.api_key, api.listMailboxes)).status).toBe(200);
    expect((await make({ role: 'agent' })).status).toBe(422);
    for (let count = 2; count < 10; count++) await make({ role: 'admin' });
    const over = await make({ role: 'admin' });
    expect([over.status, over.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('are held and let go by the owner alone, and erased only without a hold', async () => {
    const service = await startService();
    const { accountId, admin } = await createTenant(service);
    const hold = await service.operator(api.operatorApplyLegalHold, {
      id: accountId,
      reason: 'court',
      case_reference: 'A-1',
    });
    expect(hold.body).toMatchObject({ scope: 'account', applied_by_type: 'admin', case_reference: 'A-1' });
    const again = await service.operator(api.operatorApplyLegalHold, { id: accountId, reason: 'court' });
    expect(again.body.id).toBe(hold.body.id);
    const release = await service.call(admin, api.releaseLegalHold, {
      id: hold.body.id,
      release_reason: 'please',
    });
    expect([release.status, release.body.code, release.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: 'operator_hold' },
    ]);
    expect((await service.operator(api.operatorGetAccount, { id: accountId })).body).toMatchObject({
      legal_hold: true,
    });
    const erase = () => service.operator(api.operatorEraseAccount, { id: accountId });
    expect([(await erase()).status, (await erase()).body.code]).toEqual([409, 'LEGAL_HOLD_ACTIVE']);
    const released = await service.operator(api.operatorReleaseLegalHold, {
      id: accountId,
      release_reason: 'over',
    });
    expect(released.body).toMatchObject({ released_by_type: 'admin', release_reason: 'over' });
    expect((await service.operator(api.operatorReleaseLegalHold, { id: accountId })).body.code).toBe(
      'NOT_FOUND',
    );
    expect((await erase()).body).toEqual({ status: 'erased' });
    expect((await service.call(admin, api.getCaller)).body.code).toBe('UNAUTHORIZED');
    const late = await service.operator(api.operatorUpdateAccount, { id: accountId, tier: 'pro' });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    const password = { password: 'a long enough secret' };
    expect(await service.operator(api.operatorSetPassword, { id: accountId, ...password })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'account_deleted' } },
    });
  });
});
