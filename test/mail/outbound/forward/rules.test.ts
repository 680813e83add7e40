import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { arrived, LETTER, openScene, type Scene, sentMails } from '../../../support/forwarding.ts';
import { openSession } from '../../../support/people.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  createTenant,
  sentToday,
  setMailbox,
  sharedService,
} from '../../../support/service.ts';

const BOB = 'bob@example.net';
const service = sharedService();
let scene: Scene;

let count = 0;
beforeEach(async () => {
  count += 1;
  scene = await openScene(service, `box${count}`);
});

const forward = (id: string, more: object = {}, key = scene.agent) =>
  service.call(key, api.forward, { id, to: BOB, ...more });
const allow = (agent_forwarding: 'off' | 'review' | 'on') =>
  setMailbox(service, scene.tenant, { agent_forwarding });
const detail = async (id: string, key = scene.tenant.admin) =>
  (await service.call(key, api.getMessage, { id })).body;

describe('a forward by an agent', () => {
  it('waits for a person, who sees what would go, and is sent by their approval', async () => {
    const id = await arrived(scene);
    const held = await forward(id, { body: 'For you.' });
    expect(held.body).toMatchObject({
      status: 'pending_review',
      forwards: id,
      hold_context: { trigger_source: 'mailbox_policy', summary_reasons: ['forward'] },
    });
    const seen = await detail(held.body.message_id);
    expect(seen).toMatchObject({ forwards: id, hold_context: { summary_reasons: ['forward'] } });
    expect(seen.body.content).toContain(LETTER);
    const released = await service.call(scene.agent, api.releaseMessage, { id: held.body.message_id });
    expect(released.status).toBeGreaterThanOrEqual(403);
    const approved = await service.call(scene.tenant.admin, api.approveMessage, { id: held.body.message_id });
    expect(approved.status).toBe(200);
    const [mail] = await sentMails(scene, held.body.message_id);
    expect(mail?.text).toContain(LETTER);
    expect((await detail(held.body.message_id)).state).toBe('delivered');
  });

  it('is sent where the mailbox lets agents forward, and held with everything else', async () => {
    const id = await arrived(scene);
    await allow('on');
    expect((await forward(id)).body).toMatchObject({ status: 'sent', hold_context: null });
    await setMailbox(service, scene.tenant, { hitl_mode: 'all_outbound' });
    expect((await forward(id)).body).toMatchObject({
      status: 'pending_review',
      hold_context: { summary_reasons: ['hitl_all_outbound'] },
    });
    await allow('review');
    expect((await forward(id)).body.hold_context?.summary_reasons).toEqual(['hitl_all_outbound', 'forward']);
  });

  it('is refused where agents may not forward, with no word of how to change that', async () => {
    const id = await arrived(scene);
    await allow('off');
    const before = await sentToday(service, scene.tenant.admin);
    const refused = await forward(id);
    expect(codeOf(refused)).toEqual([403, 'AGENT_FORWARDING_DISABLED']);
    expect(JSON.stringify(refused.body)).not.toMatch(/agent_forwarding|update|setting/);
    const several = await forward(id, { to: [BOB, 'carl@example.net'] });
    expect(codeOf(several)).toEqual([403, 'AGENT_FORWARDING_DISABLED']);
    expect(await sentToday(service, scene.tenant.admin)).toBe(before);
    expect((await forward(id, {}, scene.tenant.admin)).body.status).toBe('sent');
  });

  it('is refused between two that are held, each with its own key', async () => {
    const id = await arrived(scene);
    const keyed = (key: string) =>
      service.call({ key: scene.agent, headers: { 'idempotency-key': key } }, api.forward, { id, to: BOB });
    const first = await keyed('one');
    await allow('off');
    expect(codeOf(await keyed('two'))).toEqual([403, 'AGENT_FORWARDING_DISABLED']);
    expect((await keyed('one')).body).toMatchObject({ message_id: first.body.message_id, replayed: true });
    await allow('review');
    const second = await keyed('two');
    expect(second.body).toMatchObject({ status: 'pending_review', forwards: id });
    expect(second.body).not.toHaveProperty('replayed');
  });

  it('stays a forward as a new version, on every way to send one', async () => {
    const id = await arrived(scene);
    const deny = async (key = scene.agent) => {
      const held = await forward(id, { body: 'Here.' }, key);
      const { message_id } = held.body;
      await service.must(scene.tenant.admin, api.denyMessage, { id: message_id, reason: 'Shorter.' });
      return message_id;
    };
    const send = (revises: string) =>
      service.call(scene.agent, api.send, { revises, body: 'The letter, shorter.' });
    const reply = (revises: string) =>
      service.call(scene.agent, api.reply, { id, revises, body: 'The letter, shorter.' });
    for (const revise of [send, reply, (revises: string) => forward(id, { revises })]) {
      const denied = await deny();
      await allow('off');
      expect(codeOf(await revise(denied))).toEqual([403, 'AGENT_FORWARDING_DISABLED']);
      await allow('review');
      const better = await revise(denied);
      expect(better.body).toMatchObject({
        status: 'pending_review',
        revises: denied,
        forwards: id,
        hold_context: { summary_reasons: ['forward', 'revision'] },
      });
    }
  });

  it('stays one when a person edits it', async () => {
    const id = await arrived(scene);
    const held = await forward(id, { body: 'Secret words.' });
    const { body } = await detail(held.body.message_id);
    const edited = await service.call(scene.tenant.admin, api.editMessage, {
      id: held.body.message_id,
      body: (body.content ?? '').replace('Secret words.', 'Plain words.'),
    });
    expect(edited.body).toMatchObject({ status: 'sent', edited_from: held.body.message_id, forwards: id });
    const [mail] = await sentMails(scene, edited.body.message_id);
    expect(mail?.text).toContain('Plain words.');
    expect(mail?.text).toContain(LETTER);
  });

  it('passes the rules of a message that begins a conversation, for each recipient', async () => {
    const id = await arrived(scene);
    await allow('on');
    await setMailbox(service, scene.tenant, { agent_send_containment: true });
    // The sender is a participant of their own thread only.
    expect(codeOf(await forward(id, { to: 'ann@example.org' }))).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    await service.must(scene.tenant.admin, api.addAllowlistEntry, {
      mailboxId: scene.tenant.mailbox.id,
      email: BOB,
    });
    const refused = await forward(id, { bcc: ['eve@example.net'] });
    expect(codeOf(refused)).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    expect(refused.body.details?.recipients).toEqual([
      { address: 'eve@example.net', role: 'bcc', code: 'RECIPIENT_AGENT_CONTAINED' },
    ]);
    const others = await forward(id, { bcc: ['eve@example.net'], skip_refused: true });
    expect(others.body.recipients).toMatchObject([
      { address: BOB, status: 'delivered' },
      { address: 'eve@example.net', status: 'skipped' },
    ]);
    expect(codeOf(await forward(id, { to: 'support@example.net' }))[0]).toBe(403);
  });

  it('is scanned with the words that it quotes', async () => {
    await allow('on');
    const text = `Hello,\n\nthe key for the account is AKIAIOSFODNN7EXAMPL2 and the secret is 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.\n`;
    const id = await arrived(scene, { text });
    const held = await forward(id);
    expect(held.body.status).not.toBe('sent');
    expect(held.body.scan?.categories.map(({ category }) => category)).toContain('secret_detected');
  });

  it('can be asked to fail unless it is sent', async () => {
    const id = await arrived(scene);
    const strict = { key: scene.agent, headers: { prefer: 'outcome=strict' } };
    const held = await service.call(strict, api.forward, { id, to: BOB });
    expect(held.body.code).toBe('EMAIL_EFFECT_HELD');
  });
});

describe('a dry run of a forward', () => {
  const preview = (more: object) =>
    service.call(scene.tenant.admin, api.previewPolicy, {
      id: scene.tenant.mailbox.id,
      to: BOB,
      run_content_scan: true,
      ...more,
    });
  const entry = (body: Awaited<ReturnType<typeof preview>>['body'], gate: string) =>
    body.trace.find((each) => each.gate === gate);

  it('says that a person decides, or that agents may not, and sends nothing', async () => {
    const id = await arrived(scene);
    const asked = { forward_message_id: id, origin: 'agent' };
    const held = (await preview(asked)).body;
    expect(held.result).toBe('would_hold');
    expect(entry(held, 'human_review')?.details).toMatchObject({ summary_reasons: ['forward'] });
    await allow('off');
    const refused = (await preview(asked)).body;
    expect(entry(refused, 'authoring')?.details).toMatchObject({
      code: 'AGENT_FORWARDING_DISABLED',
      remedy: expect.stringContaining('agent_forwarding'),
    });
    expect((await preview({ ...asked, origin: 'human' })).body.result).toBe('passes_all_checks_run');
    const sent = await service.call(scene.tenant.admin, api.listMessages, {
      id: scene.tenant.mailbox.id,
      direction: 'outbound',
    });
    expect(sent.body.messages).toEqual([]);
  });

  it('scans the quoted text, and knows the messages of its mailbox only', async () => {
    const id = await arrived(scene, {
      text: 'The key is AKIAIOSFODNN7EXAMPL2 and the secret is 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.\n',
    });
    const scanned = (await preview({ forward_message_id: id })).body;
    expect(entry(scanned, 'content_scan')?.outcome).not.toBe('pass');
    const other = await createMailbox(service, scene.tenant.admin, `third${count}`);
    const elsewhere = await preview({ id: other.id, forward_message_id: id });
    expect(codeOf(elsewhere)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('what may not be forwarded', () => {
  it('is held or blocked mail, by anybody', async () => {
    await allow('on');
    const id = await arrived(scene);
    for (const state of ['quarantined', 'blocked', 'firewall_blocked', 'scanning'] as const) {
      await service.daemon.context.store.write('none', ({ db }) =>
        db.updateTable('messages').set({ state }).where('id', '=', id).execute(),
      );
      for (const key of [scene.agent, scene.tenant.admin]) {
        const refused = await forward(id, {}, key);
        expect([refused.status, refused.body.details]).toEqual([409, { reason: 'message_held', state }]);
        expect(JSON.stringify(refused.body)).not.toContain('lunch');
      }
    }
  });

  it('is a held answer of its own, until it is sent', async () => {
    await allow('on');
    await setMailbox(service, scene.tenant, { hitl_mode: 'all_outbound' });
    const id = await arrived(scene);
    const held = await service.call(scene.agent, api.reply, { id, body: 'Yes, at noon.' });
    expect(codeOf(await forward(held.body.message_id))).toEqual([409, 'CONFLICT']);
    await service.must(scene.tenant.admin, api.approveMessage, { id: held.body.message_id });
    expect((await forward(held.body.message_id)).body.status).toBe('pending_review');
  });

  it('is mail of others, as if it were not there', async () => {
    const other = await createMailbox(service, scene.tenant.admin, `other${count}`);
    const stranger = await createAgent(service, scene.tenant.admin, other.id);
    const foreign = await createTenant(service, { email: `f${count}@example.com`, mailbox: `f${count}` });
    const id = await arrived(scene);
    for (const key of [stranger, foreign.admin]) {
      const read = await service.call(key, api.getMessage, { id });
      const refused = await forward(id, {}, key);
      expect(codeOf(refused)).toEqual([404, 'NOT_FOUND']);
      expect(refused.body).toEqual(read.body);
    }
    await service.must(scene.tenant.admin, api.deleteMessage, { id });
    expect(codeOf(await forward(id))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the setting', () => {
  it('is review, and off for a guarded mailbox', async () => {
    const own = await service.must(scene.tenant.admin, api.getMailbox, { id: scene.tenant.mailbox.id });
    expect(own.agent_forwarding).toBe('review');
    const name = `guarded${count}`;
    const made = await service.must(scene.tenant.admin, api.createMailbox, { name, preset: 'guarded' });
    const guarded = await service.must(scene.tenant.admin, api.getMailbox, { id: made.id });
    expect(guarded.agent_forwarding).toBe('off');
  });

  it('is tightened by a key, loosened by a person alone, and never changed by an agent', async () => {
    const set = (key: string, mode: 'off' | 'review' | 'on') =>
      service.call(key, api.updateMailbox, { id: scene.tenant.mailbox.id, agent_forwarding: mode });
    expect(codeOf(await set(scene.agent, 'off'))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(codeOf(await set(scene.tenant.admin, 'on'))).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    expect((await set(scene.tenant.admin, 'off')).status).toBe(200);
    expect(codeOf(await set(scene.tenant.admin, 'review'))).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const person = await openSession(service, scene.tenant.accountId);
    const unproven = await person.call(api.updateMailbox, {
      id: scene.tenant.mailbox.id,
      agent_forwarding: 'on',
    });
    expect(unproven.status).toBeGreaterThanOrEqual(400);
  });
});
