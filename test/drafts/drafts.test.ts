import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createAgent,
  createTenant,
  launch,
  type Reply,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { allowFiles, type Staged, stage, usedBytes } from '../support/uploads.ts';

interface DraftBody {
  readonly id: string;
  readonly state: string;
  readonly body: { content: string | null };
  readonly worst_decision: string;
  readonly thread_id: string | null;
  readonly send_at: string | null;
  readonly attachments: { upload_id: string }[];
  readonly updated_at: string;
}

const BLOCKED = 'Please log in at http://malware.example.net/x now.';
const codeOf = ({ status, body }: Reply<object>) => [status, body.code];

let service: Service;
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  service = await launch();
  await service.operator('PATCH', '/settings', { 'scanning.blocked_urls': ['malware.example.net'] });
});
afterAll(() => service.stop());

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const content = (more: object = {}) => ({
  mailbox_id: tenant.mailbox.id,
  to: 'ann@example.org',
  subject: 'Later',
  body: 'Soon, I hope.',
  ...more,
});
const create = (more: object = {}, key = agent, headers: Record<string, string> = {}) =>
  service.call<DraftBody>(key, 'POST', '/v1/drafts', content(more), headers);
const get = (id: string, key = agent) => service.call<DraftBody>(key, 'GET', `/v1/drafts/${id}`);
const update = (id: string, body: object, key = agent) =>
  service.call<DraftBody>(key, 'PATCH', `/v1/drafts/${id}`, body);
const send = (id: string, headers: Record<string, string> = {}, key = agent) =>
  service.call<{ message_id: string; status: string }>(key, 'POST', `/v1/drafts/${id}/send`, {}, headers);
const remove = (id: string, key = agent) => service.call(key, 'DELETE', `/v1/drafts/${id}`);
const quota = async () =>
  (await service.call<{ today: { count: number } }>(tenant.admin, 'GET', '/v1/accounts/quota')).body.today
    .count;
const outboxTo = async (to: string) =>
  (await service.operator<{ items: { message_id: string }[] }>('GET', `/outbox?to=${to}`)).body.items;
const box = (columns: object) =>
  service.daemon.context.store.write(({ db }) =>
    db.updateTable('mailboxes').set(columns).where('id', '=', tenant.mailbox.id).execute(),
  );

async function received(
  from = 'bob@example.org',
  subject = 'Question',
): Promise<{ id: string; thread_id: string }> {
  await service.deliver({ from, to: tenant.mailbox.address, subject, text: 'When is the meeting, please?' });
  await service.drain();
  const list = await service.call<{ messages: { id: string; thread_id: string }[] }>(
    agent,
    'GET',
    `/v1/mailboxes/${tenant.mailbox.id}/messages?direction=inbound`,
  );
  const [message] = list.body.messages;
  if (!message) throw new Error('nothing arrived');
  return message;
}

describe('writing a draft', () => {
  it('answers the whole draft, scanned, and sends and charges nothing', async () => {
    const made = await create({
      html: '<p>Soon, I hope.</p>',
      subaddress_instance_id: 'run7',
      subaddress_mode: 'from',
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      mailbox_id: tenant.mailbox.id,
      mailbox_name: tenant.mailbox.name,
      state: 'draft',
      sender: tenant.mailbox.address.replace('@', '+run7@'),
      recipient: 'ann@example.org',
      subject: 'Later',
      body: {
        format: 'text',
        content: 'Soon, I hope.',
        char_count: 13,
        returned_char_count: 13,
        truncated: false,
      },
      scan: { verdict: 'clean', categories: [], findings: [] },
      worst_decision: 'allow',
      thread_id: null,
      in_reply_to: null,
      subaddress_instance_id: 'run7',
      subaddress_mode: 'from',
      send_at: null,
      original_send_at: null,
      send_attempts: 0,
      last_dispatch_error_code: null,
      last_dispatch_attempt_at: null,
      attachments: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await get(made.body.id)).body).toEqual(made.body);
    expect(await quota()).toBe(0);
    const shown = await service.call(agent, 'GET', `/v1/messages/${made.body.id}`);
    expect(shown.body).toMatchObject({ state: 'draft', subject: 'Later' });
    expect(shown.body).not.toHaveProperty('email_effect');
  });

  it('keeps what is blocked, and says so', async () => {
    const made = await create({ body: BLOCKED });
    expect([made.status, made.body.worst_decision]).toEqual([201, 'block']);
  });

  it('lists what was not sent, newest first, page by page', async () => {
    const ids: string[] = [];
    for (const subject of ['one', 'two', 'three']) ids.unshift((await create({ subject })).body.id);
    const list = (query: string) =>
      service.call<{ drafts: { id: string }[] }>(
        agent,
        'GET',
        `/v1/mailboxes/${tenant.mailbox.id}/drafts${query}`,
      );
    const all = await list('');
    expect(all.body.drafts.map(({ id }) => id)).toEqual(ids);
    for (const field of ['body', 'scan', 'thread_id', 'in_reply_to', 'subaddress_mode', 'attachments']) {
      expect(all.body.drafts[0]).not.toHaveProperty(field);
    }
    expect((await list('?limit=2')).body.drafts.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await send(ids[1] ?? '');
    await remove(ids[0] ?? '');
    expect((await list('')).body.drafts.map(({ id }) => id)).toEqual([ids[2]]);
    for (const gone of ids.slice(0, 2)) {
      expect((await list(`?before=${gone}`)).body.drafts.map(({ id }) => id)).toEqual([ids[2]]);
    }
    expect(codeOf(await list('?before=nothing'))).toEqual([400, 'INVALID_CURSOR']);
  });

  it('is not in the default view of the mailbox, but under its state and in a search of it', async () => {
    const { id } = (await create({ subject: 'Zebra crossing' })).body;
    const list = (query: string) =>
      service.call<{ messages: { id: string }[] }>(
        agent,
        'GET',
        `/v1/mailboxes/${tenant.mailbox.id}/messages${query}`,
      );
    expect((await list('')).body.messages).toEqual([]);
    expect((await list('?status=draft&search=zebra')).body.messages.map((each) => each.id)).toEqual([id]);
    await update(id, { subject: 'Giraffe' });
    expect((await list('?status=draft&search=zebra')).body.messages).toEqual([]);
    expect((await list('?status=draft&search=giraffe')).body.messages).toHaveLength(1);
    await send(id);
    expect((await list('?search=giraffe')).body.messages).toHaveLength(1);
  });

  it('refuses what a send would refuse of its fields', async () => {
    for (const more of [
      { to: ' ' },
      { subject: '' },
      { body: ' \n' },
      { colour: 'red' },
      { to: 'a\u0007@x.org' },
    ]) {
      expect(codeOf(await create(more))).toEqual([422, 'VALIDATION_ERROR']);
    }
    const active = await create({ html: '<p onclick="x()">Hi</p>' });
    expect(codeOf(active)).toEqual([400, 'OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED']);
    expect(codeOf(await create({ mailbox_id: 'nowhere' }))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await create({ thread_id: 'x', in_reply_to_message_id: tenant.mailbox.id }))).toEqual([
      422,
      'VALIDATION_ERROR',
    ]);
  });

  it('stands in a thread, written to somebody who wrote there', async () => {
    const { id: target, thread_id } = await received();
    const byThread = await create({ to: 'bob@example.org', thread_id });
    const byMessage = await create({ to: 'bob@example.org', in_reply_to_message_id: target });
    for (const made of [byThread, byMessage]) {
      expect(made.body).toMatchObject({ thread_id, in_reply_to: thread_id });
      const sent = await send(made.body.id);
      expect(sent.body.status).toBe('sent');
    }
    expect(codeOf(await create({ thread_id }))).toEqual([422, 'RECIPIENT_NOT_IN_THREAD']);
    expect(codeOf(await create({ in_reply_to_message_id: target }))).toEqual([
      422,
      'RECIPIENT_NOT_IN_THREAD',
    ]);
    expect(codeOf(await create({ thread_id: '<no@thread>' }))).toEqual([404, 'NOT_FOUND']);
    const again = (await create({ to: 'bob@example.org', thread_id })).body.id;
    expect(codeOf(await update(again, { to: 'ann@example.org' }))).toEqual([422, 'RECIPIENT_NOT_IN_THREAD']);
    await service.call(tenant.admin, 'DELETE', `/v1/messages/${target}`);
    expect(codeOf(await send(again))).toEqual([422, 'RECIPIENT_NOT_IN_THREAD']);
  });

  it('is for agents only where the mailbox lets them, and for nobody in a suspended account', async () => {
    await box({ agent_authoring_mode: 'draft_only' });
    const { id } = (await create()).body;
    expect(codeOf(await create({ send_at: '2027-01-01T00:00Z' }))).toEqual([403, 'AGENT_SENDING_DISABLED']);
    expect(codeOf(await send(id))).toEqual([403, 'AGENT_SENDING_DISABLED']);
    await box({ agent_authoring_mode: 'read_only' });
    expect(codeOf(await create())).toEqual([403, 'AGENT_DRAFTING_DISABLED']);
    expect(codeOf(await update(id, { subject: 'x' }))).toEqual([403, 'AGENT_DRAFTING_DISABLED']);
    expect((await create({}, tenant.admin)).status).toBe(201);
    await service.operator('PATCH', `/accounts/${tenant.accountId}`, { status: 'suspended' });
    expect(codeOf(await create({}, tenant.admin))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(codeOf(await send(id, {}, tenant.admin))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect((await remove(id)).status).toBe(200);
  });

  it('belongs to its mailbox', async () => {
    const { id } = (await create()).body;
    const other = await service.call<{ id: string }>(tenant.admin, 'POST', '/v1/mailboxes', {
      name: 'elsewhere',
    });
    const stranger = await createAgent(service, tenant.admin, other.body.id);
    expect(codeOf(await get(id, stranger))).toEqual([404, 'NOT_FOUND']);
    for (const refused of [
      await update(id, { subject: 'x' }, stranger),
      await send(id, {}, stranger),
      await remove(id, stranger),
    ]) {
      expect(codeOf(refused)).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    }
    expect(codeOf(await create({}, stranger))).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
  });

  it('hides personal data from readers of a mailbox that does', async () => {
    await box({ pii_mode: 'redacted' });
    const made = await create({ body: 'Call me at +1 415 555 2671 tomorrow.' });
    expect(made.body.body.content).toBe('Call me at <PHONE_NUMBER> tomorrow.');
    const sent = await send(made.body.id, {}, tenant.admin);
    const [item] = await outboxTo('ann@example.org');
    expect(sent.status).toBe(200);
    expect(item).toMatchObject({ text: expect.stringContaining('415 555 2671') });
  });

  it('counts as stored until it is deleted, and does not fit where there is no room', async () => {
    const { id } = (await create({ body: 'x'.repeat(1000) })).body;
    expect(await usedBytes(service, tenant)).toBe(1000);
    await update(id, { body: 'y'.repeat(400), html: '<b>yes</b>' });
    const used = await usedBytes(service, tenant);
    expect(used).toBeGreaterThan(400);
    expect(used).toBeLessThan(450);
    await service.operator('PATCH', `/accounts/${tenant.accountId}`, { storage_limit_bytes: 500 });
    expect(codeOf(await update(id, { body: 'z'.repeat(600) }))).toEqual([403, 'STORAGE_QUOTA_EXCEEDED']);
    expect(codeOf(await create({ body: 'z'.repeat(600) }))).toEqual([403, 'STORAGE_QUOTA_EXCEEDED']);
    expect((await send(id)).body.status).toBe('sent');
    expect(await usedBytes(service, tenant)).toBe(used);
    const other = (await create({ body: 'short' })).body.id;
    await remove(other);
    expect(await usedBytes(service, tenant)).toBe(used);
  });
});

describe('changing a draft', () => {
  it('changes what is named, clears with null, and scans it all again', async () => {
    const { id } = (await create({ html: '<i>x</i>', subaddress_instance_id: 'run7' })).body;
    const changed = await update(id, {
      subject: 'New',
      body: BLOCKED,
      subaddress_instance_id: null,
      html: null,
    });
    expect(changed.body).toMatchObject({
      subject: 'New',
      recipient: 'ann@example.org',
      sender: tenant.mailbox.address,
      subaddress_instance_id: null,
      worst_decision: 'block',
    });
    const cured = await update(id, { body: 'Nothing bad.' });
    expect(cured.body).toMatchObject({ worst_decision: 'allow', subject: 'New' });
    const same = await update(id, {});
    expect(same.body.updated_at).toBe(cured.body.updated_at);
    expect(codeOf(await update(id, { to: '' }))).toEqual([422, 'VALIDATION_ERROR']);
    expect(codeOf(await update(id, { mailbox_id: 'x' }))).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('of two changes at once, loses none: one is refused', async () => {
    const { id } = (await create()).body;
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => update(id, { subject: `Change ${index}` })),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThan(0);
    const lost = replies.filter(({ status }) => status !== 200);
    expect(new Set(lost.map((reply) => JSON.stringify(codeOf(reply))))).toEqual(
      new Set(lost.length > 0 ? [JSON.stringify([409, 'CONFLICT'])] : []),
    );
  });
});

describe('sending a draft', () => {
  it('makes it the message that it is, charged once, with the sender as its actor', async () => {
    const { id } = (await create({}, tenant.admin)).body;
    const sent = await send(id);
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      message_id: id,
      status: 'sent',
      email_effect: { effect_status: 'sent' },
    });
    for (const field of ['html_sanitized', 'removed_categories']) expect(sent.body).not.toHaveProperty(field);
    expect(await quota()).toBe(1);
    expect((await get(id)).body).toMatchObject({
      state: 'delivered',
      thread_id: expect.stringContaining(id),
    });
    for (const again of [await send(id), await update(id, { subject: 'x' }), await remove(id)]) {
      expect(codeOf(again)).toEqual([409, 'DRAFT_ALREADY_SENT']);
    }
    expect((await outboxTo('ann@example.org')).filter(({ message_id }) => message_id === id)).toHaveLength(1);
  });

  it('holds what an agent sends where all of it is reviewed, not what a person sends', async () => {
    await box({ hitl_mode: 'all_outbound' });
    expect((await send((await create({}, tenant.admin)).body.id)).body.status).toBe('pending_review');
    expect((await send((await create()).body.id, {}, tenant.admin)).body.status).toBe('sent');
  });

  it('passes the gates of any other send, and changes nothing when they refuse', async () => {
    const { id } = (await create()).body;
    await service.call(tenant.admin, 'POST', '/v1/suppressions', { email: 'ann@example.org' });
    for (const prefer of ['', 'respond-async']) {
      expect(codeOf(await send(id, { prefer }))).toEqual([403, 'RECIPIENT_SUPPRESSED']);
    }
    expect((await get(id)).body).toMatchObject({
      state: 'draft',
      send_attempts: 0,
      last_dispatch_error_code: null,
    });
    expect(await quota()).toBe(0);
  });

  it('leaves a draft whose content is blocked as it is, uncharged, with its files', async () => {
    await allowFiles(service, tenant);
    const file = (await stage(service, agent, tenant)).body;
    const { id } = (await create({ body: BLOCKED, attachment_ids: [file.id] })).body;
    const used = await usedBytes(service, tenant);
    const key = { 'idempotency-key': `blocked-${count}` };
    const refused = await send(id, key);
    expect([...codeOf(refused), refused.body.details]).toMatchObject([
      422,
      'DRAFT_REJECTED_BY_RESCAN',
      { worst_decision: 'block', scan: { verdict: 'blocked' } },
    ]);
    expect((await get(id)).body).toMatchObject({ state: 'draft', attachments: [{ upload_id: file.id }] });
    expect([await quota(), await usedBytes(service, tenant)]).toEqual([0, used]);
    await update(id, { body: 'Harmless.' });
    expect((await send(id, key)).body).toMatchObject({ status: 'sent', message_id: id });
    expect((await send(id, key)).body).toMatchObject({ status: 'sent', message_id: id });
    expect(await quota()).toBe(1);
    expect(await usedBytes(service, tenant)).toBe(used - BLOCKED.length + 'Harmless.'.length);
  });

  it('answers early when asked to, and tells of a blocked one by an event', async () => {
    const { id } = (await create()).body;
    const early = await send(id, { prefer: 'respond-async' });
    expect([early.status, early.body]).toEqual([
      202,
      { draft_id: id, message_id: id, status: 'dispatching' },
    ]);
    expect(early.headers.get('preference-applied')).toBe('respond-async');
    await service.drain();
    expect((await get(id)).body).toMatchObject({ state: 'delivered' });

    const bad = (await create({ body: BLOCKED })).body.id;
    expect((await send(bad, { prefer: 'respond-async' })).status).toBe(202);
    await service.drain();
    expect((await get(bad)).body).toMatchObject({
      state: 'draft',
      last_dispatch_error_code: 'DRAFT_REJECTED_BY_RESCAN',
      last_dispatch_attempt_at: expect.any(String),
    });
    expect(await failures()).toMatchObject([
      {
        message_id: bad,
        draft_id: bad,
        trigger: 'async',
        reason_code: 'rejected_by_rescan',
        error_code: 'DRAFT_REJECTED_BY_RESCAN',
      },
    ]);
    expect(await quota()).toBe(1);
  });

  it('tells of a recipient that does not exist to whoever waits, else by an event', async () => {
    const to = tenant.mailbox.address.replace('box', 'nobody');
    const now = (await create({ to: 'ann@example.org' })).body.id;
    expect((await send(now)).body.status).toBe('sent');
    const gone = (await create({ to })).body.id;
    expect(codeOf(await send(gone))).toEqual([422, 'RECIPIENT_UNDELIVERABLE']);
    expect(await failures()).toEqual([]);
  });

  it.each([
    ['two sends', async (id: string) => [send(id), send(id), send(id)]],
    ['a send and a change', async (id: string) => [send(id), update(id, { subject: 'Other' })]],
    ['a send and a deletion', async (id: string) => [send(id), remove(id)]],
    ['a change and a deletion', async (id: string) => [update(id, { subject: 'Other' }), remove(id)]],
  ] as const)('%s at the same time do not both happen', async (_, act) => {
    const { id } = (await create({ to: `race${count}@example.org` })).body;
    const replies = await Promise.all(await act(id));
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThanOrEqual(1);
    for (const lost of replies.filter(({ status }) => status !== 200)) {
      expect(['CONFLICT', 'DRAFT_ALREADY_SENT', 'NOT_FOUND']).toContain(lost.body.code);
    }
    const mails = await outboxTo(`race${count}@example.org`);
    expect(mails.length).toBeLessThanOrEqual(1);
    expect(await quota()).toBe(mails.length);
    const row = await service.daemon.context.store.read
      .selectFrom('messages')
      .select(['state', 'subject'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(mails).toHaveLength(row.state === 'delivered' ? 1 : 0);
    if (row.state === 'delivered') expect(mails[0]).toMatchObject({ subject: row.subject });
  });
});

async function failures(): Promise<Record<string, unknown>[]> {
  const rows = await service.daemon.context.store.read
    .selectFrom('events')
    .select('data')
    .where('account_id', '=', tenant.accountId)
    .where('type', '=', 'message.dispatch_failed')
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

describe('idempotency keys of drafts', () => {
  it('write one draft, however often they are used', async () => {
    const key = { 'idempotency-key': `create-${count}` };
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({}, agent, key)));
    const ids = new Set(replies.filter(({ status }) => status < 300).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const again = await create({ subject: 'Another' }, agent, key);
    expect([again.status, again.body.id]).toEqual([200, [...ids][0]]);
    await remove(again.body.id);
    expect(codeOf(await create({}, agent, key))).toEqual([409, 'CONFLICT']);
  });

  it('send one draft: the key that wrote it too, the key of another not', async () => {
    const mine = { 'idempotency-key': `mine-${count}` };
    const other = { 'idempotency-key': `other-${count}` };
    const { id } = (await create({}, agent, mine)).body;
    const second = (await create({}, agent, other)).body.id;
    expect(codeOf(await send(id, other))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    expect((await send(id, mine)).status).toBe(200);
    expect((await send(id, mine)).body).toMatchObject({ message_id: id, status: 'sent' });
    const sender = { 'idempotency-key': `sender-${count}` };
    expect((await send(second, sender)).status).toBe(200);
    expect((await send(second, sender)).body.message_id).toBe(second);
    expect(codeOf(await send(second, other))).toEqual([409, 'DRAFT_ALREADY_SENT']);
    expect((await create({}, agent, sender)).body.id).toBe(second);
    expect(await quota()).toBe(2);
  });

  it('are not shared with immediate sends', async () => {
    const key = { 'idempotency-key': `shared-${count}` };
    const { id } = (await create({}, agent, key)).body;
    const immediate = {
      from_mailbox: tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 's',
      body: 'Hello.',
    };
    const reused = await service.call(agent, 'POST', '/v1/messages/send', immediate, key);
    expect(codeOf(reused)).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    const probed = await service.call(agent, 'GET', '/v1/messages/idempotency', undefined, key);
    expect(codeOf(probed)).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    const sent = { 'idempotency-key': `sent-${count}` };
    await service.call(agent, 'POST', '/v1/messages/send', immediate, sent);
    expect(codeOf(await create({}, agent, sent))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND']);
    expect(codeOf(await send(id, sent))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND']);
  });

  it('send once under twenty concurrent tries', async () => {
    const key = { 'idempotency-key': `burst-${count}` };
    const { id } = (await create({ to: `burst${count}@example.org` })).body;
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(id, key)));
    const codes = new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    expect([...codes].filter((code) => code !== 'IDEMPOTENT_REQUEST_IN_FLIGHT')).toEqual([]);
    expect(await outboxTo(`burst${count}@example.org`)).toHaveLength(1);
    expect(await quota()).toBe(1);
  });
});

describe('files of a draft', () => {
  beforeEach(() => allowFiles(service, tenant));

  it('are held: they do not expire, and no other message takes them', async () => {
    const file = (await stage(service, agent, tenant)).body;
    const { id, attachments } = (await create({ attachment_ids: [file.id] })).body;
    expect(attachments).toEqual([
      {
        filename: 'numbers.csv',
        content_type: 'text/csv',
        size: 16,
        upload_id: file.id,
        policy_action: 'deliver',
      },
    ]);
    const taken = await create({ attachment_ids: [file.id] });
    expect([...codeOf(taken), taken.body.details]).toEqual([
      422,
      'VALIDATION_ERROR',
      { field: 'attachment_ids', ids: [file.id] },
    ]);
    await service.operator('POST', '/clock/advance', { seconds: 2 * 86_400 });
    expect((await service.call<Staged>(agent, 'GET', `/v1/attachments/${file.id}`)).status).toBe(200);
    expect((await send(id)).body.status).toBe('sent');
    expect((await service.call(agent, 'GET', `/v1/attachments/${file.id}`)).body).toMatchObject({
      status: 'consumed',
      consumed_message_id: id,
    });
  });

  it('are free again when the draft leaves them out or is deleted, and gone when their day is over', async () => {
    const first = (await stage(service, agent, tenant)).body;
    const second = (await stage(service, agent, tenant)).body;
    const { id } = (await create({ attachment_ids: [first.id, second.id] })).body;
    const fewer = await update(id, { attachment_ids: [second.id] });
    expect(fewer.body.attachments.map(({ upload_id }) => upload_id)).toEqual([second.id]);
    expect((await create({ attachment_ids: [first.id] })).status).toBe(201);
    await service.operator('POST', '/clock/advance', { seconds: 86_401 });
    expect((await service.call(agent, 'GET', `/v1/attachments/${second.id}`)).status).toBe(200);
    await remove(id);
    await service.drain();
    expect((await service.call(agent, 'GET', `/v1/attachments/${second.id}`)).status).toBe(404);
  });

  it('are kept by a change that does not name them, and cleared by null', async () => {
    const file = (await stage(service, agent, tenant)).body;
    const { id } = (await create({ attachment_ids: [file.id] })).body;
    expect((await update(id, { subject: 'Same files' })).body.attachments).toHaveLength(1);
    expect((await update(id, { attachment_ids: null })).body.attachments).toEqual([]);
    expect(
      (await service.call<Staged>(agent, 'GET', `/v1/attachments/${file.id}`)).body.content_scan_status,
    ).toBe('clean');
  });

  it('are checked again when the draft is sent', async () => {
    const file = (await stage(service, agent, tenant)).body;
    const { id } = (await create({ attachment_ids: [file.id] })).body;
    await box({ outbound_attachments_enabled: 0 });
    expect(codeOf(await send(id))).toEqual([403, 'OUTBOUND_ATTACHMENTS_DISABLED']);
  });
});

describe('deleting a draft', () => {
  it('removes what it says, and leaves its place', async () => {
    const { id } = (await create({ body: 'Very confidential.' })).body;
    expect((await remove(id)).body).toEqual({ status: 'deleted', draft_id: id });
    for (const gone of [
      await get(id),
      await send(id),
      await update(id, { subject: 'x' }),
      await remove(id),
    ]) {
      expect(codeOf(gone)).toEqual([404, 'NOT_FOUND']);
    }
    const bodies = await service.daemon.context.store.read
      .selectFrom('message_bodies')
      .select('text')
      .where('message_id', '=', id)
      .execute();
    expect(bodies).toEqual([]);
  });

  it('is refused by a legal hold, and is not the deletion of messages', async () => {
    const { id } = (await create()).body;
    expect(codeOf(await service.call(tenant.admin, 'DELETE', `/v1/messages/${id}`))).toEqual([
      409,
      'CONFLICT',
    ]);
    await service.call(tenant.admin, 'POST', '/v1/legal-holds', { scope: 'account', reason: 'dispute' });
    expect(codeOf(await remove(id))).toEqual([409, 'LEGAL_HOLD_ACTIVE']);
  });

  it('of the account erases drafts and their files', async () => {
    await allowFiles(service, tenant);
    const file = (await stage(service, agent, tenant, { content: 'x'.repeat(70_000) })).body;
    const { id } = (await create({ attachment_ids: [file.id], body: 'Very confidential.' })).body;
    const exported = await service.call<{ drafts: DraftBody[]; messages: unknown[] }>(
      tenant.admin,
      'GET',
      '/v1/accounts/export',
    );
    expect(exported.body.drafts).toMatchObject([
      { id, body: { content: 'Very confidential.' }, send_at: null },
    ]);
    expect(exported.body.messages).toEqual([]);
    await service.operator('POST', `/accounts/${tenant.accountId}/erase`);
    const { read } = service.daemon.context.store;
    for (const table of ['drafts', 'staged_attachments', 'messages'] as const) {
      const left = await read
        .selectFrom(table)
        .select('account_id')
        .where('account_id', '=', tenant.accountId)
        .execute();
      expect([table, left]).toEqual([table, []]);
    }
  });
});
