import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createTenant,
  sentToday,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';

/** Requests that repeat an idempotency key with other content than the first one had. */

const STRICT = { prefer: 'idempotency=strict' };

const service = sharedService();
let tenant: Tenant;
let agent: string;
let inbound: string[];

beforeAll(async () => {
  tenant = await createTenant(service);
  await allowFiles(service, tenant);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  for (const subject of ['One', 'Two']) {
    await service.deliver({ from: 'x@example.org', to: tenant.mailbox.address, subject, text: 'Hello you.' });
    await service.drain();
  }
  const { body } = await service.call(agent, api.listMessages, { id: 'helper', direction: 'inbound' });
  inbound = body.messages.map(({ id }) => id);
});

const FIRST = { from_mailbox: 'helper', to: 'ann@example.org', subject: 'Once', body: 'Only once, please.' };
const send = (key: string, more: object = {}, headers = {}) =>
  service.call({ key: agent, headers: { 'idempotency-key': key, ...headers } }, api.send, {
    ...FIRST,
    ...more,
  });
const upload = async (content: string, filename = 'a.txt') =>
  (await stage(service, agent, tenant, { filename, content })).body.id;

describe('a key that was used with other content', () => {
  it('answers with the first result and the names of the fields that differ', async () => {
    const first = await send('names');
    expect(first.body).not.toHaveProperty('differs');
    const changes: [object, string[] | undefined][] = [
      [{}, undefined],
      [{ body: 'Another text.' }, ['body']],
      [{ subject: 'Another' }, ['subject']],
      [{ to: 'bob@example.org', html: '<p>Only once, please.</p>' }, ['html', 'to']],
      [{ to: ' ANN@example.org ', from_mailbox: tenant.mailbox.id }, undefined],
      // The sanitizer would refuse it.
      [{ html: '<script>alert(1)</script>' }, ['html']],
    ];
    for (const [change, differs] of changes) {
      const again = await send('names', change);
      expect([again.status, again.body.message_id], JSON.stringify(change)).toEqual([
        200,
        first.body.message_id,
      ]);
      expect(again.body).toMatchObject({ replayed: true, recipient: 'ann@example.org' });
      expect(again.body.differs, JSON.stringify(change)).toEqual(differs);
      expect(JSON.stringify(again.body)).not.toMatch(/Another|bob@/);
    }
  });

  it('is refused for a caller who asks for that, every time, and sends nothing', async () => {
    const first = await send('strict', {}, STRICT);
    expect([first.status, first.headers.get('preference-applied')]).toEqual([200, 'idempotency=strict']);
    const before = await sentToday(service, tenant.admin);
    for (const body of ['Two.', 'Three.', 'Four.']) {
      const refused = await send('strict', { body }, STRICT);
      expect([refused.status, refused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      expect(refused.body.details).toEqual({ differs: ['body'], message_id: first.body.message_id });
      expect(refused.headers.get('preference-applied')).toBe('idempotency=strict');
      const repeated = await send('strict', {}, STRICT);
      expect([repeated.status, repeated.body.message_id]).toEqual([200, first.body.message_id]);
      expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await sentToday(service, tenant.admin)).toBe(before);
    const both = await send('strict', { body: 'Five.' }, { prefer: 'outcome=strict, idempotency=strict' });
    expect([both.body.code, both.headers.get('preference-applied')]).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
      'outcome=strict, idempotency=strict',
    ]);
  });

  it("doesn't look at the order of fields and the spaces of the JSON", async () => {
    const post = (body: string) =>
      fetch(`${service.daemon.runtime.http}/v1/messages/send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${agent}`,
          'content-type': 'application/json',
          'idempotency-key': 'order',
          ...STRICT,
        },
        body,
      });
    const reversed = Object.fromEntries(Object.entries(FIRST).toReversed());
    for (const body of [JSON.stringify(FIRST), JSON.stringify(reversed, null, 4), JSON.stringify(reversed)]) {
      const answer = await post(body);
      expect(answer.status).toBe(200);
      expect(await answer.json()).not.toHaveProperty('differs');
    }
  });

  it('compares files by name and bytes, so that a new upload of the same file is the same', async () => {
    const first = await send('files', {
      attachment_ids: [await upload('one'), await upload('two', 'b.txt')],
    });
    expect(first.status).toBe(200);
    const repeats: [string[], string[] | undefined][] = [
      [[await upload('one'), await upload('two', 'b.txt')], undefined],
      [[await upload('one'), await upload('other', 'b.txt')], ['attachment_ids']],
      [[await upload('one'), await upload('two', 'c.txt')], ['attachment_ids']],
      [[await upload('two', 'b.txt'), await upload('one')], ['attachment_ids']],
      [[], ['attachment_ids']],
    ];
    for (const [ids, differs] of repeats) {
      const again = await send('files', { attachment_ids: ids });
      expect([again.body.message_id, again.body.differs]).toEqual([first.body.message_id, differs]);
    }
  });

  it('counts the answered message of a reply, and not whether that becomes read', async () => {
    const [one = '', two = ''] = inbound;
    const reply = (id: string, more: object = {}) =>
      service.call({ key: agent, headers: { 'idempotency-key': 'reply' } }, api.reply, {
        id,
        body: 'Thank you for all of it.',
        ...more,
      });
    expect((await reply(one)).body).not.toHaveProperty('replayed');
    expect((await reply(one, { mark_read: true })).body).not.toHaveProperty('differs');
    expect((await reply(two)).body.differs).toEqual(['id']);
    expect((await send('reply')).body.differs).toEqual(['body', 'from_mailbox', 'id', 'subject', 'to']);
  });

  it('is noticed for drafts, after an edit of the draft too', async () => {
    const draft = { mailbox_id: 'helper', to: 'ann@example.org', subject: 'Later', body: 'Not yet.' };
    const create = (more: object, headers: Record<string, string> = {}) =>
      service.call({ key: agent, headers: { 'idempotency-key': 'draft', ...headers } }, api.createDraft, {
        ...draft,
        ...more,
      });
    const { id } = (await create({})).body;
    await service.call(agent, api.updateDraft, { id, body: 'Changed since.' });
    const same = await create({ mailbox_id: tenant.mailbox.id }, STRICT);
    expect([same.status, same.body]).toMatchObject([200, { id, replayed: true }]);
    expect(same.body).not.toHaveProperty('differs');
    expect((await create({ subject: 'Sooner' })).body).toMatchObject({ id, differs: ['subject'] });
    const refused = await create({ subject: 'Sooner' }, STRICT);
    expect([refused.status, refused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    // The key that created the draft may send it.
    const headers = { 'idempotency-key': 'draft', ...STRICT };
    const sent = await service.call({ key: agent, headers }, api.sendDraft, { id });
    expect([sent.status, sent.body]).toMatchObject([200, { status: 'sent' }]);
    const again = await service.call({ key: agent, headers }, api.sendDraft, { id });
    expect([again.status, again.body]).toMatchObject([200, { replayed: true }]);
  });

  it('is noticed where a key that sent a draft creates one', async () => {
    const draft = { mailbox_id: 'helper', to: 'ann@example.org', subject: 'Later', body: 'Not yet.' };
    const { id } = (await service.call(agent, api.createDraft, draft)).body;
    const caller = { key: agent, headers: { 'idempotency-key': 'sent first' } };
    await service.call(caller, api.sendDraft, { id });
    const created = await service.call(caller, api.createDraft, draft);
    expect(created.body).toMatchObject({ id, differs: ['body', 'mailbox_id', 'subject', 'to'] });
  });

  it('is noticed for edits of held mail', async () => {
    await service.call(tenant.admin, api.updateMailbox, { id: 'helper', hitl_mode: 'all_outbound' });
    const held = (await send('held')).body.message_id;
    const edit = (body: string, headers = {}) =>
      service.call(
        { key: tenant.admin, headers: { 'idempotency-key': 'edit', ...headers } },
        api.editMessage,
        unchecked({ id: held, body }),
      );
    const first = await edit('A better text.', STRICT);
    expect([first.status, first.headers.get('preference-applied')]).toEqual([200, 'idempotency=strict']);
    expect((await edit('A better text.')).body).not.toHaveProperty('differs');
    expect((await edit('Yet another text.')).body.differs).toEqual(['body']);
    expect((await edit('Yet another text.', STRICT)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await service.call(tenant.admin, api.updateMailbox, { id: 'helper', hitl_mode: 'disabled' });
  });

  it('keeps no trace of the content after the message is deleted', async () => {
    const { message_id: id } = (await send('deleted')).body;
    const contents = async () =>
      (
        await service.daemon.context.store.read
          .selectFrom('idempotency_keys')
          .select('content')
          .where('message_id', '=', id)
          .execute()
      ).map(({ content }) => content && Object.keys(content).toSorted());
    expect(await contents()).toEqual([['body', 'from_mailbox', 'subject', 'to']]);
    await service.call(tenant.admin, api.deleteMessage, { id });
    expect(await contents()).toEqual([null]);
    // Nothing is left to compare with.
    const again = await send('deleted', { body: 'Other.' }, STRICT);
    expect([again.status, again.body.message_id]).toEqual([200, id]);
    expect(again.body).not.toHaveProperty('differs');
  });
});
