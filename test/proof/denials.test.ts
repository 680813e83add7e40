import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { falseDenial } from '../support/denials.ts';
import { createAgent, createTenant, setMailbox, sharedService } from '../support/service.ts';

/**
 * Every refusal that any test meets is checked by `Service.call`; these tests show that the check can fail.
 */
describe('the denial envelope', () => {
  const service = sharedService();

  it.each([
    ['TIER_LIMIT', { reason_axis: 'tier', limit: 25 }],
    ['RECIPIENT_NOT_ON_ALLOWLIST', { reason_axis: 'mailbox_config', recipient: 'ann@example.org' }],
    ['INSUFFICIENT_SCOPE', { reason_axis: 'key_role' }],
    ['ACCOUNT_SUSPENDED', { reason_axis: 'account_state' }],
    ['SANDBOX_TRIAL_EXPIRED', { reason_axis: 'trust_capacity' }],
    ['AGENT_SENDING_DISABLED', { reason_axis: 'account_policy' }],
    ['RECIPIENT_SUPPRESSED', { reason_axis: 'recipient_containment' }],
  ])('of %s is false with %o', (code, details) => {
    expect(falseDenial(code, details)).toContain(code);
  });

  it('names the plan that is needed, or the mode, or nothing', async () => {
    const tenant = await createTenant(service, { tier: 'sandbox' });
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const second = await service.call(tenant.admin, api.createMailbox, { name: 'second' });
    expect(second.body.details).toMatchObject({ reason_axis: 'tier', required_tier: 'starter' });
    const send = () =>
      service.call(agent, api.send, {
        from_mailbox: 'helper',
        to: 'ann@example.org',
        subject: 'Hi',
        body: 'Hello.',
      });
    expect((await send()).body.details).not.toHaveProperty('reason_axis');
    await setMailbox(service, tenant, { agent_authoring_mode: 'read_only' });
    expect((await send()).body.details).toMatchObject({
      reason_axis: 'mailbox_config',
      required_mailbox_mode: 'send_and_draft',
    });
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, status: 'suspended' });
    expect((await send()).body.details).toBeUndefined();
    expect((await service.call(agent, api.listApiKeys)).body.details).toBeUndefined();
  });
});
