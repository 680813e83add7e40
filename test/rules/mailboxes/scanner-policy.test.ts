import { beforeAll, describe, expect, it } from 'vitest';
import { openMailboxDesk } from '../../support/mailbox-desk.ts';
import { createTenant, type Tenant } from '../../support/service.ts';

const desk = openMailboxDesk();
const { patch } = desk;

describe('the scanner policy of a mailbox', () => {
  it('merges key by key, and is reset by null', async () => {
    await patch({ scanner_policy: { language_mode: 'disabled', disabled_scanners: ['secrets'] } });
    const merged = await patch({
      scanner_policy: { disabled_scanners: [], disabled_proxy_criteria: ['profanity'] },
    });
    expect(merged.body.scanner_policy).toEqual({
      language_mode: 'disabled',
      disabled_scanners: [],
      disabled_proxy_criteria: ['profanity'],
    });
    expect((await patch({ scanner_policy: {} })).body.scanner_policy).toEqual(merged.body.scanner_policy);
    expect((await patch({ scanner_policy: null })).body.scanner_policy).toBeNull();
  });

  it.each([
    ['a null inside', { language_mode: null }, 400],
    ['an unknown key', { colour: 'red' }, 400],
    ['a bad value', { language_mode: 'french_only' }, 400],
    ['an unknown scanner', { disabled_scanners: ['nothing'] }, 400],
    ['a mandatory criterion', { disabled_proxy_criteria: ['profanity', 'toxicity'] }, 422],
    ['an unknown criterion', { disabled_proxy_criteria: ['nothing'] }, 422],
    ['an unknown kind of personal data', { outbound_pii_policy: { passport: 'block' } }, 422],
  ])('refuses %s', async (_name, policy, status) => {
    const reply = await patch({ scanner_policy: policy });
    expect([reply.status, reply.body.code]).toEqual([status, 'VALIDATION_ERROR']);
  });

  it('names what it refuses with 422', async () => {
    const criteria = await patch({
      scanner_policy: { disabled_proxy_criteria: ['profanity', 'toxicity'] },
    });
    expect(criteria.body.details).toMatchObject({ criteria: ['toxicity'] });
    const keys = await patch({ scanner_policy: { outbound_pii_policy: { passport: 'block' } } });
    expect(keys.body.details).toMatchObject({ keys: ['passport'] });
    const types = await patch({ pii_redaction_config: { US_SSN: {}, SHOE_SIZE: {} } });
    expect([types.status, types.body.details?.keys]).toEqual([422, ['SHOE_SIZE']]);
  });
});

describe('plans', () => {
  let trial: Tenant;
  beforeAll(async () => {
    trial = await createTenant(desk.service, {
      email: 'trial@example.com',
      tier: 'sandbox',
      mailbox: 'trial',
    });
  });

  it.each([
    ['redaction', { pii_mode: 'redacted' }],
    ['a redaction config', { pii_redaction_config: { US_SSN: { visibility: 'show' } } }],
    ['switching the pii scanner off', { scanner_policy: { disabled_scanners: ['pii'] } }],
    ['an action below its default', { scanner_policy: { outbound_pii_policy: { ssn: 'allow' } } }],
    ['review', { scanner_policy: { outbound_pii_policy: { phone_number: 'review' } } }],
  ])('refuse %s on the trial only', async (_name, body) => {
    const refused = await patch(body, trial.admin, trial.mailbox.id);
    expect([refused.status, refused.body.code]).toEqual([403, 'TIER_LIMIT']);
    expect(refused.body.details).toMatchObject({ reason_axis: 'tier', required_tier: 'pay_as_you_go' });
    expect((await patch(body)).status).toBe(200);
  });

  it.each([
    ['stricter actions', { scanner_policy: { outbound_pii_policy: { phone_number: 'block' } } }],
    ['every review mode', { hitl_mode: 'all_outbound' }],
    ['clearing what is not set', { pii_redaction_config: null, pii_mode: 'passthrough' }],
  ])('allow %s on the trial', async (_name, body) => {
    expect((await patch(body, trial.admin, trial.mailbox.id)).status).toBe(200);
  });
});
