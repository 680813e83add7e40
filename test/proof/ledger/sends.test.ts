import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { type Peer, scriptedMailServer } from '../../support/scripted-mail-server.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  launch,
  type Service,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { PNG, stage } from '../../support/uploads.ts';
import { ANN, KEPT, RULES, type Rule, type Way } from './sending-rules.ts';

/**
 * Refusals of messages, tested for each way to write or send one: most are decided in one place, but each way
 * has to report them.
 */

const CASES = RULES.flatMap((rule) => rule.ways.map((way) => [rule.code, way, rule] as const));

describe('a message is refused', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let inbound: string;
  let draft: string;
  /** A draft that holds a file, and the file. */
  let withFile: { readonly draft: string; readonly file: string };
  let picture: { readonly draft: string; readonly file: string };

  beforeAll(async () => {
    tenant = await createTenant(service, { tier: 'pro' });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await keep();
    inbound = await receive(service, tenant);
    draft = await write(agent, { to: ANN });
    // So that one is charged today.
    await service.call(agent, api.reply, { id: inbound, body: letter.body });
    withFile = await draftWith({});
    picture = await draftWith({ filename: 'dot.png', content: PNG }, { outbound_image_risk_version: 'v1' });
  });

  const letter = { subject: 'Hello', body: 'The report is ready.' };

  async function write(key: string, more: object): Promise<string> {
    const body = { mailbox_id: tenant.mailbox.id, ...letter, ...more };
    const made = await service.call(key, api.createDraft, body);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.id;
  }

  async function draftWith(upload: Parameters<typeof stage>[3], mailbox = {}) {
    await keep({ mailbox });
    const { id } = (await stage(service, agent, tenant, upload)).body;
    return { draft: await write(agent, { to: ANN, attachment_ids: [id] }), file: id };
  }

  /** Everything is as it has to be, apart from what a rule breaks. */
  function keep(rule: Partial<Pick<Rule, 'mailbox' | 'account' | 'other' | 'suppressed' | 'file'>> = {}) {
    const { other = ANN } = rule;
    return service.daemon.context.store.write({ account: tenant.accountId }, async ({ db, now }) => {
      const mailbox = { ...KEPT.mailbox, ...rule.mailbox };
      await db.updateTable('mailboxes').set(mailbox).where('id', '=', tenant.mailbox.id).execute();
      const account = { ...KEPT.account, ...rule.account };
      await db.updateTable('accounts').set(account).where('id', '=', tenant.accountId).execute();
      await db.updateTable('messages').set({ sender: other }).where('direction', '=', 'inbound').execute();
      await db.updateTable('messages').set({ recipient: other }).where('state', '=', 'draft').execute();
      const status = rule.file === 'pending' || rule.file === 'error' ? rule.file : 'clean';
      await db.updateTable('staged_attachments').set({ content_scan_status: status }).execute();
      await db.deleteFrom('list_entries').execute();
      if (!rule.suppressed) return;
      const entry = {
        account_id: tenant.accountId,
        owner_id: tenant.accountId,
        pattern: other,
        created_at: now,
      };
      await db
        .insertInto('list_entries')
        .values({ list: 'suppressions', ...entry })
        .execute();
    });
  }

  async function attempt(way: Way, rule: Rule) {
    const held = rule.file === 'picture' ? picture : withFile;
    const files = rule.file === undefined ? {} : { attachment_ids: [await freeFile(held)] };
    const headers: Record<string, string> = rule.strict ? { prefer: 'outcome=strict' } : {};
    switch (way) {
      case 'reply': {
        const body = { body: letter.body, ...rule.more, ...files };
        return service.call({ key: agent, headers }, api.reply, { id: inbound, ...body });
      }
      case 'draft send':
        await freeFile(held, held.draft);
        return service.call(agent, api.sendDraft, { id: rule.file ? held.draft : draft });
      case 'draft create': {
        const body = { mailbox_id: tenant.mailbox.id, to: ANN, ...letter, ...rule.more, ...files };
        return service.call(agent, api.createDraft, body);
      }
      case 'send to several': {
        const to = ['first@there.example', rule.other ?? ANN];
        const body = { from_mailbox: tenant.mailbox.id, to, ...letter };
        return service.call({ key: agent, headers }, api.send, body);
      }
      case 'draft update':
        return service.call(agent, api.updateDraft, { id: draft, ...rule.more, ...files });
    }
  }

  /** An upload belongs to one message: here it is in whose turn it is. */
  async function freeFile({ file }: typeof withFile, owner: string | null = null): Promise<string> {
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('staged_attachments').set({ draft_id: owner }).where('id', '=', file).execute(),
    );
    return file;
  }

  it.each(CASES)('with %s: %s', async (code, way, rule) => {
    await keep(rule);
    const { body } = await attempt(way, rule);
    expect(body.code).toBe(code);
    if (way !== 'send to several') return;
    expect(body).toMatchObject({
      details: { recipients: expect.arrayContaining([{ address: rule.other ?? ANN, role: 'to', code }]) },
    });
  });

  it('and none of these where every rule is kept', async () => {
    await keep();
    const sent = [
      await attempt('reply', { code: '', ways: [] }),
      await attempt('draft send', { code: '', ways: [] }),
    ];
    expect(sent.map(({ body }) => 'status' in body && body.status)).toEqual(['sent', 'sent']);
    draft = await write(agent, { to: ANN });
  });

  it('when a thread has nobody in it who wrote', async () => {
    await keep();
    const sent = await service.call(agent, api.send, { from_mailbox: tenant.mailbox.id, to: ANN, ...letter });
    const stateOf = (id: string, state: 'available' | 'blocked' | 'delivered') =>
      service.daemon.context.store.write('none', ({ db }) =>
        db.updateTable('messages').set({ state }).where('id', '=', id).execute(),
      );
    await stateOf(sent.body.message_id, 'blocked');
    const lonely = { mailbox_id: tenant.mailbox.id, to: ANN, ...letter, thread_id: sent.body.message_id };
    const made = await service.call(agent, api.createDraft, lonely);
    expect(made.body.code).toBe('THREAD_HAS_NO_INBOUND_RECIPIENT');
    const continuing = await write(agent, { to: ANN, thread_id: inbound });
    const { thread_id } = (await service.call(agent, api.getMessage, { id: inbound })).body;
    const answers = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('id')
      .where('thread_id', '=', thread_id)
      .where('state', '=', 'delivered')
      .execute();
    for (const { id } of [...answers, { id: inbound }]) await stateOf(id, 'blocked');
    const changed = await service.call(agent, api.updateDraft, { id: continuing, body: 'Once more.' });
    for (const { id } of answers) await stateOf(id, 'delivered');
    await stateOf(inbound, 'available');
    expect(changed.body.code).toBe('THREAD_HAS_NO_INBOUND_RECIPIENT');
  });

  it('when its key is another intent, or its outcome is not known', async () => {
    await keep();
    const other = await createMailbox(service, tenant.admin, 'other');
    const stranger = await createAgent(service, tenant.admin, other.id);
    const from = { from_mailbox: other.id, to: ANN, ...letter };
    await service.call({ key: stranger, headers: { 'idempotency-key': 'theirs' } }, api.send, from);
    const drafted = { mailbox_id: tenant.mailbox.id, to: ANN, ...letter };
    await service.call({ key: agent, headers: { 'idempotency-key': 'drafted' } }, api.createDraft, drafted);
    const reply = (key: string) =>
      service.call({ key: agent, headers: { 'idempotency-key': key } }, api.reply, {
        id: inbound,
        body: letter.body,
      });
    expect((await reply('theirs')).body.code).toBe('CONFLICT');
    expect((await reply('drafted')).body.code).toBe('IDEMPOTENCY_KEY_BOUND_TO_DRAFT');
    const { claims, store } = service.daemon.context;
    claims.claim(tenant.accountId, 'claimed', tenant.mailbox.id);
    expect((await reply('claimed')).body.code).toBe('IDEMPOTENT_REQUEST_IN_FLIGHT');
    const probe = await service.call(
      {
        key: agent,
        headers: {
          'idempotency-key': 'claimed',
        },
      },
      api.probeIdempotency,
    );
    expect(probe.body.code).toBe('IDEMPOTENT_REQUEST_IN_FLIGHT');
    claims.end(tenant.accountId, 'claimed');
    const unclear = async (id: string) =>
      store.write('none', ({ db }) =>
        db.updateTable('messages').set({ state: 'available' }).where('id', '=', id).execute(),
      );
    await unclear((await reply('lost')).body.message_id);
    expect((await reply('lost')).body.code).toBe('IDEMPOTENT_REQUEST_NOT_PROVEN_SENT');
    const sendDraft = (id: string) =>
      service.call({ key: agent, headers: { 'idempotency-key': 'lost draft' } }, api.sendDraft, { id });
    const id = await write(agent, { to: ANN });
    expect((await sendDraft(id)).status).toBe(200);
    await unclear(id);
    expect((await sendDraft(id)).body.code).toBe('IDEMPOTENT_REQUEST_NOT_PROVEN_SENT');
  });

  it('when it is held and its mailbox is paused, or its draft is on its way', async () => {
    const policy = { hitl_mode: 'all_outbound' };
    await keep({ mailbox: policy });
    const held = await service.call(agent, api.send, { from_mailbox: tenant.mailbox.id, to: ANN, ...letter });
    const { store } = service.daemon.context;
    const become = (id: string, state: 'pending_review' | 'quarantined' | 'dispatching' | 'draft') =>
      store.write('none', ({ db }) =>
        db.updateTable('messages').set({ state }).where('id', '=', id).execute(),
      );
    await keep({ mailbox: { status: 'paused' } });
    const id = held.body.message_id;
    const decide = (verb: string) =>
      service.request(tenant.admin, `POST /v1/messages/${id}/${verb}`, { body: {} });
    expect((await decide('approve')).body.code).toBe('MAILBOX_SUSPENDED');
    await become(id, 'quarantined');
    expect((await decide('release')).body.code).toBe('MAILBOX_SUSPENDED');
    await keep();
    const moving = await write(agent, { to: ANN });
    await become(moving, 'dispatching');
    const deleted = await service.call(agent, api.deleteDraft, { id: moving });
    expect([deleted.status, deleted.body.code]).toEqual([409, 'CONFLICT']);
    await become(moving, 'draft');
  });

  it('in a simulation as well', async () => {
    const simulate = async (rule: Pick<Rule, 'account'>) => {
      await keep(rule);
      const body = { mailbox_id: tenant.mailbox.id, scenario: 'clean' };
      return (await service.call(tenant.admin, api.simulateInbound, unchecked(body))).body;
    };
    expect((await simulate({ account: { status: 'suspended' } })).code).toBe('ACCOUNT_SUSPENDED');
    expect((await simulate({ account: { storage_limit_bytes: 0 } })).code).toBe('STORAGE_QUOTA_EXCEEDED');
  });
});

async function receive(service: Service, tenant: Tenant): Promise<string> {
  await service.deliver({ from: ANN, to: tenant.mailbox.address, subject: 'Hi', text: 'Is it ready?' });
  await service.drain();
  const { body } = await service.call(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  const [newest] = body.messages;
  if (!newest) throw new Error('the mail did not arrive');
  return newest.id;
}

describe('a message that a relay', () => {
  it('defers or swallows is told so, as a reply and as a draft', async () => {
    let swallows = false;
    const relay = await scriptedMailServer(async (peer: Peer) => {
      peer.say('220 mx.example ESMTP');
      for (;;) {
        const line = await peer.line();
        if (line === 'DATA') break;
        peer.say(line.startsWith('RCPT') && !swallows ? '451 4.7.1 later' : '250 ok');
      }
      peer.say('354 go ahead');
      await peer.message();
      peer.socket.destroy();
    });
    const service = await launch({
      config: {
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
      },
    });
    try {
      const tenant = await createTenant(service, { tier: 'pro' });
      const inbound = await receive(service, tenant);
      const reply = (headers = {}) =>
        service.call({ key: tenant.admin, headers }, api.reply, { id: inbound, body: 'It is.' });
      const deferred = await reply({ prefer: 'outcome=strict' });
      expect([deferred.status, deferred.body.code]).toEqual([503, 'EMAIL_EFFECT_HELD_INFRA']);
      const letter = { mailbox_id: tenant.mailbox.id, to: ANN, subject: 'Hello', body: 'It is ready.' };
      const draft = await service.call(tenant.admin, api.createDraft, letter);
      swallows = true;
      expect((await reply()).body.code).toBe('DISPATCH_INDETERMINATE');
      const sent = await service.call(tenant.admin, api.sendDraft, { id: draft.body.id });
      expect([sent.status, sent.body.code]).toEqual([502, 'DISPATCH_INDETERMINATE']);
    } finally {
      await service.stop();
    }
  });
});
