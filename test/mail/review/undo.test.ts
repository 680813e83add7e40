import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, SystemClock } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { openSession } from '../../support/people.ts';
import {
  codeOf,
  createAgent,
  type Reply,
  type Service,
  setMailbox,
  sharedService,
  startService,
} from '../../support/service.ts';
import { type Desk, decisionStates, openDesk, openSupervisedDesk, type Verb } from './support.ts';

/** Decisions that can be taken back for a few seconds. */

const service = sharedService();
let desk: Desk;
let count = 0;

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `undo${count}@example.com`);
});

const admin = (of: Desk = desk) => of.tenant.admin;
const later = (verb: Verb, id: string, key = admin(), reason?: string) =>
  desk.decide(key, verb, id, { undo: true, ...(reason !== undefined && { reason }) });
const undo = (id: string, key = admin()) => service.call(key, api.undoDecision, { id });
const shown = async (id: string, key = admin()) => (await service.call(key, api.getMessage, { id })).body;
const outcome = ({ status, body }: Reply<{ status?: string }>) => `${status} ${body.status ?? body.code}`;
const decisions = (of: Desk = desk) => decisionStates(of);

async function pass(seconds: number, of: Service = service): Promise<void> {
  await of.operator(api.advanceClock, { seconds });
}

describe('a decision that can be taken back', () => {
  it.each([
    ['approve', 'pending', 'delivered', 'message.review.approved'],
    ['deny', 'pending', 'blocked', 'message.review.denied'],
    ['release', 'quarantined', 'delivered', 'message.hold.released'],
    ['block', 'quarantined', 'blocked', 'message.hold.blocked'],
    ['release', 'arrived', 'available', 'message.hold.released'],
    ['block', 'arrived', 'blocked', 'message.hold.blocked'],
  ] as const)(
    '%s of %s mail takes effect when its time has come, not before',
    async (verb, kind, end, audit) => {
      const id = await desk[kind]();
      const before = await shown(id);
      const due = new Date(service.clock.now() + 10 * SECOND).getTime();
      const answer = await later(verb, id, admin(), ' my reason ');
      expect([answer.status, answer.body]).toEqual([
        202,
        {
          status: 'scheduled',
          message_id: id,
          decision: verb,
          due_at: expect.any(String),
          undo_seconds: 10,
        },
      ]);
      expect(Math.abs(Date.parse(String(answer.body.due_at)) - due)).toBeLessThan(5 * SECOND);
      const pending = { kind: verb, by: 'admin_key', due_at: answer.body.due_at };
      expect(await shown(id)).toEqual({ ...before, decision_pending: pending });
      const { messages } = await service.must(admin(), api.listMessages, {
        id: desk.tenant.mailbox.id,
        status: before.state,
      });
      expect(messages.find((each) => each.id === id)?.decision_pending).toEqual(pending);
      const waiting = await service.must(desk.agent, api.waitForDecision, { id, timeout: 1 });
      expect(waiting).toMatchObject({ decided: false, state: before.state });
      await pass(8);
      expect([await desk.state(id), await desk.sent(id)]).toEqual([before.state, 0]);
      await pass(3);
      expect([await desk.state(id), await desk.sent(id)]).toEqual([end, end === 'delivered' ? 1 : 0]);
      const after = await shown(id);
      expect(after).not.toHaveProperty('decision_pending');
      expect(after.review).toMatchObject({ reason: 'my reason', decided_by: 'admin_key' });
      expect((await desk.audit(id)).map((row) => row.kind)).toEqual(['message.decision.scheduled', audit]);
      expect(await decisions()).toEqual(['scheduled']);
      await pass(DAY / 1000);
      expect(await desk.sent(id)).toBe(end === 'delivered' ? 1 : 0);
    },
  );

  it('is taken back three times, decided otherwise, and only the last decision takes effect', async () => {
    const id = await desk.pending();
    for (const verb of ['approve', 'deny', 'approve'] as const) {
      expect((await later(verb, id)).status).toBe(202);
      const answer = await undo(id);
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'undone', message_id: id, decision: verb, state: 'pending_review' },
      ]);
      const again = await undo(id);
      expect([...codeOf(again), again.body.details]).toEqual([
        409,
        'CONFLICT',
        { state: 'pending_review', reason: 'no_decision_pending' },
      ]);
      expect(codeOf(await later('release', id))).toEqual([409, 'CONFLICT']);
    }
    await pass(5);
    expect((await later('deny', id)).status).toBe(202);
    // The jobs of the decisions that were taken back find nothing of theirs.
    await pass(6);
    expect(await desk.state(id)).toBe('pending_review');
    await pass(5);
    expect([await desk.state(id), await desk.sent(id), await desk.charged()]).toEqual(['blocked', 0, 0]);
    expect(codeOf(await undo(id))).toEqual([409, 'CONFLICT']);
    expect(await desk.events('message.review_resolved')).toMatchObject([{ resolution: 'denied' }]);
  });

  it('keeps every other decision out until then, and lets each reviewer take it back', async () => {
    const person = await openSession(service, desk.tenant.accountId);
    const id = await desk.pending();
    const scheduled = await person.call(api.approveMessage, { id, undo: true });
    expect(scheduled.status).toBe(202);
    const facts = {
      state: 'pending_review',
      kind: 'approve',
      by: 'person',
      due_at: scheduled.body.due_at,
    };
    for (const refused of [
      await desk.decide(admin(), 'approve', id),
      await desk.decide(admin(), 'deny', id),
      await later('deny', id),
      await service.call(admin(), api.editMessage, { id, subject: 'Other' }),
    ]) {
      expect([...codeOf(refused), refused.body.details]).toEqual([409, 'DECISION_PENDING', facts]);
    }
    const other = await openDesk(service, `other${count}@example.com`);
    expect(codeOf(await undo(id, other.tenant.admin))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await undo(id))).toBe('200 undone');
    expect((await desk.decide(admin(), 'deny', id)).body.status).toBe('denied');
    await pass(60);
    expect([await desk.state(id), await desk.sent(id)]).toEqual(['blocked', 0]);
  });

  it('of a person stays out of reach of agents, who take back only their own', async () => {
    const id = await desk.arrived();
    expect((await later('block', id)).status).toBe(202);
    const refused = await undo(id, desk.agent);
    expect([...codeOf(refused), refused.body.details]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      { reason: 'decision_of_another' },
    ]);
    expect(codeOf(await desk.decide(desk.agent, 'release', id))).toEqual([409, 'DECISION_PENDING']);
    expect(outcome(await undo(id))).toBe('200 undone');
    expect((await later('block', id, desk.agent)).status).toBe(202);
    expect(outcome(await undo(id, desk.agent))).toBe('200 undone');
    const unbound = await createAgent(
      service,
      admin(),
      (await service.must(admin(), api.createMailbox, { name: `far${count}` })).id,
    );
    expect(codeOf(await undo(id, unbound))).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    const mine = await desk.pending();
    for (const verb of ['approve', 'deny'] as const)
      expect(codeOf(await later(verb, mine, desk.agent))).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  it('is refused at once for what an immediate decision is refused, and then nothing waits', async () => {
    await desk.update({
      scanner_policy: {
        outbound_pii_policy: { ssn: 'review' },
        outbound_review_policy: { approval_note: 'required_for_sensitive_pii' },
      },
    });
    const sensitive = await desk.pending(undefined, 'My social security number is 536-22-8726.');
    expect(codeOf(await later('approve', sensitive))).toEqual([400, 'REVIEW_NOTE_REQUIRED']);
    expect(codeOf(await later('deny', sensitive, admin(), '  '))).toEqual([400, 'REVIEW_NOTE_REQUIRED']);
    const id = await desk.pending();
    const bad = await service.request(admin(), `POST /v1/messages/${id}/approve`, { body: { undo: 10 } });
    expect(codeOf(bad)).toEqual([400, 'VALIDATION_ERROR']);
    await service.must(admin(), api.addSuppression, { email: 'ann@example.com' });
    const suppressed = await later('approve', id);
    expect([...codeOf(suppressed), suppressed.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: 'RECIPIENT_SUPPRESSED' },
    ]);
    const quarantined = await desk.arrived();
    await service.operator(api.operatorUpdateAccount, { id: desk.tenant.accountId, status: 'suspended' });
    expect(codeOf(await later('release', quarantined))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(await decisions()).toEqual([]);
    expect(await shown(id)).not.toHaveProperty('decision_pending');
  });

  it('takes effect at once when the setting is 0, or nobody asked for time', async () => {
    const [one, two, three] = [await desk.pending(), await desk.pending(), await desk.pending()];
    expect(outcome(await desk.decide(admin(), 'approve', one, { undo: false }))).toBe('200 sent');
    expect(outcome(await desk.decide(admin(), 'approve', two))).toBe('200 sent');
    await service.operator(api.updateSettings, { 'review.undo_seconds': 0 });
    expect(outcome(await later('approve', three))).toBe('200 sent');
    await service.operator(api.updateSettings, { 'review.undo_seconds': 3 });
    const four = await desk.pending();
    expect((await later('approve', four)).body.undo_seconds).toBe(3);
    await pass(4);
    expect(await desk.state(four)).toBe('delivered');
    expect(codeOf(await service.operator(api.updateSettings, { 'review.undo_seconds': 61 }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    await service.operator(api.updateSettings, { 'review.undo_seconds': null });
  });

  it('is counted while it waits', async () => {
    const id = await desk.pending();
    const waiting = async () => (await service.operator(api.getStatus)).body.queues.decisions;
    const before = (await waiting()) ?? 0;
    await later('approve', id);
    expect(await waiting()).toBe(before + 1);
    const metrics = await fetch(`${service.daemon.runtime.http}/metrics`, {
      headers: { authorization: `Bearer ${service.daemon.operatorToken}` },
    });
    expect(await metrics.text()).toContain(`\nagentmail_pending_decisions ${before + 1}\n`);
    await undo(id);
    expect(await waiting()).toBe(before);
  });
});

describe('what changes before a decision takes effect', () => {
  it.each([
    [
      'the recipient is suppressed',
      'FORBIDDEN',
      () => service.must(admin(), api.addSuppression, { email: 'ann@example.com' }),
    ],
    [
      'the account is suspended',
      'ACCOUNT_SUSPENDED',
      () => service.operator(api.operatorUpdateAccount, { id: desk.tenant.accountId, status: 'suspended' }),
    ],
    [
      'the mailbox is deleted',
      'CONFLICT',
      () => service.must(admin(), api.deleteMailbox, { id: desk.tenant.mailbox.id }),
    ],
  ] as const)(
    '%s: the approval is reported as failed, and the message stays held',
    async (_what, code, change) => {
      const id = await desk.pending();
      expect((await later('approve', id)).status).toBe(202);
      await change();
      await pass(11);
      expect([await desk.state(id), await desk.sent(id)]).toEqual(['pending_review', 0]);
      expect(await decisions()).toEqual(['scheduled', `failed ${code}`]);
      expect((await desk.audit(id)).map(({ kind }) => kind)).toContain('message.decision.failed');
    },
  );

  it.each(['approve', 'deny'] as const)(
    'the key that decided to %s is revoked: nothing is decided',
    async (verb) => {
      const { id: keyId, api_key: key } = await service.must(admin(), api.createApiKey, { role: 'admin' });
      const id = await desk.pending();
      expect((await later(verb, id, key)).status).toBe(202);
      await service.must(admin(), api.revokeApiKey, { id: keyId });
      await pass(11);
      expect(await desk.state(id)).toBe('pending_review');
      expect(await decisions()).toEqual(['scheduled', 'failed API_KEY_REVOKED']);
      expect(outcome(await desk.decide(admin(), verb, id))).toBe(
        verb === 'approve' ? '200 sent' : '200 denied',
      );
    },
  );

  it('an agent that decided loses its mailbox, or its right: nothing is decided', async () => {
    const { id: keyId, api_key: key } = await service.must(admin(), api.createApiKey, {
      role: 'agent',
      mailbox_ids: [desk.tenant.mailbox.id],
    });
    const [one, two] = [await desk.arrived(), await desk.arrived()];
    expect((await later('release', one, key)).status).toBe(202);
    await desk.update({ agent_quarantine_access: 'metadata' });
    await pass(11);
    expect(await desk.state(one)).toBe('quarantined');
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'full' });
    expect((await later('release', two, key)).status).toBe(202);
    await service.must(admin(), api.revokeApiKey, { id: keyId });
    await pass(11);
    expect(await desk.state(two)).toBe('quarantined');
    expect(await decisions()).toEqual([
      'scheduled',
      'failed INSUFFICIENT_SCOPE',
      'scheduled',
      'failed API_KEY_REVOKED',
    ]);
  });

  it('a person signs out: the decision was theirs, and is carried out', async () => {
    const person = await openSession(service, desk.tenant.accountId);
    const id = await desk.pending();
    expect((await person.call(api.approveMessage, { id, undo: true })).status).toBe(202);
    await person.call(api.logout);
    await pass(11);
    expect(await desk.state(id)).toBe('delivered');
    expect((await shown(id)).review).toMatchObject({ decided_by: 'person' });
  });

  it('the account is closed: nothing is sent', async () => {
    const person = await openSession(service, desk.tenant.accountId);
    const id = await desk.pending();
    expect((await person.call(api.approveMessage, { id, undo: true })).status).toBe(202);
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', desk.tenant.accountId).execute(),
    );
    await pass(11);
    expect([await desk.state(id), await desk.sent(id)]).toEqual(['pending_review', 0]);
  });

  it('the message is deleted: nothing is sent, and the reason is gone with it', async () => {
    const id = await desk.pending();
    await later('approve', id, admin(), 'quotes the mail');
    expect((await desk.remove(admin(), id)).status).toBe(200);
    const row = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('pending_decision')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.pending_decision).toBeNull();
    await pass(11);
    expect([await desk.state(id), await desk.sent(id)]).toEqual(['deleted', 0]);
  });

  it('a report blocks the message: that is stronger', async () => {
    const id = await desk.arrived();
    await later('release', id);
    expect((await service.call(admin(), api.reportMessage, { id })).body).toMatchObject({ state: 'blocked' });
    await pass(11);
    expect(await desk.state(id)).toBe('blocked');
    expect(await decisions()).toEqual(['scheduled']);
  });

  it('the wait for an approval ends: a decision in time counts, and one taken back does not', async () => {
    await desk.update({ approval_expiry: '24h' });
    const [one, two] = [await desk.pending(), await desk.pending()];
    await pass((DAY - 5 * SECOND) / 1000);
    expect((await later('approve', one)).status).toBe(202);
    expect((await later('approve', two)).status).toBe(202);
    await pass(7);
    expect(await desk.state(two)).toBe('pending_review');
    expect(outcome(await undo(two))).toBe('200 undone');
    await pass(120);
    expect([await desk.state(one), await desk.state(two)]).toEqual(['delivered', 'blocked']);
    expect((await shown(two)).review).toMatchObject({ resolution: 'expired' });
  });

  it('the time of day is set back by hours: the decision waits no longer than before', async () => {
    let offset = 0;
    const clock = new SystemClock({ settable: true, lookEvery: 20, timeOfDay: () => Date.now() + offset });
    const own = await startService({ clock, isSingle: true });
    const desk = await openSupervisedDesk(own, 'clock@example.com');
    const id = await desk.pending();
    expect((await desk.decide(desk.tenant.admin, 'approve', id, { undo: true })).status).toBe(202);
    offset = -3 * HOUR;
    await expect
      .poll(
        async () => (await own.call(desk.tenant.admin, api.getMessage, { id })).body.decision_pending?.due_at,
        {
          timeout: MINUTE,
        },
      )
      .satisfy((due: string) => Math.abs(Date.parse(due) - clock.now()) < MINUTE);
    await own.operator(api.advanceClock, { seconds: 11 });
    expect([await desk.state(id), await desk.sent(id)]).toEqual(['delivered', 1]);
  });
});

describe('at the same moment', { tags: 'race' }, () => {
  it('two reviewers schedule, or one at once: one wins', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await desk.pending();
      const answers = await Promise.all([
        later('approve', id),
        later('deny', id),
        desk.decide(admin(), round % 2 === 0 ? 'approve' : 'deny', id),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { status, body } of answers)
        if (status >= 300) expect(['CONFLICT', 'DECISION_PENDING']).toContain(body.code);
      await pass(11);
      expect(await desk.sent(id)).toBeLessThanOrEqual(1);
      expect(['delivered', 'blocked']).toContain(await desk.state(id));
      const resolved = await desk.events('message.review_resolved');
      expect(resolved.filter(({ message_id }) => message_id === id)).toHaveLength(1);
    }
  });

  it('it is due and taken back: sent, or held and never sent', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await desk.pending();
      await later('approve', id);
      await pass(9);
      const [undone] = await Promise.all([undo(id), pass(2)]);
      await service.drain();
      const isUndone = undone.status === 200;
      expect([await desk.state(id), await desk.sent(id)]).toEqual(
        isUndone ? ['pending_review', 0] : ['delivered', 1],
      );
    }
  });
});
