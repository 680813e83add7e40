import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession, PASSWORD, type Person } from '../../support/people.ts';
import { codeOf, createAgent, createTenant, sharedService, type Tenant } from '../../support/service.ts';

const RAW = 'raw_download_selected_types';
const MISSING = '00000000-0000-7000-8000-000000000000';

const service = sharedService();
let tenant: Tenant;
let person: Person;
let agent: string;

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  person = await openSession(service, tenant.accountId);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

async function setAccount(columns: { tier?: 'starter' | 'sandbox' | 'pro'; status?: 'suspended' }) {
  await service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('accounts').set(columns).where('id', '=', tenant.accountId).execute(),
  );
}

function enabling(more: object = {}) {
  return {
    mode: RAW,
    allowed_file_families: ['pdf', 'csv'],
    accept_disclaimer_version: 'v1',
    reauth_token: PASSWORD,
    ...more,
  };
}

describe('POST /v1/mailboxes/:id/attachment-access', () => {
  const path = (id = tenant.mailbox.id) => `/v1/mailboxes/${id}/attachment-access`;
  const byKey = (body: unknown, id?: string) => service.request(tenant.admin, `POST ${path(id)}`, { body });
  const byPerson = (body: unknown) => service.request(person, `POST ${path()}`, { body });

  it('opens raw downloads for a person with fresh proof, and shows what only a session sees', async () => {
    const opened = await byPerson(enabling());
    expect(opened.body).toEqual({
      mailbox_id: tenant.mailbox.id,
      mode: RAW,
      allowed_file_families: ['pdf', 'csv'],
      current_disclaimer_version: 'v1',
      current_image_risk_version: 'v1',
      attachment_policy_version: 1,
      legacy_wildcard_active: false,
    });
    const seen = await person.call(api.getMailbox, { id: tenant.mailbox.id });
    expect(seen.body).toMatchObject({
      attachment_exposure_mode: RAW,
      attachment_access_enabled: true,
      attachment_disclaimer_accepted_version: 'v1',
      attachment_policy_version: 1,
      image_raw_download_confirmed: false,
    });
    const { read } = service.daemon.context.store;
    const columns = Object.keys(seen.body).filter((name) =>
      /version|accepted|reauth|confirmed|legacy/.test(name),
    );
    expect(columns.length).toBeGreaterThan(8);
    const plain = await service.call(tenant.admin, api.getMailbox, { id: tenant.mailbox.id });
    expect(columns.filter((name) => name in plain.body)).toEqual([]);
    expect(plain.body.outbound_attachments).toEqual({ enabled: false });
    const row = await read
      .selectFrom('mailboxes')
      .select(['attachment_reauth_at', 'image_risk_version'])
      .where('id', '=', tenant.mailbox.id)
      .executeTakeFirstOrThrow();
    expect(row.attachment_reauth_at).not.toBeNull();
    expect(row.image_risk_version).toBeNull();
  });

  it('never lets an agent decide', async () => {
    for (const body of [enabling(), { mode: 'metadata_only' }, { enable: true }]) {
      expect(codeOf(await service.request(agent, `POST ${path()}`, { body }))).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
      ]);
    }
  });

  it('checks in its order: each step is told before all later ones', async () => {
    await setAccount({ tier: 'starter' });
    expect(codeOf(await byKey({ enable: true }, MISSING))).toEqual([400, 'LEGACY_ENABLE_DEPRECATED']);
    expect(codeOf(await byKey({ mode: RAW, allowed_file_families: [] }, MISSING))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(codeOf(await byKey({ mode: RAW, allowed_file_families: ['*'] }))).toEqual([
      403,
      'REAUTH_REQUIRES_SESSION',
    ]);
    expect(codeOf(await byPerson({ mode: RAW }))).toEqual([400, 'EMPTY_ALLOWED_FILE_FAMILIES']);
    expect(codeOf(await byPerson({ mode: RAW, allowed_file_families: ['*', 'exe'] }))).toEqual([
      400,
      'INVALID_FILE_FAMILY_WILDCARD',
    ]);
    expect(codeOf(await byPerson({ mode: RAW, allowed_file_families: ['exe'] }))).toEqual([
      400,
      'INVALID_FILE_FAMILY',
    ]);
    expect(codeOf(await byPerson({ mode: RAW, allowed_file_families: ['pdf'] }))).toEqual([
      403,
      'TIER_LIMIT',
    ]);
    await setAccount({ tier: 'pro', status: 'suspended' });
    expect(codeOf(await byPerson({ mode: RAW, allowed_file_families: ['pdf'] }))).toEqual([
      403,
      'ATTACHMENT_ACCESS_INELIGIBLE',
    ]);
  });

  it('wants the disclaimers before the proof, and the proof before the version', async () => {
    const missing = await byPerson({ mode: RAW, allowed_file_families: ['pdf'] });
    expect(codeOf(missing)).toEqual([400, 'DISCLAIMER_REQUIRED']);
    expect(missing.body.details).toEqual({ disclaimer: 'attachment_disclaimer', current_version: 'v1' });
    expect(codeOf(await byPerson(enabling({ accept_disclaimer_version: 'v0' })))).toEqual([
      400,
      'DISCLAIMER_VERSION_MISMATCH',
    ]);
    const image = await byPerson(enabling({ allowed_file_families: ['image'] }));
    expect([image.body.code, image.body.details?.disclaimer]).toEqual(['DISCLAIMER_REQUIRED', 'image_risk']);
    expect(codeOf(await byPerson(enabling({ reauth_token: undefined, expected_policy_version: 7 })))).toEqual(
      [403, 'REAUTH_REQUIRED'],
    );
    const conflict = await byPerson(enabling({ expected_policy_version: 7 }));
    expect(codeOf(conflict)).toEqual([409, 'ATTACHMENT_POLICY_CONFLICT']);
    expect(conflict.body.details).toEqual({ current_policy_version: 0 });
    const both = enabling({ allowed_file_families: ['image'], accept_image_risk_version: 'v1' });
    expect((await byPerson(both)).status).toBe(200);
  });

  it('lets an admin key narrow and close without any of that, but not widen', async () => {
    await byPerson(enabling());
    const wider = await byKey({ mode: RAW, allowed_file_families: ['pdf', 'text'] });
    expect(codeOf(wider)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const narrower = await byKey({ mode: RAW, allowed_file_families: ['csv'] });
    expect(narrower.body).toEqual({
      mailbox_id: tenant.mailbox.id,
      mode: RAW,
      allowed_file_families: ['csv'],
    });
    expect((await byKey({ enable: false })).body.mode).toBe('metadata_only');
  });

  it('ignores families and disclaimers outside raw mode, which the trial has not beyond metadata', async () => {
    const derived = {
      mode: 'derived_content',
      allowed_file_families: ['*'],
      accept_disclaimer_version: 'v0',
    };
    expect((await byKey(derived)).body).toMatchObject({ mode: 'derived_content', allowed_file_families: [] });
    await byKey({ mode: 'metadata_only' });
    await setAccount({ tier: 'sandbox' });
    expect(codeOf(await byKey(derived))).toEqual([403, 'TIER_LIMIT']);
    expect((await byKey({ mode: 'metadata_only' })).status).toBe(200);
  });

  it('shows the mode that the plan still has', async () => {
    await byPerson(enabling());
    await setAccount({ tier: 'starter' });
    const read = await service.call(tenant.admin, api.getMailbox, { id: tenant.mailbox.id });
    expect(read.body).toMatchObject({
      attachment_exposure_mode: 'derived_content',
      attachment_allowed_file_families: [],
    });
  });

  it('opens nothing again that the plan no longer has, though the mailbox had it once', async () => {
    await byPerson(enabling());
    await setAccount({ tier: 'starter' });
    expect(codeOf(await byPerson(enabling()))).toEqual([403, 'TIER_LIMIT']);
    expect(codeOf(await byKey(enabling()))).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const derived = { mode: 'derived_content' };
    expect((await byKey(derived)).body).toMatchObject(derived);
    await setAccount({ tier: 'sandbox' });
    expect(codeOf(await byKey(derived))).toEqual([403, 'TIER_LIMIT']);
    expect((await byKey({ mode: 'metadata_only' })).status).toBe(200);
  });

  it('does not count a repetition as a change', async () => {
    await byPerson(enabling());
    const again = await byPerson(enabling({ expected_policy_version: 1 }));
    expect(again.body.attachment_policy_version).toBe(1);
  });
});

describe('POST /v1/mailboxes/:id/outbound-attachments', () => {
  const path = (id = tenant.mailbox.id) => `/v1/mailboxes/${id}/outbound-attachments`;
  const on = (more: object = {}) => ({
    enabled: true,
    accept_disclaimer_version: 'v1',
    reauth_token: PASSWORD,
    ...more,
  });

  it('is switched on by a person and off by an admin', async () => {
    const enabled = await service.request(person, `POST ${path()}`, { body: on() });
    expect(enabled.body).toMatchObject({
      mailbox_id: tenant.mailbox.id,
      outbound_attachments_enabled: true,
      disclaimer_accepted_version: 'v1',
      image_risk_accepted_version: null,
      image_risk_accepted_at: null,
    });
    const images = await service.request(person, `POST ${path()}`, {
      body: on({ accept_image_risk_version: 'v1' }),
    });
    expect(images.body).toMatchObject({
      image_risk_accepted_version: 'v1',
      disclaimer_accepted_at: enabled.body.disclaimer_accepted_at,
    });
    const off = await service.request(tenant.admin, `POST ${path()}`, { body: { enabled: false } });
    expect(off.body.outbound_attachments_enabled).toBe(false);
  });

  it('refuses keys that switch on, and agents that switch off', async () => {
    for (const key of [tenant.admin, agent]) {
      const reply = await service.request(key, `POST ${path()}`, { body: { enabled: true } });
      expect([reply.status, reply.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    }
    const off = await service.request(agent, `POST ${path()}`, { body: { enabled: false } });
    expect([off.status, off.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(
      (await service.request(tenant.admin, `POST ${path(MISSING)}`, { body: { enabled: false } })).status,
    ).toBe(404);
    // An agent can't find out names of other mailboxes.
    await service.call(tenant.admin, api.createMailbox, { name: 'unbound' });
    for (const name of ['unbound', 'nobody']) {
      expect((await service.request(agent, `POST ${path(name)}`, { body: { enabled: true } })).status).toBe(
        404,
      );
    }
  });

  it('checks plan, disclaimers and proof in this order', async () => {
    await setAccount({ tier: 'starter' });
    const code = async (body: object) =>
      (await service.request(person, `POST ${path()}`, { body })).body.code;
    expect(await code({ enabled: true })).toBe('OUTBOUND_ATTACHMENTS_INELIGIBLE');
    await setAccount({ tier: 'pro' });
    expect(await code({ enabled: true })).toBe('DISCLAIMER_REQUIRED');
    expect(await code(on({ accept_image_risk_version: 'v9', reauth_token: 'x' }))).toBe(
      'DISCLAIMER_VERSION_MISMATCH',
    );
    expect(await code({ enabled: true, accept_disclaimer_version: 'v1' })).toBe('REAUTH_REQUIRED');
  });
});
