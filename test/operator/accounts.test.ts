import { describe, expect, it } from 'vitest';
import { createTenant, startService } from '../support/service.ts';

describe('accounts in the hands of the owner', () => {
  it('change field by field, with an audit row for each that changed', async () => {
    const service = await startService();
    const { accountId } = await createTenant(service);
    const until = '2099-01-01T02:00:00+02:00';
    const reply = await service.operator('PATCH', '/accounts/owner@example.com', {
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
    await service.operator('PATCH', `/accounts/${accountId}`, { tier: 'sandbox', clean_history: true });
    expect(await count()).toBe(before);
    for (const body of [{ tier: 'gold' }, { status: 'deleted' }, { warmup: { until } }, { colour: 'red' }]) {
      expect((await service.operator('PATCH', `/accounts/${accountId}`, body)).body.code).toBe(
        'VALIDATION_ERROR',
      );
    }
    expect((await service.operator('PATCH', '/accounts/nobody@example.com', {})).body.code).toBe('NOT_FOUND');
  });

  it('get keys under the customer rules', async () => {
    const service = await startService();
    const { accountId, mailbox } = await createTenant(service);
    const make = (body: object) =>
      service.operator<{ api_key: string }>('POST', `/accounts/${accountId}/api-keys`, body);
    const made = await make({ role: 'agent', mailbox_ids: [mailbox.id], label: 'bot' });
    expect([made.status, made.body]).toMatchObject([201, { role: 'agent', label: 'bot' }]);
    expect((await service.call(made.body.api_key, 'GET', '/v1/mailboxes')).status).toBe(200);
    expect((await make({ role: 'agent' })).status).toBe(422);
    for (let count = 2; count < 10; count++) await make({ role: 'admin' });
    const over = await make({ role: 'admin' });
    expect([over.status, over.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('are held and let go by the owner alone, and erased only without a hold', async () => {
    const service = await startService();
    const { accountId, admin } = await createTenant(service);
    const path = `/accounts/${accountId}/legal-hold`;
    const hold = await service.operator<{ id: string }>('PUT', path, {
      reason: 'court',
      case_reference: 'A-1',
    });
    expect(hold.body).toMatchObject({ scope: 'account', applied_by_type: 'admin', case_reference: 'A-1' });
    const again = await service.operator<{ id: string }>('PUT', path, { reason: 'court' });
    expect(again.body.id).toBe(hold.body.id);
    const release = await service.call(admin, 'POST', `/v1/legal-holds/${hold.body.id}/release`, {
      release_reason: 'please',
    });
    expect([release.status, release.body.code, release.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: 'operator_hold' },
    ]);
    expect((await service.operator('GET', `/accounts/${accountId}`)).body).toMatchObject({
      legal_hold: true,
    });
    const erase = () => service.operator('POST', `/accounts/${accountId}/erase`);
    expect([(await erase()).status, (await erase()).body.code]).toEqual([409, 'LEGAL_HOLD_ACTIVE']);
    const released = await service.operator('DELETE', path, { release_reason: 'over' });
    expect(released.body).toMatchObject({ released_by_type: 'admin', release_reason: 'over' });
    expect((await service.operator('DELETE', path)).body.code).toBe('NOT_FOUND');
    expect((await erase()).body).toEqual({ status: 'erased' });
    expect((await service.call(admin, 'GET', '/v1/auth/me')).body.code).toBe('UNAUTHORIZED');
    const late = await service.operator('PATCH', `/accounts/${accountId}`, { tier: 'pro' });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    const password = { password: 'a long enough secret' };
    expect(await service.operator('PUT', `/accounts/${accountId}/password`, password)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'account_deleted' } },
    });
  });
});
