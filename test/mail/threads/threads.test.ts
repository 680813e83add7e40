import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_VIEW } from '../../../daemon/platform/store/message-states.ts';
import { THREAD_VIEW } from '../../../daemon/platform/store/migrations/base/threads.ts';
import * as api from '../../support/api.ts';
import type { BodyOf } from '../../support/calls.ts';
import { openSession } from '../../support/people.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  launch,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

type Detail = BodyOf<typeof api.getThread>;

describe('conversations', () => {
  const service = sharedService();
  let tenant: Tenant;
  let box: Tenant['mailbox'];
  let boxes = 0;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });
  beforeEach(async () => {
    box = await createMailbox(service, tenant.admin, `box-${++boxes}`);
  });

  const receive = async (mail: {
    subject: string;
    from?: string;
    id?: string;
    inReplyTo?: string;
    references?: string;
    text?: string;
  }) => {
    await service.deliver({
      from: mail.from ?? 'ann@example.org',
      to: box.address,
      raw: [
        `From: ${mail.from ?? 'ann@example.org'}`,
        `To: ${box.address}`,
        `Subject: ${mail.subject}`,
        ...(mail.id ? [`Message-ID: ${mail.id}`] : []),
        ...(mail.inReplyTo ? [`In-Reply-To: ${mail.inReplyTo}`] : []),
        ...(mail.references ? [`References: ${mail.references}`] : []),
        '',
        mail.text ?? `A plain message about ${mail.subject}.`,
      ].join('\r\n'),
    });
    await service.drain();
  };
  const list = async (filter: object = {}, key = tenant.admin) =>
    (await service.must(key, api.listThreads, { id: box.id, ...filter })).threads;
  const get = (thread_id: string, options: object = {}, key = tenant.admin) =>
    service.call(key, api.getThread, { thread_id, ...options });
  const messages = async () =>
    (await service.call(tenant.admin, api.listMessages, { id: box.id })).body.messages;

  it('are counted over the states of the default view', () => {
    expect(new Set(THREAD_VIEW)).toEqual(new Set(DEFAULT_VIEW));
  });

  it('join by In-Reply-To, else by the last known reference, and are listed latest first', async () => {
    await receive({ subject: 'Plans', id: '<p1@x>' });
    await receive({ subject: 'Lunch', id: '<l1@x>' });
    await receive({ subject: 'Re: Plans', id: '<p2@x>', inReplyTo: '<p1@x>', from: 'bob@example.net' });
    await receive({ subject: 'Re: Plans', id: '<p3@x>', references: '<p1@x> <p2@x> <unknown@x>' });
    const threads = await list();
    expect(threads.map(({ id, subject, message_count }) => [id, subject, message_count])).toEqual([
      ['<p1@x>', 'Plans', 3],
      ['<l1@x>', 'Lunch', 1],
    ]);
    expect(threads[0]).toMatchObject({ unread_count: 3, starred: false });
    expect(threads[0]?.participants).toEqual(['ann@example.org', box.address, 'bob@example.net']);
    const { body } = await get('<p1@x>', { mailbox: box.name });
    expect(body.messages.map(({ subject }) => subject)).toEqual(['Plans', 'Re: Plans', 'Re: Plans']);
    expect(body.messages[0]?.body.content).toBe('A plain message about Plans.');
    expect(body).toMatchObject({ id: '<p1@x>', mailbox_id: box.id, subject: 'Plans', message_count: 3 });
  });

  it('are never joined by who only knows or guesses a subject', async () => {
    await receive({ subject: 'Your order 4711', id: '<shop@x>' });
    for (const subject of ['Your order 4711', 'Re: Your order 4711', 'RE: re: Your order 4711']) {
      await receive({ subject, from: 'attacker@evil.example' });
      await receive({ subject, from: 'attacker@evil.example', inReplyTo: '<guess@x>', references: '<g@x>' });
    }
    const { body } = await get('<shop@x>');
    expect([body.message_count, body.messages.map(({ subject }) => subject)]).toEqual([
      1,
      ['Your order 4711'],
    ]);
  });

  it('come with whole bodies for people, the latest first as far as there is room; keys get beginnings', async () => {
    const paragraph = `${'A long letter about pears. '.repeat(20)}\n`;
    const long = (characters: number) => paragraph.repeat(Math.ceil(characters / paragraph.length));
    await receive({ subject: 'Short', id: '<w1@x>', text: 'Short.' });
    const references = '<w1@x>';
    await receive({ subject: 'Older', id: '<w2@x>', references, text: long(700_000) });
    await receive({ subject: 'Later', id: '<w3@x>', references, text: long(600_000) });
    await receive({ subject: 'Latest', id: '<w4@x>', references, text: long(30_000) });
    const person = await openSession(service, tenant.accountId);
    const asPerson = (await person.call(api.getThread, { thread_id: '<w1@x>' })).body;
    const asKey = (await get('<w1@x>')).body;
    const cut = ({ messages }: Detail) =>
      messages.map(({ subject, body }) => [subject, body.truncated && body.returned_char_count]);
    expect(cut(asPerson)).toEqual([
      ['Short', false],
      ['Older', 20_000],
      ['Later', false],
      ['Latest', false],
    ]);
    expect(cut(asKey).map(([, returned]) => returned)).toEqual([false, 20_000, 20_000, 20_000]);
  });

  it('keep their answers when somebody sends an identifier of theirs again', async () => {
    await receive({ subject: 'Contract', id: '<c1@x>' });
    await receive({ subject: 'Re: Contract', id: '<c2@x>', inReplyTo: '<c1@x>' });
    await receive({ subject: 'Bait', id: '<bait@x>', from: 'attacker@evil.example' });
    await receive({ subject: 'Bait', id: '<c2@x>', inReplyTo: '<bait@x>', from: 'attacker@evil.example' });
    await receive({ subject: 'Re: Contract', id: '<c3@x>', inReplyTo: '<c2@x>' });
    const { body } = await get('<c1@x>');
    expect(body.messages.map(({ subject }) => subject)).toEqual(['Contract', 'Re: Contract', 'Re: Contract']);
  });

  it('keep the answers to what the mailbox wrote, also when somebody used its identifier before', async () => {
    await service.call(tenant.admin, api.send, {
      from_mailbox: box.name,
      to: 'ann@example.com',
      subject: 'Offer',
      body: 'Our offer.',
    });
    await service.drain();
    const [offer] = await service.daemon.context.store.read
      .selectFrom('messages')
      .select(['rfc_message_id', 'thread_id'])
      .where('mailbox_id', '=', box.id)
      .execute();
    const id = offer?.rfc_message_id ?? '';
    await receive({ subject: 'Bait', id, references: '<bait@x>', from: 'attacker@evil.example' });
    await receive({ subject: 'Re: Offer', id: '<o2@x>', inReplyTo: id });
    const { body } = await get(offer?.thread_id ?? '');
    expect(body.messages.map(({ subject }) => subject)).toEqual(['Offer', 'Re: Offer']);
  });

  it('are not told by mail that the sender policy kept out, even where nothing else has its identifier', async () => {
    await service.call(tenant.admin, api.blockSender, { email: '@barred.example' });
    await receive({ subject: 'Contract', id: '<k1@x>' });
    await receive({ subject: 'Bait', id: '<k2@x>', references: '<bait@x>', from: 'eve@barred.example' });
    await receive({
      subject: 'Re: Contract',
      id: '<k3@x>',
      inReplyTo: '<k2@x>',
      references: '<k1@x> <k2@x>',
    });
    const { body } = await get('<k1@x>');
    expect(body.messages.map(({ subject }) => subject)).toEqual(['Contract', 'Re: Contract']);
  });

  it('do not reach from one mailbox into another', async () => {
    await receive({ subject: 'Mine', id: '<shared@x>' });
    const first = box;
    box = await createMailbox(service, tenant.admin, `twin-${boxes}`);
    await receive({ subject: 'Theirs', id: '<other@x>', inReplyTo: '<shared@x>', references: '<shared@x>' });
    expect((await get('<shared@x>')).status).toBe(404);
    expect((await get('<shared@x>', { mailbox: first.name })).body.messages).toHaveLength(1);
    expect((await get('<shared@x>', { mailbox: box.name })).body.subject).toBe('Theirs');
    const agent = await createAgent(service, tenant.admin, first.id);
    const seen = await get('<shared@x>', {}, agent);
    expect([seen.status, seen.body.subject]).toEqual([200, 'Mine']);
    expect((await get('<shared@x>', { mailbox: box.id }, agent)).status).toBe(404);
    const foreign = await service.call(agent, api.listThreads, { id: box.id });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    for (const [method, what, body] of [
      ['POST', 'read', {}],
      ['PATCH', 'star', { starred: true }],
    ] as const) {
      const url = `/v1/mailboxes/${box.id}/threads/${'<shared@x>'}/${what}`;
      expect((await service.request(agent, `${method} ${url}`, { body })).body.code).toBe(
        'MAILBOX_ACCESS_DENIED',
      );
    }
  });

  it('are found by the id of a message in them, and leave an audit row', async () => {
    await receive({ subject: 'One', id: '<one@x>' });
    await receive({ subject: 'Two', id: '<two@x>', inReplyTo: '<one@x>' });
    const [two] = await messages();
    const reply = await get(two?.id ?? '');
    expect([reply.body.id, reply.body.messages.length]).toEqual(['<one@x>', 2]);
    await service.drain();
    const row = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['target'])
      .where('kind', '=', 'thread.content.read')
      .where('mailbox_id', '=', box.id)
      .execute();
    expect(row).toEqual([{ target: '<one@x>' }]);
  });

  it('are marked as read once, and starred and unstarred as a whole', async () => {
    await receive({ subject: 'One', id: '<m1@x>' });
    await receive({ subject: 'Two', id: '<m2@x>', inReplyTo: '<m1@x>' });
    const read = () => service.call(tenant.admin, api.markThreadRead, { id: box.name, thread_id: '<m1@x>' });
    expect((await read()).body).toEqual({ thread_id: '<m1@x>', marked_count: 2 });
    expect((await read()).body).toEqual({ thread_id: '<m1@x>', marked_count: 0 });
    expect((await messages()).every(({ read_at }) => read_at !== null)).toBe(true);
    const star = async (starred: boolean) =>
      (await service.call(tenant.admin, api.starThread, { id: box.name, thread_id: '<m1@x>', starred })).body;
    expect(await star(true)).toEqual({ thread_id: '<m1@x>', starred: true, updated_count: 2 });
    expect(await star(true)).toMatchObject({ updated_count: 0 });
    expect(await list({ starred: true })).toMatchObject([{ starred: true, unread_count: 0 }]);
    expect(await list({ starred: false })).toEqual([]);
    expect(await star(false)).toMatchObject({ starred: false, updated_count: 2 });
    expect(await list({ starred: true })).toEqual([]);
  });

  it('tell a missing mailbox from a missing thread', async () => {
    const read = (mailbox: string, thread: string) =>
      service.call(tenant.admin, api.markThreadRead, { id: mailbox, thread_id: thread });
    const [noMailbox, noThread] = [await read('nowhere', '<a@x>'), await read(box.id, '<a@x>')];
    expect([noMailbox.status, noThread.status]).toEqual([404, 404]);
    expect(noMailbox.body.error).not.toBe(noThread.body.error);
  });

  it('page through with before_ts, and take since_ts as inclusive', async () => {
    for (const subject of ['a', 'b', 'c']) await receive({ subject, id: `<${subject}@x>` });
    const [c, b] = await list({ limit: 2 });
    expect([c?.id, b?.id]).toEqual(['<c@x>', '<b@x>']);
    const rest = await list({ before_ts: b?.last_message_at ?? '' });
    expect(rest.map(({ id }) => id)).toEqual(['<a@x>']);
    const since = await list({ since_ts: b?.last_message_at ?? '' });
    expect(since.map(({ id }) => id)).toEqual(['<c@x>', '<b@x>']);
  });

  it('forget messages that are deleted, and those that the sender policy keeps out unless asked for', async () => {
    await receive({ subject: 'First', id: '<f1@x>' });
    await receive({ subject: 'Last', id: '<f2@x>', inReplyTo: '<f1@x>' });
    await service.call(tenant.admin, api.setSenderPolicy, {
      id: box.id,
      mode: 'allowlist',
      force_empty: true,
    });
    await receive({ subject: 'Kept out', id: '<f3@x>', inReplyTo: '<f1@x>' });
    await receive({ subject: 'Also kept out', id: '<f4@x>' });
    expect(await list()).toMatchObject([{ id: '<f1@x>', message_count: 2, unread_count: 2 }]);
    expect(await list({ include_firewall_blocked: true })).toMatchObject([
      { id: '<f4@x>', message_count: 1, unread_count: 0, subject: 'Also kept out' },
      { id: '<f1@x>', message_count: 3, unread_count: 2, subject: 'First' },
    ]);
    expect((await get('<f4@x>')).status).toBe(404);
    const [last, first] = await messages();
    await service.call(tenant.admin, api.deleteMessage, { id: first?.id ?? '' });
    expect(await list()).toMatchObject([{ id: '<f1@x>', message_count: 1, subject: 'Last' }]);
    await service.call(tenant.admin, api.deleteMessage, { id: last?.id ?? '' });
    expect(await list()).toEqual([]);
    expect((await get('<f1@x>')).status).toBe(404);
  });

  it('hold what the mailbox wrote too, and tell which have somebody else in them', async () => {
    await receive({ subject: 'Question', id: '<q1@x>' });
    const send = (body: object) => service.call(tenant.admin, api.send, { body: 'A plain answer.', ...body });
    await send({ from_mailbox: box.name, to: 'carol@example.com', subject: 'Outgoing' });
    const answered = await send({ thread_id: '<q1@x>' });
    expect(answered.body).toMatchObject({ status: 'sent' });
    expect((await list({ has_inbound: true })).map(({ id }) => id)).toEqual(['<q1@x>']);
    expect((await list({ has_inbound: false })).map(({ subject }) => subject)).toEqual(['Outgoing']);
    expect((await list()).find(({ id }) => id === '<q1@x>')).toMatchObject({
      message_count: 2,
      unread_count: 1,
    });
  });

  it('keep their counts exact through whatever becomes of their messages', async () => {
    for (const index of [1, 2, 3, 4]) await receive({ subject: `c${index}`, references: '<root@x>' });
    const { store } = service.daemon.context;
    const all = await messages();
    await service.call(tenant.admin, api.markMessageRead, { id: all[0]?.id ?? '' });
    await service.call(tenant.admin, api.starMessage, { id: all[1]?.id ?? '', starred: true });
    await service.call(tenant.admin, api.starMessage, { id: all[1]?.id ?? '', starred: true });
    await service.call(tenant.admin, api.deleteMessage, { id: all[2]?.id ?? '' });
    const summary = await store.read
      .selectFrom('threads')
      .selectAll()
      .where('mailbox_id', '=', box.id)
      .executeTakeFirst();
    expect(summary).toMatchObject({
      thread_id: '<root@x>',
      message_count: 3,
      unread_count: 2,
      starred_count: 1,
      inbound_count: 3,
      kept_out_count: 0,
    });
  });
});

describe('stars', () => {
  it('are set and taken, and found again', async () => {
    const service = await launch();
    try {
      const { admin, mailbox } = await createTenant(service);
      await service.deliver({
        from: 'a@example.org',
        to: mailbox.address,
        subject: 'Star',
        text: 'A plain text.',
      });
      await service.drain();
      const list = async (filter: object) =>
        (await service.must(admin, api.listMessages, { id: 'helper', ...filter })).messages;
      const [message] = await list({});
      const star = (body: object, key = admin) =>
        service.call(key, api.starMessage, unchecked({ id: message?.id ?? '', ...body }));
      expect((await star({ starred: true })).body).toEqual({ message_id: message?.id, starred: true });
      expect((await star({ starred: true })).status).toBe(200);
      expect(await list({ starred: true })).toMatchObject([{ id: message?.id, starred: true }]);
      expect((await star({ starred: false })).body).toMatchObject({ starred: false });
      expect(await list({ starred: true })).toEqual([]);
      for (const body of [{}, { starred: 'yes' }, { starred: true, more: 1 }]) {
        expect((await star(body)).body.code).toBe('VALIDATION_ERROR');
      }
      const other = await createMailbox(service, admin, 'other');
      const stranger = await createAgent(service, admin, other.id);
      expect((await star({ starred: true }, stranger)).body.code).toBe('MAILBOX_ACCESS_DENIED');
    } finally {
      await service.stop();
    }
  });
});
