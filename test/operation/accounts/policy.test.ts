import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createPerson, PASSWORD, signIn } from '../../support/people.ts';
import { createAgent, createTenant, startService, unchecked } from '../../support/service.ts';

describe('the account policy', () => {
  it('begins unset, resolves to trusted, and is the same under its alias', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const agent = await createAgent(service, admin, mailbox.id);
    const expected = {
      custom_daily_send_limit: null,
      default_policy_mode: null,
      resolved_default_policy_mode: 'trusted',
    };
    expect((await service.call(agent, api.getAccountPolicy)).body).toEqual(expected);
    expect((await service.call(agent, api.getAccountPolicyAlias)).body).toEqual(expected);
    const tighter = await service.call(admin, api.updateAccountPolicyAlias, {
      default_policy_mode: 'supervised',
    });
    expect(tighter.body).toMatchObject({ resolved_default_policy_mode: 'supervised' });
  });

  it('lets a key tighten, and a first limit is no loosening', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    for (const body of [
      { custom_daily_send_limit: 500 },
      { custom_daily_send_limit: 20, default_policy_mode: 'draft_only' },
      { default_policy_mode: 'read_only' },
      { custom_daily_send_limit: 20 },
      {},
    ]) {
      expect((await service.call(admin, api.updateAccountPolicy, unchecked(body))).status).toBe(200);
    }
    const quota = await service.call(admin, api.getQuota);
    expect(quota.body.today.limit).toBe(20);
  });

  it.each([
    ['raising the limit', { custom_daily_send_limit: 21 }, ['custom_daily_send_limit']],
    ['clearing the limit', { custom_daily_send_limit: null }, ['custom_daily_send_limit']],
    ['a looser mode', { default_policy_mode: 'supervised' }, ['default_policy_mode']],
    ['unsetting the mode', { default_policy_mode: null }, ['default_policy_mode']],
    [
      'a mixed request',
      { custom_daily_send_limit: 5, default_policy_mode: 'trusted' },
      ['default_policy_mode'],
    ],
  ])('refuses a key %s, and asks a person for fresh proof', async (_name, body, fields) => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const start = { custom_daily_send_limit: 20, default_policy_mode: 'draft_only' };
    await service.call(admin, api.updateAccountPolicy, unchecked(start));
    const key = await service.call(admin, api.updateAccountPolicy, unchecked(body));
    expect([key.status, key.body.code, key.body.details]).toEqual([
      403,
      'REAUTH_REQUIRES_SESSION',
      { fields },
    ]);
    const person = await signIn(service);
    const bare = await person.call(api.updateAccountPolicy, unchecked(body));
    expect([bare.status, bare.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(bare.body.details).toMatchObject({ method: 'password' });
    expect((await person.call(api.getAccountPolicy)).body).toMatchObject(start);
    const proven = await person.call(api.updateAccountPolicy, unchecked({ ...body, reauth_token: PASSWORD }));
    expect(proven.body).toMatchObject(body);
  });

  it('refuses values out of range, unknown fields and agent keys', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    for (const body of [
      { custom_daily_send_limit: 0 },
      { custom_daily_send_limit: 2_147_483_648 },
      { custom_daily_send_limit: 1.5 },
      { default_policy_mode: 'loose' },
      { colour: 'red' },
    ]) {
      expect((await service.call(admin, api.updateAccountPolicy, unchecked(body))).body.code).toBe(
        'VALIDATION_ERROR',
      );
    }
    const agent = await createAgent(service, admin, mailbox.id);
    expect((await service.call(agent, api.updateAccountPolicy)).body.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('writes an audit row per changed field, and none for no change', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    await service.call(admin, api.updateAccountPolicy, {
      custom_daily_send_limit: 20,
      default_policy_mode: 'supervised',
    });
    await service.call(admin, api.updateAccountPolicy, { custom_daily_send_limit: 20 });
    const rows = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'before', 'after'])
      .where('kind', 'like', 'account.%.updated')
      .execute();
    expect(rows).toEqual([
      { kind: 'account.custom_daily_send_limit.updated', before: null, after: 20 },
      { kind: 'account.default_policy_mode.updated', before: null, after: 'supervised' },
    ]);
  });
});

describe('the agent-delete policy', () => {
  it('takes exactly one of its two names and shows in the account', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    for (const body of [{}, { enabled: true, agent_delete_messages_enabled: true }, { enabled: 'yes' }]) {
      expect((await service.call(admin, api.setAgentDeletePolicy, unchecked(body))).status).toBe(400);
    }
    const on = await service.call(admin, api.setAgentDeletePolicy, { enabled: true });
    expect(on.body).toEqual({ agent_delete_messages_enabled: true });
    expect((await service.call(admin, api.getAccount)).body).toMatchObject({
      agent_delete_messages_enabled: true,
    });
    const off = await service.call(admin, api.setAgentDeletePolicy, { agent_delete_messages_enabled: false });
    expect(off.body).toEqual({ agent_delete_messages_enabled: false });
  });
});
