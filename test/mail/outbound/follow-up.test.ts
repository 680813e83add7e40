import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const ANN = 'ann@example.org';
const BOB = 'bob@example.net';
const EVE = 'eve@example.com';

describe('a follow-up', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let sent: string;
  let threadId: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const send = (more: Record<string, unknown>, key = agent) =>
    service.call(key, api.send, { body: 'Any news?', ...more });
  const message = async (id: string) => service.must(tenant.admin, api.getMessage, { id });
  const rolesOf = ({ recipients = [] }: { recipients?: { role: string; address: string }[] | undefined }) =>
    recipients.map(({ role, address }) => [role, address]);

  beforeEach(async () => {
    const first = await send({
      from_mailbox: 'helper',
      to: `Ann <${ANN}>`,
      cc: [BOB],
      bcc: [EVE],
      subject: 'Plan',
    });
    sent = first.body.message_id;
    threadId = (await message(sent)).thread_id ?? '';
  });

  it('keeps recipients, subject and thread of the sent message, three times', async () => {
    for (const thread_id of [sent, threadId, sent]) {
      const next = await send({ thread_id });
      expect(next.body.status).toBe('sent');
      const stored = await message(next.body.message_id);
      expect(rolesOf(stored)).toEqual([
        ['to', ANN],
        ['cc', BOB],
        ['bcc', EVE],
      ]);
      expect([stored.subject, stored.thread_id]).toEqual(['Re: Plan', threadId]);
      expect(stored.in_reply_to).toMatch(/@agentmail.localhost>$/);
    }
  });

  it('goes to those who are named, among those who have the message', async () => {
    const one = await send({ thread_id: sent, to: ANN, cc: [], bcc: [] });
    expect(rolesOf(await message(one.body.message_id))).toEqual([['to', ANN]]);
    const other = await send({ thread_id: sent, to: 'zoe@example.org' });
    expect([other.status, other.body.code]).toEqual([422, 'RECIPIENT_NOT_IN_THREAD']);
  });

  it('makes nobody a participant: the rules ask as for a new conversation', async () => {
    await setMailbox(service, tenant, { agent_send_containment: true });
    const refused = await send({ thread_id: sent });
    expect(refused.body).toMatchObject({
      code: 'RECIPIENT_AGENT_CONTAINED',
      details: { recipients: [{ address: ANN }, { address: BOB }, { address: EVE }] },
    });
    await setMailbox(service, tenant, { agent_send_containment: false });
    const role = await send({ from_mailbox: 'helper', to: [ANN, 'eve@example.com'], subject: 'Role' });
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('messages')
        .set({ recipient: 'info@example.org', recipients: null })
        .where('id', '=', role.body.message_id)
        .execute(),
    );
    expect((await send({ thread_id: role.body.message_id })).body.code).toBe('RECIPIENT_ROLE_ADDRESS');
  });

  it('of a message that was answered keeps its recipients; the thread means who wrote', async () => {
    const { rfc_message_id: own } = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('rfc_message_id')
      .where('id', '=', sent)
      .executeTakeFirstOrThrow();
    const raw = [
      `From: ${ANN}`,
      `To: ${tenant.mailbox.address}`,
      'Subject: Re: Plan',
      `In-Reply-To: ${own}`,
      '',
      'Soon.',
      '',
    ].join('\r\n');
    await service.deliver({ from: ANN, to: tenant.mailbox.address, raw });
    await service.drain();
    const toThread = await send({ thread_id: threadId });
    expect(await message(toThread.body.message_id)).toMatchObject({ recipient: ANN, to: [{ address: ANN }] });
    const toAll = await send({ thread_id: sent });
    expect(rolesOf(await message(toAll.body.message_id))).toHaveLength(3);
  });

  it('leaves out those whom the message did not reach, and follows none that was not sent', async () => {
    const { recipients } = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('recipients')
      .where('id', '=', sent)
      .executeTakeFirstOrThrow();
    const bounced = recipients?.map((each) =>
      each.address === BOB ? { ...each, status: 'bounced' as const } : each,
    );
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('messages')
        .set({ recipients: bounced ?? null })
        .where('id', '=', sent)
        .execute(),
    );
    const next = await send({ thread_id: sent });
    expect(rolesOf(await message(next.body.message_id))).toEqual([
      ['to', ANN],
      ['bcc', EVE],
    ]);
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const held = await send({ from_mailbox: 'helper', to: ANN, subject: 'Held' });
    expect(held.body.status).toBe('pending_review');
    const refused = await send({ thread_id: held.body.message_id });
    expect(refused.body.code).toBe('THREAD_HAS_NO_INBOUND_RECIPIENT');
    await setMailbox(service, tenant, { hitl_mode: 'disabled' });
  });

  it('can be a draft that is changed and sent, to those who have the message', async () => {
    const made = await service.call(agent, api.createDraft, { thread_id: sent, body: 'Any news?' });
    expect(rolesOf(made.body)).toHaveLength(3);
    const changed = await service.call(agent, api.updateDraft, { id: made.body.id, body: 'Any news yet?' });
    expect([changed.status, changed.body.in_reply_to]).toEqual([200, made.body.in_reply_to]);
    const other = await service.call(agent, api.updateDraft, { id: made.body.id, to: 'zoe@example.org' });
    expect(other.body.code).toBe('RECIPIENT_NOT_IN_THREAD');
    const gone = await service.call(agent, api.sendDraft, { id: made.body.id });
    expect(gone.body).toMatchObject({ status: 'sent' });
    expect(await message(made.body.id)).toMatchObject({ thread_id: threadId, state: 'delivered' });
  });
});

describe('the mailbox for answers', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let desk: Tenant['mailbox'];

  beforeAll(async () => {
    tenant = await createTenant(service);
    desk = await createMailbox(service, tenant.admin, 'desk');
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id, desk.id);
  });

  const send = (more: Record<string, unknown>, key = agent) =>
    service.call(key, api.send, {
      from_mailbox: 'helper',
      to: ANN,
      subject: 'Hello',
      body: 'A line.',
      ...more,
    });
  const replyToOf = async (id: string) => {
    const { items } = (await service.operator(api.listOutbox, { kind: 'email' })).body;
    const item = items.find((each) => each.message_id === id);
    const raw = await service.operator(api.getOutboxRaw, { id: item?.id ?? '' });
    return /^Reply-To: (.*)\r$/m.exec(String(raw.body))?.[1];
  };

  it('is in Reply-To of a send, a reply and a draft, by name, address or ID', async () => {
    for (const reply_to of ['desk', desk.address, desk.id]) {
      const sent = await send({ reply_to });
      expect(await replyToOf(sent.body.message_id)).toBe(desk.address);
      const stored = await service.must(agent, api.getMessage, { id: sent.body.message_id });
      expect(stored.reply_to).toEqual([{ name: null, address: desk.address }]);
    }
    const made = await service.call(agent, api.createDraft, {
      mailbox_id: 'helper',
      to: ANN,
      subject: 'Draft',
      body: 'A line.',
      reply_to: 'desk',
    });
    expect(made.body.reply_to).toEqual([{ name: null, address: desk.address }]);
    const cleared = await service.call(agent, api.updateDraft, { id: made.body.id, reply_to: null });
    expect(cleared.body.reply_to).toBeUndefined();
    await service.must(agent, api.updateDraft, { id: made.body.id, reply_to: 'desk' });
    await service.must(agent, api.sendDraft, { id: made.body.id });
    expect(await replyToOf(made.body.id)).toBe(desk.address);
  });

  it('stays in a held message that is edited, and in a new version of a denied one', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const held = await send({ reply_to: 'desk' });
    const edited = await service.call(tenant.admin, api.editMessage, {
      id: held.body.message_id,
      body: 'Another line.',
    });
    expect(await replyToOf(edited.body.message_id)).toBe(desk.address);
    const denied = await send({ reply_to: 'desk' });
    await service.must(tenant.admin, api.denyMessage, { id: denied.body.message_id, reason: 'shorter' });
    const again = await send({ revises: denied.body.message_id, reply_to: undefined });
    const stored = await service.must(agent, api.getMessage, { id: again.body.message_id });
    expect(stored.reply_to).toEqual([{ name: null, address: desk.address }]);
    await setMailbox(service, tenant, { hitl_mode: 'disabled' });
  });

  it('is one that the caller may use, and not together with an instance in Reply-To', async () => {
    const bound = await createAgent(service, tenant.admin, tenant.mailbox.id);
    expect((await send({ reply_to: 'nowhere' })).status).toBe(404);
    expect(await send({ reply_to: desk.id }, bound)).toMatchObject({ status: 403 });
    const foreign = await createTenant(service, { email: 'other@example.com', mailbox: 'foreign' });
    expect((await send({ reply_to: foreign.mailbox.id })).status).toBe(404);
    const both = await send({
      reply_to: 'desk',
      subaddress_instance_id: 'run-7',
      subaddress_mode: 'reply_to',
    });
    expect([both.status, both.body.code]).toEqual([422, 'VALIDATION_ERROR']);
    const own = await send({ reply_to: 'helper' });
    expect(await replyToOf(own.body.message_id)).toBeUndefined();
  });

  it('is the same by name and ID for an idempotency key', async () => {
    const keyed = { key: agent, headers: { 'idempotency-key': 'reply-to-1' } };
    const body = { from_mailbox: 'helper', to: ANN, subject: 'Once', body: 'A line.' };
    await service.must(keyed, api.send, { ...body, reply_to: 'desk' });
    const again = await service.must(keyed, api.send, { ...body, reply_to: desk.id });
    expect(again).toMatchObject({ replayed: true });
    expect(again.differs).toBeUndefined();
    const other = await service.must(keyed, api.send, body);
    expect(other.differs).toEqual(['reply_to']);
  });
});
