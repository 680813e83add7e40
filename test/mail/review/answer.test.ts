import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, SECOND } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { openSession } from '../../support/people.ts';
import { setMailbox, sharedService } from '../../support/service.ts';
import { type Desk, openSupervisedDesk, type Verb } from './support.ts';

/** The decision about a held message, as the agent that sent it reads it. */

const service = sharedService();
let desk: Desk;
let count = 0;

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `answer${count}@example.com`);
});

const KEY = { 'idempotency-key': 'intent' };

/** The agent's send, held; made again with the same key it's a replay. */
function sendWithKey() {
  const body = {
    from_mailbox: desk.tenant.mailbox.id,
    to: 'ann@example.com',
    subject: 'Offer',
    body: 'We take it for 900.',
  };
  return service.call({ key: desk.agent, headers: KEY }, api.send, body);
}

const shown = (id: string) => service.must(desk.agent, api.getMessage, { id });

async function listed(id: string) {
  const { messages } = await service.must(desk.agent, api.listMessages, { id: desk.tenant.mailbox.id });
  return messages.find((each) => each.id === id);
}

async function threaded(id: string) {
  const thread_id = (await shown(id)).thread_id ?? '';
  const { messages } = await service.must(desk.agent, api.getThread, { thread_id });
  return messages.find((each) => each.id === id);
}

/** Decides as a signed-in person, or with the admin key or agent key. */
async function decideAs(who: 'person' | 'admin_key' | 'agent_key', verb: Verb, id: string, body?: object) {
  if (who !== 'person') {
    const key = who === 'admin_key' ? desk.tenant.admin : desk.agent;
    return desk.decide(key, verb, id, body);
  }
  const person = await openSession(service, desk.tenant.accountId);
  return service.request(person, `POST /v1/messages/${id}/${verb}`, { body });
}

const decidedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('the answer of a review', () => {
  it.each([
    ['deny', 'person', { reason: ' too expensive ' }, 'denied', 'too expensive'],
    ['deny', 'person', undefined, 'denied', null],
    ['deny', 'admin_key', { reason: 'too expensive' }, 'denied', 'too expensive'],
    ['approve', 'person', { reason: 'fine' }, 'approved', 'fine'],
    ['approve', 'admin_key', undefined, 'approved', null],
  ] as const)(
    'reaches the agent everywhere: %s by %s with %j',
    async (verb, who, body, resolution, reason) => {
      const { message_id: id, review: none } = (await sendWithKey()).body;
      expect([none, (await shown(id)).review]).toEqual([undefined, undefined]);
      expect((await decideAs(who, verb, id, body)).status).toBe(200);
      const review = { resolution, reason, decided_by: who, decided_at: decidedAt };
      expect((await shown(id)).review).toMatchObject(review);
      expect((await listed(id))?.review).toMatchObject(review);
      expect((await threaded(id))?.review).toMatchObject(review);
      expect(
        (await service.must({ key: desk.agent, headers: KEY }, api.probeIdempotency)).review,
      ).toMatchObject(review);
      expect((await sendWithKey()).body).toMatchObject({ replayed: true, review });
    },
  );

  it.each([
    ['release', 'person', 'released'],
    ['release', 'admin_key', 'released'],
    ['release', 'agent_key', 'released'],
    ['block', 'person', 'blocked'],
    ['block', 'admin_key', 'blocked'],
    ['block', 'agent_key', 'blocked'],
  ] as const)('is there for quarantined mail in both directions: %s by %s', async (verb, who, resolution) => {
    for (const id of [await desk.quarantined(), await desk.arrived()]) {
      expect((await decideAs(who, verb, id, { reason: 'seen' })).status).toBe(200);
      const review = { resolution, reason: 'seen', decided_by: who, decided_at: decidedAt };
      expect((await shown(id)).review).toMatchObject(review);
    }
  });

  it('says that the review expired', async () => {
    await desk.update({ approval_expiry: '24h' });
    const { message_id: id } = (await sendWithKey()).body;
    await service.operator(api.advanceClock, { seconds: DAY / SECOND + 1 });
    await service.drain();
    expect(await shown(id)).toMatchObject({
      state: 'blocked',
      review: { resolution: 'expired', reason: null, decided_by: 'system', decided_at: decidedAt },
    });
  });

  it('counts the report of a quarantined message as blocking it', async () => {
    const id = await desk.arrived();
    await service.call(desk.agent, api.reportMessage, { id, reason: 'a trick' });
    expect((await shown(id)).review).toMatchObject({
      resolution: 'blocked',
      reason: 'a trick',
      decided_by: 'agent_key',
    });
  });

  it('stays absent when the approval did not take effect', async () => {
    const { message_id: id } = (await sendWithKey()).body;
    await service.call(desk.tenant.admin, api.addSuppression, { email: 'ann@example.com' });
    expect((await desk.decide(desk.tenant.admin, 'approve', id, { reason: 'go' })).status).toBe(403);
    expect((await shown(id)).review).toBeUndefined();
  });

  it('says approved about mail that its recipient could not get any more', async () => {
    const other = await openSupervisedDesk(service, `gone${count}@example.com`);
    const id = await desk.pending(other.tenant.mailbox.address);
    await service.call(other.tenant.admin, api.deleteMailbox, { id: other.tenant.mailbox.id });
    await desk.decide(desk.tenant.admin, 'approve', id, { reason: 'go' });
    expect(await shown(id)).toMatchObject({
      state: 'blocked',
      review: { resolution: 'approved', reason: 'go' },
    });
  });

  it('loses its reason with the message, and keeps the decision for the key', async () => {
    const { message_id: id } = (await sendWithKey()).body;
    await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'not at 900' });
    await desk.remove(desk.tenant.admin, id);
    const { review } = await service.must({ key: desk.agent, headers: KEY }, api.probeIdempotency);
    expect(review).toMatchObject({ resolution: 'denied', reason: null, decided_by: 'admin_key' });
    const row = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('review')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.review).not.toContain('900');
  });

  it('hides personal data in the reason where the mailbox does', async () => {
    await desk.update({ pii_mode: 'redacted' });
    const { message_id: id } = (await sendWithKey()).body;
    await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'ask ann.miller@example.org first' });
    expect((await shown(id)).review).toMatchObject({ reason: 'ask <EMAIL_ADDRESS> first' });
    expect(
      (await service.must({ key: desk.agent, headers: KEY }, api.probeIdempotency)).review,
    ).toMatchObject({
      reason: 'ask <EMAIL_ADDRESS> first',
    });
  });

  it('shows no reason that was never looked at, once the mailbox hides personal data', async () => {
    const { message_id: id } = (await sendWithKey()).body;
    await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'ask ann.miller@example.org first' });
    await setMailbox(service, desk.tenant, { pii_mode: 'redacted' });
    expect((await shown(id)).review).toMatchObject({ resolution: 'denied', reason: null });
  });
});
