import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openMailboxDesk } from '../../support/mailbox-desk.ts';
import { createAgent } from '../../support/service.ts';

const desk = openMailboxDesk();
const { patch, traces } = desk;

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
    expect(events[1]?.data).toMatchObject({
      mailbox_id: desk.mailbox.id,
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

describe('GET /v1/mailboxes/:id/policy', () => {
  const policy = (key = desk.tenant.admin, id = desk.mailbox.id) =>
    desk.service.call(key, api.getMailboxPolicy, { id });

  it('names the mode that fits, and a new revision after each change', async () => {
    const fresh = await policy();
    expect(fresh.body).toMatchObject({
      mailbox_id: desk.mailbox.id,
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
    const key = await createAgent(desk.service, desk.tenant.admin, desk.mailbox.id);
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
    expect((await verbs(desk.tenant.admin)).permitted_verbs).toHaveLength(5);
  });

  it('does not exist for an agent of another mailbox', async () => {
    expect((await policy(desk.agent)).status).toBe(404);
  });
});
