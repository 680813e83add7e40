import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { BLOCKED, openDraftDesk } from '../../support/drafts.ts';
import { codeOf } from '../../support/service.ts';
import { allowFiles, stage, usedBytes } from '../../support/uploads.ts';

const desk = openDraftDesk();
const withHeaders = (headers: Record<string, string>) => ({ key: desk.agent, headers });
const { box, create, failures, get, outboxTo, quota, remove, send, update } = desk;

describe('sending a draft', () => {
  it('makes it the message that it is, charged once, with the sender as its actor', async () => {
    const { id } = (await create({}, desk.tenant.admin)).body;
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
    expect((await send((await create({}, desk.tenant.admin)).body.id)).body.status).toBe('pending_review');
    expect((await send((await create()).body.id, desk.tenant.admin)).body.status).toBe('sent');
  });

  it('passes the gates of any other send, and changes nothing when they refuse', async () => {
    const { id } = (await create()).body;
    await desk.service.call(desk.tenant.admin, api.addSuppression, { email: 'ann@example.org' });
    for (const prefer of ['', 'respond-async']) {
      expect(codeOf(await send(id, withHeaders({ prefer })))).toEqual([403, 'RECIPIENT_SUPPRESSED']);
    }
    expect((await get(id)).body).toMatchObject({
      state: 'draft',
      send_attempts: 0,
      last_dispatch_error_code: null,
    });
    expect(await quota()).toBe(0);
  });

  it('leaves a draft whose content is blocked as it is, uncharged, with its files', async () => {
    await allowFiles(desk.service, desk.tenant);
    const file = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const { id } = (await create({ body: BLOCKED, attachment_ids: [file.id] })).body;
    const used = await usedBytes(desk.service, desk.tenant);
    const key = withHeaders({ 'idempotency-key': `blocked-${desk.count}` });
    const refused = await send(id, key);
    expect([...codeOf(refused), refused.body.details]).toMatchObject([
      422,
      'DRAFT_REJECTED_BY_RESCAN',
      { worst_decision: 'block', scan: { verdict: 'blocked' } },
    ]);
    expect((await get(id)).body).toMatchObject({
      state: 'draft',
      thread_id: null,
      attachments: [{ upload_id: file.id }],
    });
    expect([await quota(), await usedBytes(desk.service, desk.tenant)]).toEqual([0, used]);
    await update(id, { body: 'Harmless.' });
    expect((await send(id, key)).body).toMatchObject({ status: 'sent', message_id: id });
    expect((await send(id, key)).body).toMatchObject({ status: 'sent', message_id: id });
    expect(await quota()).toBe(1);
    await desk.service.drain();
    const preview = 'week,count\n1,12'.length;
    expect(await usedBytes(desk.service, desk.tenant)).toBe(
      used - BLOCKED.length + 'Harmless.'.length + preview,
    );
  });

  it('answers early when asked to, and tells of a blocked one by an event', async () => {
    const { id } = (await create()).body;
    const early = await send(id, withHeaders({ prefer: 'respond-async' }));
    expect([early.status, early.body]).toEqual([
      202,
      { draft_id: id, message_id: id, status: 'dispatching' },
    ]);
    expect(early.headers.get('preference-applied')).toBe('respond-async');
    await desk.service.drain();
    expect((await get(id)).body).toMatchObject({ state: 'delivered' });

    const bad = (await create({ body: BLOCKED })).body.id;
    expect((await send(bad, withHeaders({ prefer: 'respond-async' }))).status).toBe(202);
    await desk.service.drain();
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
    const to = desk.tenant.mailbox.address.replace('box', 'nobody');
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
  ] as const)('%s at the same time do not both happen', { tags: 'race' }, async (_, act) => {
    const { id } = (await create({ to: `race${desk.count}@example.org` })).body;
    const replies = await Promise.all(await act(id));
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThanOrEqual(1);
    for (const lost of replies.filter(({ status }) => status !== 200)) {
      expect(['CONFLICT', 'DRAFT_ALREADY_SENT', 'NOT_FOUND']).toContain(lost.body.code);
    }
    const mails = await outboxTo(`race${desk.count}@example.org`);
    expect(mails.length).toBeLessThanOrEqual(1);
    expect(await quota()).toBe(mails.length);
    const row = await desk.service.daemon.context.store.read
      .selectFrom('messages')
      .select(['state', 'subject'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(mails).toHaveLength(row.state === 'delivered' ? 1 : 0);
    if (row.state === 'delivered') expect(mails[0]).toMatchObject({ subject: row.subject });
  });
});

describe('idempotency keys of drafts', () => {
  it('write one draft, however often they are used', { tags: 'race' }, async () => {
    const key = withHeaders({ 'idempotency-key': `create-${desk.count}` });
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({}, key)));
    const ids = new Set(replies.filter(({ status }) => status < 300).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const again = await create({ subject: 'Another' }, key);
    expect([again.status, again.body.id]).toEqual([200, [...ids][0]]);
    await remove(again.body.id);
    expect(codeOf(await create({}, key))).toEqual([409, 'CONFLICT']);
  });

  it('send one draft: the key that wrote it too, the key of another not', async () => {
    const mine = withHeaders({ 'idempotency-key': `mine-${desk.count}` });
    const other = withHeaders({ 'idempotency-key': `other-${desk.count}` });
    const { id } = (await create({}, mine)).body;
    const second = (await create({}, other)).body.id;
    expect(codeOf(await send(id, other))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    expect((await send(id, mine)).status).toBe(200);
    expect((await send(id, mine)).body).toMatchObject({ message_id: id, status: 'sent' });
    const sender = withHeaders({ 'idempotency-key': `sender-${desk.count}` });
    expect((await send(second, sender)).status).toBe(200);
    expect((await send(second, sender)).body.message_id).toBe(second);
    expect(codeOf(await send(second, other))).toEqual([409, 'DRAFT_ALREADY_SENT']);
    expect((await create({}, sender)).body.id).toBe(second);
    expect(await quota()).toBe(2);
  });

  it('are not shared with immediate sends', async () => {
    const key = withHeaders({ 'idempotency-key': `shared-${desk.count}` });
    const { id } = (await create({}, key)).body;
    const immediate = {
      from_mailbox: desk.tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 's',
      body: 'Hello.',
    };
    const reused = await desk.service.call(key, api.send, immediate);
    expect(codeOf(reused)).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    const probed = await desk.service.call(key, api.probeIdempotency);
    expect(codeOf(probed)).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT']);
    const sent = withHeaders({ 'idempotency-key': `sent-${desk.count}` });
    await desk.service.call(sent, api.send, immediate);
    expect(codeOf(await create({}, sent))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND']);
    expect(codeOf(await send(id, sent))).toEqual([409, 'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND']);
  });

  it('send once under twenty concurrent tries', { tags: 'race' }, async () => {
    const key = withHeaders({ 'idempotency-key': `burst-${desk.count}` });
    const { id } = (await create({ to: `burst${desk.count}@example.org` })).body;
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(id, key)));
    const codes = new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    expect([...codes].filter((code) => code !== 'IDEMPOTENT_REQUEST_IN_FLIGHT')).toEqual([]);
    expect(await outboxTo(`burst${desk.count}@example.org`)).toHaveLength(1);
    expect(await quota()).toBe(1);
  });
});

describe('files of a draft', () => {
  beforeEach(() => allowFiles(desk.service, desk.tenant));

  it('are held: they do not expire, and no other message takes them', async () => {
    const file = (await stage(desk.service, desk.agent, desk.tenant)).body;
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
    await desk.service.operator(api.advanceClock, { seconds: 2 * 86_400 });
    expect((await desk.service.call(desk.agent, api.getStagedAttachment, { id: file.id })).status).toBe(200);
    expect((await send(id)).body.status).toBe('sent');
    expect(
      (await desk.service.call(desk.agent, api.getStagedAttachment, { id: file.id })).body,
    ).toMatchObject({
      status: 'consumed',
      consumed_message_id: id,
    });
  });

  it('are free again when the draft leaves them out or is deleted, and gone when their day is over', async () => {
    const first = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const second = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const { id } = (await create({ attachment_ids: [first.id, second.id] })).body;
    const fewer = await update(id, { attachment_ids: [second.id] });
    expect(fewer.body.attachments.map(({ upload_id }) => upload_id)).toEqual([second.id]);
    expect((await create({ attachment_ids: [first.id] })).status).toBe(201);
    await desk.service.operator(api.advanceClock, { seconds: 86_401 });
    expect((await desk.service.call(desk.agent, api.getStagedAttachment, { id: second.id })).status).toBe(
      200,
    );
    await remove(id);
    await desk.service.drain();
    expect((await desk.service.call(desk.agent, api.getStagedAttachment, { id: second.id })).status).toBe(
      404,
    );
  });

  it('are kept by a change that does not name them, and cleared by null', async () => {
    const file = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const { id } = (await create({ attachment_ids: [file.id] })).body;
    expect((await update(id, { subject: 'Same files' })).body.attachments).toHaveLength(1);
    expect((await update(id, { attachment_ids: null })).body.attachments).toEqual([]);
    expect(
      (await desk.service.call(desk.agent, api.getStagedAttachment, { id: file.id })).body
        .content_scan_status,
    ).toBe('clean');
  });

  it('are checked again when the draft is sent', async () => {
    const file = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const { id } = (await create({ attachment_ids: [file.id] })).body;
    await box({ outbound_attachments_enabled: false });
    expect(codeOf(await send(id))).toEqual([403, 'OUTBOUND_ATTACHMENTS_DISABLED']);
  });
});
