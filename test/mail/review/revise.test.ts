import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  launch,
  sharedService,
  startService,
  temporaryHome,
  unchecked,
} from '../../support/service.ts';
import { brokenRules, watchStates } from './invariants.ts';
import { type Desk, openSupervisedDesk, SENSITIVE } from './support.ts';

/** A person denies a message with a reason, and the agent sends a better one in its place. */

const service = sharedService();
let desk: Desk;
let count = 0;

beforeAll(() => watchStates(service));

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `revise${count}@example.com`);
});

const shown = async (id: string, key = desk.agent) => (await service.call(key, api.getMessage, { id })).body;

async function arrive(subject = 'Lunch?', to = desk.tenant.mailbox.address): Promise<string> {
  const answer = await service.deliver({
    from: 'ann@example.com',
    to,
    subject,
    text: 'Are you free on Friday?',
  });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

function reply(id: string, body: Record<string, unknown>, key?: string) {
  const headers = key === undefined ? undefined : { 'idempotency-key': key };
  return service.call({ key: desk.agent, headers }, api.reply, unchecked({ id, body: 'Yes.', ...body }));
}

const send = (body: Record<string, unknown>, key = desk.agent) =>
  service.call(key, api.send, unchecked({ body: 'Better.', ...body }));

const deny = (id: string, reason = 'wrong day') => desk.decide(desk.tenant.admin, 'deny', id, { reason });

async function denied(body: Record<string, unknown> = {}): Promise<{ inbound: string; id: string }> {
  const inbound = await arrive();
  const { message_id: id } = (await reply(inbound, body)).body;
  await deny(id);
  return { inbound, id };
}

const wait = async (query: Record<string, string>, key = desk.agent) => {
  const text = new URLSearchParams({ timeout: '1', ...query });
  const { body } = await service.request<{ message: Record<string, never> | null }>(
    key,
    `GET /v1/mailboxes/${desk.tenant.mailbox.id}/messages/wait?${text}`,
  );
  return body.message;
};

/** A wait that looks at what is there; the clock ends it if there is nothing. */
async function offered(query: Record<string, string> = {}) {
  const waiting = wait({ denied: 'true', since: new Date(service.clock.now()).toISOString(), ...query });
  let isOver = false;
  void waiting.finally(() => {
    isOver = true;
  });
  await expect.poll(() => isOver || service.daemon.context.signals.watching('mailbox') > 0).toBe(true);
  if (!isOver) service.clock.moveTo(service.clock.now() + 1000);
  return waiting;
}

describe('a denied message', () => {
  it('ends a wait that asks for denials, until it is revised', async () => {
    const { inbound, id } = await denied();
    const offer = await offered();
    expect(offer).toMatchObject({
      id,
      state: 'blocked',
      direction: 'outbound',
      in_reply_to_message_id: inbound,
      review: { resolution: 'denied', reason: 'wrong day', held_because: ['hitl_all_outbound'] },
    });
    expect((await offered())?.id).toBe(id);
    const sent = await reply(inbound, { revises: id, body: 'Yes, on Friday.' });
    expect(sent.body).toMatchObject({ status: 'pending_review', revises: id });
    expect(await offered()).toBeNull();
    expect(await brokenRules(desk)).toEqual([]);
  });

  it('wakes a wait that began before the denial', async () => {
    const inbound = await arrive();
    const { message_id: id } = (await reply(inbound, {})).body;
    const since = new Date(service.clock.now()).toISOString();
    const waiting = wait({ denied: 'true', since, timeout: '30' });
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBeGreaterThan(0);
    await deny(id);
    expect((await waiting)?.id).toBe(id);
  });

  it('is no message for a wait or list that does not ask for it', async () => {
    const { id } = await denied();
    const waiting = wait({ since: new Date(service.clock.now()).toISOString(), timeout: '1' });
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBeGreaterThan(0);
    service.clock.moveTo(service.clock.now() + 1000);
    expect(await waiting).toBeNull();
    const list = async (query: object) =>
      (await service.call(desk.agent, api.listMessages, { id: desk.tenant.mailbox.id, ...query })).body
        .messages;
    expect((await list({ unread: 'true' })).map((each) => each.id)).not.toContain(id);
    expect((await list({ denied: 'true' })).map((each) => each.id)).toEqual([id]);
  });

  it('is not offered after it was marked as read, which leaves read_at null', async () => {
    const { id } = await denied();
    const { body } = await service.call(desk.agent, api.markMessageRead, { id });
    expect(body).toEqual({ message_id: id, read_at: null });
    expect(await offered()).toBeNull();
    expect((await reply((await denied()).inbound, {})).status).toBe(200);
    expect((await send({ revises: id })).body).toMatchObject({ status: 'pending_review', revises: id });
  });

  it('is offered once for each time, although several were denied in one millisecond', async () => {
    const ids = [await denied(), await denied(), await denied()].map(({ id }) => id);
    const seen: unknown[] = [];
    let since: string | undefined;
    for (;;) {
      const message = await offered(since === undefined ? {} : { denied_since: since });
      if (message === null) break;
      const { id, review } = message as unknown as { id: string; review: { open_since: string } };
      seen.push(id);
      since = review.open_since;
    }
    expect(seen).toEqual(ids);
  });

  it('is not offered once it is deleted or expired', async () => {
    const { id } = await denied();
    await desk.remove(desk.tenant.admin, id);
    expect(await offered()).toBeNull();
  });

  it('is for callers of its mailbox only', async () => {
    const { id } = await denied();
    const other = (await service.call(desk.tenant.admin, api.createMailbox, { name: `other-${count}` })).body;
    const agent = await createAgent(service, desk.tenant.admin, other.id);
    const request = { from_mailbox: other.id, to: 'ann@example.com', subject: 'Hi', revises: id };
    expect((await send(request, agent)).status).toBe(404);
    expect((await send({ revises: id }, agent)).status).toBe(404);
    expect((await send(request, desk.tenant.admin)).status).toBe(404);
  });
});

describe('a revision', () => {
  it('keeps recipient, subject and thread where they are left out', async () => {
    const { inbound, id } = await denied();
    const { message_id: second } = (await send({ revises: id, body: 'Yes, on Friday.' })).body;
    const first = await shown(id);
    expect(await shown(second)).toMatchObject({
      recipient: first.recipient,
      subject: first.subject,
      thread_id: first.thread_id,
      in_reply_to: first.in_reply_to,
      in_reply_to_message_id: inbound,
      revises: id,
      body: { content: 'Yes, on Friday.' },
    });
  });

  it('tells the whole story in each of its versions', async () => {
    const { id } = await denied();
    const { message_id: second } = (await send({ revises: id })).body;
    await deny(second, 'too short');
    const { message_id: third } = (await send({ revises: second, body: 'A longer text.' })).body;
    await desk.decide(desk.tenant.admin, 'approve', third, { reason: 'good' });
    const versions = [
      { id, state: 'blocked', review: { resolution: 'denied', reason: 'wrong day', revised_as: second } },
      {
        id: second,
        state: 'blocked',
        review: { resolution: 'denied', reason: 'too short', revised_as: third },
      },
      {
        id: third,
        state: 'delivered',
        review: {
          resolution: 'approved',
          reason: 'good',
          held_because: ['hitl_all_outbound', 'revision'],
        },
      },
    ];
    for (const each of [id, second, third]) expect((await shown(each)).versions).toMatchObject(versions);
    expect(await desk.sent(third)).toBe(1);
    expect(await brokenRules(desk)).toEqual([]);
  });

  it('is charged, scanned and held like any other', async () => {
    const { id } = await denied();
    const before = await desk.charged();
    const { body } = await send({ revises: id, body: SENSITIVE });
    expect(body).toMatchObject({ status: 'quarantined', scan: { verdict: 'quarantined' } });
    expect(await desk.charged()).toBe(before + 1);
  });

  it('waits for a person although the mailbox would let it go', async () => {
    const { id } = await denied();
    await desk.update({ hitl_mode: 'disabled' });
    const { body } = await send({ revises: id });
    expect(body).toMatchObject({ status: 'pending_review', hold_context: { summary_reasons: ['revision'] } });
  });

  it('passes the gates again', async () => {
    const { id } = await denied();
    await service.call(desk.tenant.admin, api.addSuppression, { email: 'ann@example.com' });
    expect((await send({ revises: id })).body.code).toBe('RECIPIENT_SUPPRESSED');
    expect((await offered())?.id).toBe(id);
    expect((await send({ revises: id, to: 'bob@example.com' })).status).toBe(200);
  });

  it('is refused while another version waits, and names it', async () => {
    const { inbound, id } = await denied();
    const { message_id: second } = (await send({ revises: id })).body;
    for (const attempt of [send({ revises: id }), reply(inbound, { revises: id })]) {
      const { status, body } = await attempt;
      expect([status, body]).toMatchObject([
        409,
        { code: 'CONFLICT', details: { reason: 'already_revised', revised_as: second } },
      ]);
    }
    await deny(second);
    expect((await send({ revises: id })).body.details).toMatchObject({ revised_as: second });
    expect((await send({ revises: second })).status).toBe(200);
  });

  it('is refused for a message that nobody denied', async () => {
    const held = await desk.pending();
    expect((await send({ revises: held })).body).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'not_denied', state: 'pending_review' },
    });
    expect((await send({ revises: await arrive() })).body.details).toMatchObject({ reason: 'not_denied' });
    expect((await send({ revises: crypto.randomUUID() })).status).toBe(404);
  });

  it('happens once for its key, and not for the key of the first try', async () => {
    const inbound = await arrive();
    const { message_id: id } = (await reply(inbound, {}, `first${count}`)).body;
    await deny(id);
    expect((await reply(inbound, { revises: id }, `first${count}`)).body).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'idempotency_key_in_use' },
    });
    const second = await reply(inbound, { revises: id }, `second${count}`);
    const again = await reply(inbound, { revises: id }, `second${count}`);
    expect(again.body).toMatchObject({ message_id: second.body.message_id, replayed: true });
  });

  it('of a denied message at the same moment happens once', { tags: 'race' }, async () => {
    const { id } = await denied();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ revises: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await brokenRules(desk)).toEqual([]);
  });
});

describe('a reply with mark_read', () => {
  const readAt = async (id: string) => (await shown(id)).read_at;

  it('marks the answered message as read when it is held or sent', async () => {
    const held = await arrive();
    await reply(held, { mark_read: true });
    expect(await readAt(held)).not.toBeNull();
    await desk.update({ hitl_mode: 'disabled' });
    const sent = await arrive('Tea?');
    await reply(sent, { mark_read: true });
    expect(await readAt(sent)).not.toBeNull();
  });

  it('leaves it unread without the field, and when nothing is sent', async () => {
    const plain = await arrive();
    await reply(plain, {});
    expect(await readAt(plain)).toBeNull();
    await service.call(desk.tenant.admin, api.addSuppression, { email: 'ann@example.com' });
    expect((await reply(plain, { mark_read: true })).status).toBe(403);
    expect(await readAt(plain)).toBeNull();
  });

  it('keeps the time of an earlier reading', async () => {
    const id = await arrive();
    const { read_at } = (await service.call(desk.agent, api.markMessageRead, { id })).body;
    service.clock.moveTo(service.clock.now() + 60_000);
    await reply(id, { mark_read: true });
    expect(await readAt(id)).toBe(read_at);
  });

  it('works for a draft, when it is sent', async () => {
    const id = await arrive();
    const draft = await service.call(
      desk.agent,
      api.createDraft,
      unchecked({ in_reply_to_message_id: id, body: 'Yes.', mark_read: true }),
    );
    expect([draft.status, await readAt(id)]).toEqual([201, null]);
    await service.call(desk.agent, api.sendDraft, { id: draft.body.id });
    expect(await readAt(id)).not.toBeNull();
  });
});

it('offers a denial after a restart of the daemon', async () => {
  const home = temporaryHome();
  const own = await launch({ home });
  const other = await openSupervisedDesk(own, 'restarted@example.com');
  const id = await other.pending();
  await other.decide(other.tenant.admin, 'deny', id, { reason: 'no' });
  await own.stop();
  const again = await startService({ home });
  const { body } = await again.call(other.agent, api.waitForMessage, {
    id: other.tenant.mailbox.id,
    denied: true,
    timeout: 1,
  });
  expect(body.message?.id).toBe(id);
});
