import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signIn } from '../support/person.ts';
import { createAgent, createTenant, launch, type Service, type Tenant } from '../support/service.ts';

interface Mailbox extends Record<string, unknown> {
  readonly id: string;
}

let service: Service;
let tenant: Tenant;
let trial: Tenant;
let agent: string;
let person: Person;
let count = 0;
let mailbox: Mailbox;

beforeAll(async () => {
  service = await launch();
  tenant = await createTenant(service);
  trial = await createTenant(service, { email: 'trial@example.com', tier: 'sandbox', mailbox: 'trial' });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  person = await signIn(service, tenant.accountId);
});
afterAll(() => service.stop());

beforeEach(async () => {
  count += 1;
  await service.call(tenant.admin, 'DELETE', `/v1/mailboxes/box${count - 1}`);
  const made = await service.call<Mailbox>(tenant.admin, 'POST', '/v1/mailboxes', { name: `box${count}` });
  expect(made.status).toBe(201);
  mailbox = made.body;
});

function patch(body: unknown, key = tenant.admin, id = mailbox.id) {
  return service.call<Mailbox>(key, 'PATCH', `/v1/mailboxes/${id}`, body);
}

async function traces(id = mailbox.id) {
  const { read } = service.daemon.context.store;
  const audits = await read.selectFrom('audit_log').select('kind').where('mailbox_id', '=', id).execute();
  const events = await read.selectFrom('events').selectAll().where('mailbox_id', '=', id).execute();
  const row = await read.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { audits: audits.map(({ kind }) => kind), events, updatedAt: row.updated_at };
}

describe('PATCH /v1/mailboxes/:id', () => {
  it('answers with the whole mailbox, equal to what a read and the list say', async () => {
    const changed = await patch({
      allow_thread_replies: true,
      hitl_mode: 'risky_only',
      display_name: ' Ann ',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      allow_thread_replies: true,
      hitl_mode: 'risky_only',
      display_name: 'Ann',
    });
    const read = await service.call<Mailbox>(tenant.admin, 'GET', `/v1/mailboxes/${mailbox.id}`);
    const list = await service.call<{ mailboxes: Mailbox[] }>(tenant.admin, 'GET', '/v1/mailboxes');
    expect(read.body).toEqual(changed.body);
    expect(list.body.mailboxes.find(({ id }) => id === mailbox.id)).toEqual(changed.body);
  });

  it('leaves no trace when every value is the stored one', async () => {
    await patch({
      display_name: 'Ann',
      send_window: window(),
      scanner_policy: { language_mode: 'disabled' },
    });
    const before = await traces();
    const again = await patch({
      display_name: 'Ann',
      send_window: { ...window(), days: ['fri', 'thu', 'wed', 'tue', 'mon'] },
      scanner_policy: { language_mode: 'disabled' },
      hitl_mode: 'disabled',
      allow_thread_replies: false,
      agent_send_policy: 'open',
      pii_mode: 'passthrough',
    });
    expect(again.status).toBe(200);
    expect(await traces()).toEqual(before);
    expect((await patch({})).status).toBe(200);
    expect(await traces()).toEqual(before);
  });

  it('writes one audit row a field, and the display name under its own kind', async () => {
    await patch({ display_name: 'Ann', hitl_mode: 'all_outbound' });
    const { audits } = await traces();
    expect(audits).toEqual(['mailbox.created', 'mailbox.display_name.updated', 'mailbox.hitl_mode.updated']);
  });

  it('changes nothing when one of several fields is refused', async () => {
    const before = await traces();
    const refused = await patch({ hitl_mode: 'all_outbound', display_name: 'a@b' });
    expect([refused.status, refused.body.code]).toEqual([422, 'DISPLAY_NAME_INVALID']);
    const read = await service.call<Mailbox>(tenant.admin, 'GET', `/v1/mailboxes/${mailbox.id}`);
    expect(read.body.hitl_mode).toBe('disabled');
    expect(await traces()).toEqual(before);
  });

  it('is for admins, and refuses unknown fields before it looks for the mailbox', async () => {
    expect((await patch({}, agent)).body.code).toBe('INSUFFICIENT_SCOPE');
    const unknown = await patch({ colour: 'red' }, tenant.admin, '00000000-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const missing = await patch(
      { hitl_mode: 'disabled' },
      tenant.admin,
      '00000000-0000-7000-8000-000000000000',
    );
    expect(missing.status).toBe(404);
    const ignored = await patch({ confirm_open_human_sends: 'anything', force_empty: true });
    expect(ignored.status).toBe(200);
  });

  describe('scanner_policy', () => {
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

  describe('who agents may write to', () => {
    it('derives the send policy from mode and containment', async () => {
      const restricted = await patch({ agent_send_policy: 'restricted' });
      expect(restricted.body).toMatchObject({
        agent_send_policy: 'restricted',
        restricted_by: 'agent_containment',
        agent_send_containment: true,
        recipient_policy_mode: 'blocklist',
      });
      const listed = await patch({ recipient_policy_mode: 'allowlist', force_empty: true });
      expect(listed.body).toMatchObject({
        agent_send_policy: 'restricted',
        restricted_by: 'mailbox_allowlist',
      });
      const open = await patch({ agent_send_policy: 'open' });
      expect(open.body).toMatchObject({
        agent_send_policy: 'open',
        restricted_by: null,
        agent_send_containment: false,
        recipient_policy_mode: 'blocklist',
      });
    });

    it('needs force_empty for an empty allowlist, but not to stay in that mode', async () => {
      const refused = await patch({ recipient_policy_mode: 'allowlist' });
      expect([refused.status, refused.body.code]).toEqual([400, 'ALLOWLIST_EMPTY']);
      expect((await patch({ recipient_policy_mode: 'allowlist', force_empty: true })).status).toBe(200);
      expect((await patch({ recipient_policy_mode: 'allowlist' })).status).toBe(200);
      expect((await patch({ agent_send_policy: 'restricted' })).status).toBe(200);
    });

    it('tells of a change of mode, and only of a change', async () => {
      await patch({ recipient_policy_mode: 'allowlist', force_empty: true });
      await patch({ recipient_policy_mode: 'allowlist' });
      await patch({ agent_send_policy: 'open' });
      const { events } = await traces();
      expect(events.map(({ type }) => type)).toEqual([
        'mailbox.recipient_policy_changed',
        'mailbox.recipient_policy_changed',
      ]);
      expect(JSON.parse(events[1]!.data)).toMatchObject({
        mailbox_id: mailbox.id,
        previous_mode: 'allowlist',
        recipient_policy_mode: 'blocklist',
        actor_type: 'admin',
      });
    });

    it.each([
      [{ agent_send_policy: 'open', recipient_policy_mode: 'blocklist' }],
      [{ agent_send_policy: 'restricted', agent_send_containment: true }],
    ])('refuses %o, which says it twice, even in agreement', async (body) => {
      const reply = await patch(body);
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  });

  describe('policy modes', () => {
    it('write their fields and nothing else', async () => {
      const supervised = await patch({ apply_policy_mode: 'supervised' });
      expect(supervised.body).toMatchObject({
        agent_authoring_mode: 'send_and_draft',
        agent_send_policy: 'restricted',
        hitl_mode: 'risky_only',
        recipient_policy_mode: 'blocklist',
      });
      const drafting = await patch({ apply_policy_mode: 'draft_only' });
      expect(drafting.body).toMatchObject({ agent_authoring_mode: 'draft_only', hitl_mode: 'risky_only' });
      const reading = await patch({ apply_policy_mode: 'read_only' });
      expect(reading.body).toMatchObject({
        agent_authoring_mode: 'read_only',
        agent_send_policy: 'restricted',
      });
    });

    it.each([
      'agent_authoring_mode',
      'hitl_mode',
      'agent_send_policy',
      'recipient_policy_mode',
      'agent_send_containment',
    ])('exclude %s beside them, force_empty not', async (field) => {
      const value = {
        agent_authoring_mode: 'read_only',
        hitl_mode: 'disabled',
        agent_send_policy: 'open',
        recipient_policy_mode: 'blocklist',
        agent_send_containment: true,
      }[field];
      const reply = await patch({ apply_policy_mode: 'trusted', [field]: value });
      expect([reply.status, reply.body.code]).toEqual([400, 'AMBIGUOUS_POLICY_MODE_APPLICATION']);
      expect((await patch({ apply_policy_mode: 'trusted', force_empty: true })).status).toBe(200);
    });
  });

  describe('what loosens', () => {
    const loosenings: [string, object, object, string][] = [
      [
        'a looser authoring mode',
        { agent_authoring_mode: 'read_only' },
        { agent_authoring_mode: 'draft_only' },
        'agent_authoring_mode',
      ],
      [
        'a looser policy mode',
        { apply_policy_mode: 'read_only' },
        { apply_policy_mode: 'supervised' },
        'apply_policy_mode',
      ],
      [
        'a policy mode that ends review',
        { hitl_mode: 'risky_only' },
        { apply_policy_mode: 'trusted' },
        'apply_policy_mode',
      ],
      ['a longer approval', { approval_expiry: '24h' }, { approval_expiry: '72h' }, 'approval_expiry'],
      ['no window', { send_window: window() }, { send_window: null }, 'send_window'],
      [
        'a longer window',
        { send_window: window() },
        { send_window: { ...window(), end: '18:00' } },
        'send_window',
      ],
      [
        'another zone',
        { send_window: window() },
        { send_window: { ...window(), timezone: 'UTC' } },
        'send_window',
      ],
    ];

    it.each(loosenings)('refuses a key %s as a whole', async (_name, before, after, field) => {
      expect((await patch(before)).status).toBe(200);
      const refused = await patch({ ...after, allow_thread_replies: true });
      expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
      expect(refused.body.details).toEqual({ fields: [field] });
      const read = await service.call<Mailbox>(tenant.admin, 'GET', `/v1/mailboxes/${mailbox.id}`);
      expect(read.body).toMatchObject({ allow_thread_replies: false });
    });

    it.each(loosenings)('lets a person with fresh proof have %s', async (_name, before, after) => {
      await patch(before);
      const path = `/v1/mailboxes/${mailbox.id}`;
      const unproven = await person.call('PATCH', path, after);
      expect([unproven.status, unproven.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
      const wrong = await person.call('PATCH', path, { ...after, reauth_token: 'wrong' });
      expect([wrong.status, wrong.body.code]).toEqual([400, 'REAUTH_INVALID_PASSWORD']);
      const right = await person.call('PATCH', path, { ...after, reauth_token: person.password });
      expect(right.status).toBe(200);
      service.clock.moveTo(service.clock.now() + 16 * 60_000);
    });

    it.each([
      [
        'a stricter authoring mode',
        { agent_authoring_mode: 'draft_only' },
        { agent_authoring_mode: 'read_only' },
      ],
      ['fewer hours', { send_window: window() }, { send_window: { ...window(), start: '10:00' } }],
      ['fewer days', { send_window: window() }, { send_window: { ...window(), days: ['mon'] } }],
      [
        'a window that blocks',
        { send_window: window() },
        { send_window: { ...window(), outside_action: 'block' } },
      ],
      ['a shorter approval', { approval_expiry: '72h' }, { approval_expiry: '24h' }],
      ['an open review mode', { hitl_mode: 'all_outbound' }, { hitl_mode: 'disabled' }],
    ])('lets a key have %s', async (_name, before, after) => {
      expect((await patch(before)).status).toBe(200);
      expect((await patch(after)).status).toBe(200);
    });
  });

  it.each([
    ['no such zone', { ...window(), timezone: 'Europe/Atlantis' }],
    ['an offset for a zone', { ...window(), timezone: '+02:00' }],
    ['an hour that no day has', { ...window(), start: '24:00' }],
    ['an empty span', { ...window(), end: '09:00' }],
    ['a day twice', { ...window(), days: ['mon', 'mon'] }],
  ])('refuses a send window with %s', async (_name, send_window) => {
    const reply = await patch({ send_window });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /v1/mailboxes/:id/policy', () => {
  const policy = (key = tenant.admin, id = mailbox.id) =>
    service.call(key, 'GET', `/v1/mailboxes/${id}/policy`);

  it('names the mode that fits, and a new revision after each change', async () => {
    const fresh = await policy();
    expect(fresh.body).toMatchObject({
      mailbox_id: mailbox.id,
      policy_mode: 'custom',
      last_applied_policy_mode: null,
      latest_revision_id: null,
      enforcement: { risky_only: 'enforce', send_window: 'enforce' },
    });
    await patch({ apply_policy_mode: 'trusted' });
    const applied = await policy();
    expect(applied.body).toMatchObject({ policy_mode: 'trusted', last_applied_policy_mode: 'trusted' });
    await patch({ hitl_mode: 'risky_only' });
    const reviewed = await policy();
    expect(reviewed.body).toMatchObject({ policy_mode: 'supervised', last_applied_policy_mode: 'trusted' });
    expect(reviewed.body.latest_revision_id).not.toBe(applied.body.latest_revision_id);
    await patch({ display_name: 'Ann' });
    expect((await policy()).body.latest_revision_id).toBe(reviewed.body.latest_revision_id);
  });

  it('says what the caller may do', async () => {
    const key = await createAgent(service, tenant.admin, mailbox.id);
    const verbs = async (caller: string) =>
      (await policy(caller)).body.binding as { scope: string; permitted_verbs: string[] };
    expect((await verbs(key)).permitted_verbs).toEqual([
      'send',
      'reply',
      'draft_create',
      'draft_update',
      'draft_send',
    ]);
    await patch({ agent_authoring_mode: 'draft_only' });
    expect(await verbs(key)).toEqual({ scope: 'agent', permitted_verbs: ['draft_create', 'draft_update'] });
    await patch({ agent_authoring_mode: 'read_only' });
    expect((await verbs(key)).permitted_verbs).toEqual([]);
    expect((await verbs(tenant.admin)).permitted_verbs).toHaveLength(5);
  });

  it('does not exist for an agent of another mailbox', async () => {
    expect((await policy(agent)).status).toBe(404);
  });
});

function window() {
  return {
    timezone: 'Europe/Vienna',
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    start: '09:00',
    end: '17:00',
    outside_action: 'require_approval',
  };
}
