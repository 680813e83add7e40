import { describe, expect, it } from 'vitest';
import { authenticateKey } from '../../../daemon/access/authenticate.ts';
import { submissionOf } from '../../../daemon/mail/drafts/send.ts';
import { resolveDraft } from '../../../daemon/mail/messages/drafts/table.ts';
import { admit } from '../../../daemon/mail/outbound/submit.ts';
import * as api from '../../support/api.ts';
import { BLOCKED, openDraftDesk } from '../../support/drafts.ts';
import { codeOf } from '../../support/service.ts';

/** A person sends a draft that an agent can change at any moment. */

const NEVER = {
  timezone: 'UTC',
  days: [],
  start: '09:00',
  end: '17:00',
  outside_action: 'block' as const,
};

const desk = openDraftDesk();
const { create, update, get, box } = desk;

const sendSeen = (id: string, revision: number | undefined, key: string, headers = {}) =>
  desk.service.call({ key, headers }, api.sendDraft, { id, ...(revision === undefined ? {} : { revision }) });
const revisionOf = async (id: string) => (await get(id)).body.revision;

describe('the revision of a draft', () => {
  it('rises with each change and not with a change to the same', async () => {
    const { id } = (await create()).body;
    const first = await revisionOf(id);
    await update(id, { subject: 'Other' });
    const second = await revisionOf(id);
    expect(second).toBeGreaterThan(first);
    await update(id, { subject: 'Other' });
    expect(await revisionOf(id)).toBe(second);
    const { drafts } = (await desk.service.call(desk.agent, api.listDrafts, { id: desk.tenant.mailbox.id }))
      .body;
    expect(drafts).toMatchObject([{ id, revision: second }]);
  });

  it.each(['send', 'change'])('refuses a %s of another revision, and names the current one', async (act) => {
    const { admin } = desk.tenant;
    const { id } = (await create()).body;
    const revision = await revisionOf(id);
    await update(id, { body: 'Pay to another account.' });
    const refused =
      act === 'send'
        ? await sendSeen(id, revision, admin)
        : await update(id, { send_at: '2030-01-01T00:00:00Z', revision }, admin);
    expect(codeOf(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.body).toMatchObject({ details: { reason: 'draft_changed', revision: revision + 1 } });
    expect((await get(id)).body).toMatchObject({ state: 'draft', send_at: null });
    expect(await desk.quota()).toBe(0);
    expect((await sendSeen(id, revision + 1, admin)).body.status).toBe('sent');
  });

  it('is not asked of a repetition: the key answers what it sent', async () => {
    const { id } = (await create({}, desk.tenant.admin)).body;
    const revision = await revisionOf(id);
    const again = () =>
      sendSeen(id, revision, desk.tenant.admin, { 'idempotency-key': `again-${desk.count}` });
    expect([(await again()).body.status, (await again()).body.status]).toEqual(['sent', 'sent']);
  });
});

it('does not leave when it changed after it was read for sending', async () => {
  const { context } = desk.service.daemon;
  const { id } = (await create()).body;
  const principal = await authenticateKey(context, `Bearer ${desk.tenant.admin}`, '127.0.0.1');
  const row = await resolveDraft(context.store.read, principal, { id, unbound: 'denied_403' });
  const submission = await submissionOf(context, principal, { row, trigger: 'sync' });
  await update(id, { body: 'Pay to another account.' });
  const sent = admit(context, { submission, attempt: { origin: 'send', draftId: null }, key: null });
  await expect(sent).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'draft_changed' } });
  expect((await get(id)).body.state).toBe('draft');
});

describe('a draft that an agent changed', () => {
  /** Written by the agent, and changed by it since. */
  const changed = async (fields = {}) => {
    const { id } = (await create(fields)).body;
    await update(id, { body: 'Changed by the agent.' });
    return id;
  };

  it('is reviewed like mail of the agent when a person sends it unseen', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const ofPerson = (await create({}, admin)).body.id;
    await update(ofPerson, { body: 'Changed by the agent.' });
    for (const id of [await changed(), ofPerson]) {
      expect((await sendSeen(id, undefined, admin)).body.status).toBe('pending_review');
    }
  });

  it('is not one that it only wrote: its id names the content', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { id } = (await create()).body;
    expect((await sendSeen(id, undefined, desk.tenant.admin)).body.status).toBe('sent');
  });

  it('goes out as the mail of a person who names the revision they saw', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const id = await changed();
    expect((await sendSeen(id, await revisionOf(id), desk.tenant.admin)).body.status).toBe('sent');
  });

  it('stays the mail of an agent that names a revision', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const id = await changed();
    expect((await sendSeen(id, await revisionOf(id), desk.agent)).body.status).toBe('pending_review');
  });

  it('stays one when the agent then changes its time only', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const id = await changed();
    const send_at = new Date(desk.service.clock.now() + 3_600_000).toISOString();
    expect((await update(id, { send_at })).status).toBe(200);
    expect((await update(id, { send_at: null })).status).toBe(200);
    expect((await sendSeen(id, undefined, desk.tenant.admin)).body.status).toBe('pending_review');
  });

  it('stays one when the agent names a revision and the scan gives the draft back', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const urls = (names: string[]) =>
      desk.service.operator(api.updateSettings, { 'scanning.blocked_urls': names });
    const { id } = (await create()).body;
    await update(id, { body: BLOCKED });
    const refused = await sendSeen(id, await revisionOf(id), desk.agent);
    expect(codeOf(refused)[1]).toBe('DRAFT_REJECTED_BY_RESCAN');
    await urls([]);
    const sent = await sendSeen(id, undefined, desk.tenant.admin);
    await urls(['malware.example.net']);
    expect(sent.body.status).toBe('pending_review');
  });

  it('is the mail of a person who changed it since and named the revision', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const id = await changed();
    await update(id, { body: 'Written by a person.', revision: await revisionOf(id) }, admin);
    expect((await sendSeen(id, undefined, admin)).body.status).toBe('sent');
  });

  it('is not vouched for by a person who changes something else unseen', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const id = await changed();
    await update(id, { subject: 'Written by a person' }, admin);
    expect((await sendSeen(id, undefined, admin)).body.status).toBe('pending_review');
  });

  it('never goes out as the mail of a person who saw another revision, however close both come', {
    tags: 'race',
  }, async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const outcomes = new Set<string>();
    for (let round = 0; round < 25; round += 1) {
      const { id } = (await create({ body: 'Seen by the person.' })).body;
      const revision = await revisionOf(id);
      const changing = () => update(id, { body: 'Changed by the agent.' });
      const sending = () => sendSeen(id, revision, admin, round % 3 === 0 ? { prefer: 'respond-async' } : {});
      await Promise.all(round % 2 === 0 ? [changing(), sending()] : [sending(), changing()]);
      await desk.service.drain();
      const { body, state } = (await get(id)).body;
      outcomes.add(`${state}: ${body.content}`);
    }
    for (const outcome of outcomes)
      expect(['delivered: Seen by the person.', 'draft: Changed by the agent.']).toContain(outcome);
  });

  it('can be sent by a person where agents may only draft, who names the revision if an agent changed it', async () => {
    await box({ agent_authoring_mode: 'draft_only', agent_send_containment: true });
    const { admin } = desk.tenant;
    expect((await sendSeen((await create()).body.id, undefined, admin)).body.status).toBe('sent');
    const id = await changed();
    const revision = await revisionOf(id);
    for (let time = 0; time < 3; time += 1) {
      const refused = await sendSeen(id, undefined, admin);
      expect(codeOf(refused)).toEqual([403, 'AGENT_SENDING_DISABLED']);
      expect(refused.body).toMatchObject({ details: { reason: 'changed_by_agent', revision } });
    }
    expect((await sendSeen(id, revision, admin)).body.status).toBe('sent');
  });

  it('stays within containment, the window and the limit of replies, although a person sends it', async () => {
    const { admin } = desk.tenant;
    const ofPerson = async () => {
      const { id } = (await create({ to: 'ann@example.org' }, admin)).body;
      await update(id, { to: 'evil@example.net' });
      return id;
    };
    const id = await ofPerson();
    await box({ agent_send_containment: true });
    expect(codeOf(await sendSeen(id, undefined, admin))).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    await box({ agent_send_containment: false, send_window: NEVER });
    expect(codeOf(await sendSeen(id, undefined, admin))).toEqual([403, 'SEND_WINDOW_CLOSED']);
    await update(id, { subject: 'Unseen' }, admin);
    expect(codeOf(await sendSeen(id, undefined, admin))).toEqual([403, 'SEND_WINDOW_CLOSED']);
    expect((await sendSeen(id, await revisionOf(id), admin)).body.status).toBe('sent');
  });

  it('is contained at the time that a person set without naming the revision', async () => {
    const { admin } = desk.tenant;
    const now = desk.service.daemon.context.clock.now();
    const { id } = (await create({ to: 'ann@example.org' }, admin)).body;
    await update(id, { to: 'evil@example.net' });
    await update(id, { send_at: new Date(now + 60_000).toISOString() }, admin);
    await box({ agent_send_containment: true });
    await desk.service.operator(api.advanceClock, { seconds: 120 });
    await desk.service.drain();
    expect((await get(id)).body).toMatchObject({
      state: 'draft',
      last_dispatch_error_code: 'RECIPIENT_AGENT_CONTAINED',
    });
  });

  it('of a person goes out as the mail of the agent that changed its time', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const now = desk.service.daemon.context.clock.now();
    const { id } = (await create({ send_at: new Date(now + 7_200_000).toISOString() }, desk.tenant.admin))
      .body;
    await update(id, { send_at: new Date(now + 60_000).toISOString() });
    await desk.service.operator(api.advanceClock, { seconds: 120 });
    await desk.service.drain();
    expect((await get(id)).body.state).toBe('pending_review');
  });

  it('is reviewed at its time unless the person who set the time named the revision', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const now = desk.service.daemon.context.clock.now();
    const send_at = new Date(now + 60_000).toISOString();
    const unseen = await changed();
    const seen = await changed();
    await update(unseen, { send_at }, admin);
    await update(seen, { send_at, revision: await revisionOf(seen) }, admin);
    await desk.service.operator(api.advanceClock, { seconds: 120 });
    await desk.service.drain();
    expect((await get(unseen)).body.state).toBe('pending_review');
    expect((await get(seen)).body.state).toBe('delivered');
  });

  it('is reviewed when an agent changes it after a person set its time', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const { admin } = desk.tenant;
    const now = desk.service.daemon.context.clock.now();
    const { id } = (await create({ send_at: new Date(now + 60_000).toISOString() }, admin)).body;
    await update(id, { body: 'Changed by the agent.' });
    await desk.service.operator(api.advanceClock, { seconds: 120 });
    await desk.service.drain();
    expect((await get(id)).body.state).toBe('pending_review');
  });

  it('ends with the key of the agent that changed it after a person set its time', async () => {
    const { admin } = desk.tenant;
    const now = desk.service.daemon.context.clock.now();
    const send_at = new Date(now + 60_000).toISOString();
    const { id } = (await create({ send_at }, admin)).body;
    const kept = (await create({ send_at }, admin)).body;
    await update(id, { body: 'Changed by the agent.' });
    const { keys } = await desk.service.must(admin, api.listApiKeys);
    const agentKey = keys.find(({ role }) => role === 'agent');
    await desk.service.call(admin, api.revokeApiKey, { id: agentKey?.id ?? '' });
    await desk.service.operator(api.advanceClock, { seconds: 120 });
    await desk.service.drain();
    expect((await get(id, admin)).body).toMatchObject({
      state: 'draft',
      send_at: null,
      last_dispatch_error_code: expect.any(String),
    });
    expect((await get(kept.id, admin)).body.state).toBe('delivered');
  });
});
