import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, sharedService, unchecked } from '../../support/service.ts';

const service = sharedService();

describe('what is wrong with a field is said in English', () => {
  it.each([
    [{ role: 'agent', label: 'x'.repeat(5_000) }, 'label', /^must have at most \d+ characters$/],
    [{ role: 'agent', label: 7 }, 'label', /^must be a string$/],
    [{ role: 'owner' }, 'role', /^must be one of: .*agent/],
    [{ role: 'agent', mailbox_ids: 'support' }, 'mailbox_ids', /^must be a list$/],
    [{ role: 'agent', colour: 'red' }, 'colour', /^is unknown$/],
    [{}, 'role', /^is required$/],
  ])('%j', async (body, path, words) => {
    const tenant = await createTenant(service, {
      email: `${path}${words.source.length}${JSON.stringify(body).length}@example.com`,
    });
    const reply = await service.call(tenant.admin, api.createApiKey, unchecked(body));
    const { details } = reply.body as unknown as { details: { issues: { path: string; message: string }[] } };
    expect(details.issues.find((issue) => issue.path === path)?.message).toMatch(words);
  });
});

it('a problem of the whole body names the body', async () => {
  const tenant = await createTenant(service, { email: 'whole@example.com' });
  const reply = await service.call(tenant.admin, api.login, unchecked({ email: 'whole@example.com' }));
  expect(reply.body).toMatchObject({
    code: 'VALIDATION_ERROR',
    error: 'Invalid body: the body must have exactly one of password and email_code',
  });
});
