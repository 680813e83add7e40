import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { createAgent, createMailbox, setMailbox, sharedService, unchecked } from '../../support/service.ts';
import { type Desk, openDesk, openSupervisedDesk, SENSITIVE, type Verb } from './support.ts';

const service = sharedService();
let desk: Desk;
let count = 0;

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `desk${count}@example.com`);
});

describe('approving', () => {
  it('sends what waited, at no further charge, and says who decided', async () => {
    const id = await desk.pending();
    expect(await desk.charged()).toBe(1);
    const answer = await desk.decide(desk.tenant.admin, 'approve', id, { reason: '  fine ' });
    expect([answer.status, answer.body]).toEqual([200, { status: 'sent', message_id: id }]);
    expect(await desk.state(id)).toBe('delivered');
    expect(await desk.sent(id)).toBe(1);
    expect(await desk.charged()).toBe(1);
    expect(await desk.audit(id)).toMatchObject([
      { kind: 'message.review.approved', actor_type: 'admin', reason: 'fine', after: 'delivered' },
    ]);
    expect(await desk.events('message.delivered')).toMatchObject([{ message_id: id }]);
    expect(await desk.events('message.review_resolved')).toMatchObject([
      { message_id: id, resolution: 'approved', status: 'sent', reason: 'fine', actor_type: 'admin' },
    ]);
  });

  it('keeps the origin of the message: the guard of instruction trust binds what an agent wrote', async () => {
    await desk.service.deliver({
      from: 'ann@example.com',
      to: desk.tenant.mailbox.address,
      subject: 'Question',
      text: 'Is the report ready?',
    });
    await service.drain();
    const { messages } = (
      await service.call(desk.agent, api.listMessages, { id: desk.tenant.mailbox.id, direction: 'inbound' })
    ).body;
    const reply = await service.call(desk.agent, api.reply, {
      id: messages[0]?.id ?? '',
      body: 'It is ready.',
    });
    expect(reply.body.status).toBe('pending_review');
    // A person who answers in the thread may pass the allowlist, an agent under the guard may not.
    await setMailbox(service, desk.tenant, {
      recipient_policy_mode: 'allowlist',
      allow_thread_replies: true,
      instruction_trust_mode: 'enabled',
      instruction_trust_strict_recipient: true,
    });
    const refused = await desk.decide(desk.tenant.admin, 'approve', reply.body.message_id);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: 'RECIPIENT_NOT_ON_ALLOWLIST' },
    ]);
    await setMailbox(service, desk.tenant, { instruction_trust_mode: 'disabled' });
    const approved = await desk.decide(desk.tenant.admin, 'approve', reply.body.message_id);
    expect(approved.body).toMatchObject({ status: 'sent' });
  });

  it('shows no hold any more once it is sent', async () => {
    const id = await desk.pending();
    await desk.decide(desk.tenant.admin, 'approve', id);
    const { body } = await service.call(desk.tenant.admin, api.getMessage, { id });
    expect(body).toMatchObject({
      state: 'delivered',
      hold_context: null,
      review_trigger_source: null,
      email_effect: { effect_status: 'sent', releasable: false },
    });
  });

  it.each([
    ['a suppressed recipient', 'RECIPIENT_SUPPRESSED'],
    ['a recipient that left the allowlist', 'RECIPIENT_NOT_ON_ALLOWLIST'],
  ])('of %s is refused and goes on waiting', async (_name, code) => {
    const id = await desk.pending();
    if (code === 'RECIPIENT_SUPPRESSED') {
      await service.call(desk.tenant.admin, api.addSuppression, { email: 'ann@example.com' });
    } else {
      await desk.update({ recipient_policy_mode: 'allowlist', force_empty: true });
    }
    const refused = await desk.decide(desk.tenant.admin, 'approve', id);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: code },
    ]);
    expect(await desk.state(id)).toBe('pending_review');
    expect(await desk.audit(id)).toEqual([]);
    expect(await desk.events('message.review_resolved')).toEqual([]);
  });

  it('of a recipient that cannot be reached any more blocks it, refunds it and says so', async () => {
    const other = await openDesk(service, `gone${count}@example.com`);
    const id = await desk.pending(other.tenant.mailbox.address);
    await service.call(other.tenant.admin, api.deleteMailbox, { id: other.tenant.mailbox.id });
    const answer = await desk.decide(desk.tenant.admin, 'approve', id);
    expect(answer.body).toEqual({ status: 'blocked', message_id: id });
    expect(await desk.state(id)).toBe('blocked');
    expect(await desk.charged()).toBe(0);
    expect(await desk.events('message.dispatch_failed')).toMatchObject([
      {
        message_id: id,
        trigger: 'approve',
        reason_code: 'recipient_undeliverable',
        error_code: 'RECIPIENT_UNDELIVERABLE',
      },
    ]);
    expect(await desk.events('message.review_resolved')).toMatchObject([
      { resolution: 'approved', status: 'blocked' },
    ]);
  });

  it('of mail that cannot be delivered now is 503 and changes nothing', async () => {
    const other = await openDesk(service, `full${count}@example.com`);
    const id = await desk.pending(other.tenant.mailbox.address);
    await service.operator(api.operatorUpdateAccount, { id: other.tenant.accountId, storage_limit_bytes: 0 });
    const before = await row(id);
    const answer = await desk.decide(desk.tenant.admin, 'approve', id);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'DISPATCH_DEFERRED',
      '60',
    ]);
    expect(await row(id)).toEqual(before);
    expect(await desk.audit(id)).toEqual([]);
    await service.operator(api.operatorUpdateAccount, {
      id: other.tenant.accountId,
      storage_limit_bytes: null,
    });
    expect((await desk.decide(desk.tenant.admin, 'approve', id)).body).toMatchObject({ status: 'sent' });
  });

  it.each([
    [{ status: 'suspended' }, 403, 'ACCOUNT_SUSPENDED'],
    [{ platform_domain: { status: 'suspended' } }, 403, 'DOMAIN_SUSPENDED'],
    [{ platform_domain: { health: 'unhealthy' } }, 503, 'DOMAIN_UNHEALTHY'],
    [{ platform_domain: { health: 'unavailable' } }, 503, 'DOMAIN_UNAVAILABLE'],
  ])('while %j is %i %s, and the message goes on waiting', async (change, status, code) => {
    const pending = await desk.pending();
    const quarantined = await desk.quarantined();
    await service.operator(api.operatorUpdateAccount, unchecked({ id: desk.tenant.accountId, ...change }));
    for (const [verb, id, state] of [
      ['approve', pending, 'pending_review'],
      ['release', quarantined, 'quarantined'],
    ] as const) {
      const answer = await desk.decide(desk.tenant.admin, verb, id);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await desk.state(id)).toBe(state);
      expect(await desk.audit(id)).toEqual([]);
    }
  });

  it('waits for an enforced warm-up', async () => {
    const id = await desk.pending();
    const held = await desk.quarantined();
    const warmup = {
      until: new Date(service.clock.now() + DAY).toISOString(),
      shared_domain_daily_limit: 4,
      velocity_gate_mode: 'enforced',
      reason: 'new',
    };
    await service.call(desk.tenant.admin, api.send, {
      from_mailbox: desk.tenant.mailbox.id,
      to: 'ben@example.com',
      subject: 'Hello',
      body: 'Hello there.',
    });
    await service.operator(api.operatorUpdateAccount, unchecked({ id: desk.tenant.accountId, warmup }));
    for (const answer of [
      await desk.decide(desk.tenant.admin, 'approve', id),
      await desk.decide(desk.tenant.admin, 'release', held),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED']);
      expect(answer.body.details).toMatchObject({
        reason: 'new_account_warmup',
        retry_after_seconds: expect.any(Number),
      });
    }
    expect([await desk.state(id), await desk.state(held)]).toEqual(['pending_review', 'quarantined']);
    expect(await desk.events('message.dispatch_failed')).toEqual([]);
  });

  async function row(id: string) {
    return service.daemon.context.store.read
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }
});

describe('denying', () => {
  it('blocks what waited and refunds the day that paid for it', async () => {
    const id = await desk.pending();
    const day = service.clock.now();
    service.clock.moveTo(day + DAY);
    const answer = await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'no' });
    expect([answer.status, answer.body]).toEqual([200, { status: 'denied', message_id: id }]);
    expect(await desk.state(id)).toBe('blocked');
    expect(await desk.sent(id)).toBe(0);
    const usage = await service.call(desk.tenant.admin, api.getUsage);
    expect(usage.body.history[0]).toEqual({ day: new Date(day).toISOString().slice(0, 10), count: 0 });
    expect(await desk.events('message.review_resolved')).toMatchObject([
      { message_id: id, resolution: 'denied', status: 'blocked', reason: 'no' },
    ]);
    expect(await desk.events('message.dispatch_failed')).toEqual([]);
    expect(await desk.audit(id)).toMatchObject([{ kind: 'message.review.denied', reason: 'no' }]);
  });
});

describe('releasing', () => {
  it('makes mail that came in readable and tells of it, marked as released', async () => {
    const id = await desk.arrived();
    expect(await desk.events('message.received')).toEqual([]);
    const answer = await desk.decide(desk.agent, 'release', id);
    expect([answer.status, answer.body]).toEqual([200, { status: 'released', message_id: id }]);
    const { body } = await service.call(desk.agent, api.getMessage, { id });
    expect(body).toMatchObject({ state: 'available', hold_context: null });
    expect(await desk.events('message.received')).toMatchObject([{ message_id: id, released: true }]);
    expect(await desk.audit(id)).toMatchObject([{ kind: 'message.hold.released', actor_type: 'agent' }]);
  });

  it('lets nothing in while the account or the mailbox is suspended', async () => {
    const id = await desk.arrived();
    const { accountId, mailbox } = desk.tenant;
    for (const [path, status, code] of [
      [`/accounts/${accountId}`, 'suspended', 'ACCOUNT_SUSPENDED'],
      [`/mailboxes/${mailbox.id}`, 'paused', 'MAILBOX_SUSPENDED'],
    ] as const) {
      await service.request(service.daemon.operatorToken, `PATCH /operator/v1${path}`, { body: { status } });
      const answer = await desk.decide(desk.tenant.admin, 'release', id);
      expect([answer.status, answer.body.code, await desk.state(id)]).toEqual([403, code, 'quarantined']);
      await service.request(service.daemon.operatorToken, `PATCH /operator/v1${path}`, {
        body: { status: 'active' },
      });
    }
  });

  it('sends what the scanner held', async () => {
    const id = await desk.quarantined();
    const answer = await desk.decide(desk.tenant.admin, 'release', id);
    expect(answer.body).toEqual({ status: 'sent', message_id: id });
    expect([await desk.state(id), await desk.sent(id), await desk.charged()]).toEqual(['delivered', 1, 1]);
    // The review queue is another thing.
    expect(await desk.events('message.review_resolved')).toEqual([]);
  });

  it.each([
    ['recipient_suppressed', 'RECIPIENT_SUPPRESSED'],
    ['recipient_not_on_allowlist', 'RECIPIENT_NOT_ON_ALLOWLIST'],
    ['recipient_not_verified', 'SANDBOX_RECIPIENT_NOT_VERIFIED'],
    ['recipient_undeliverable', 'RECIPIENT_UNDELIVERABLE'],
  ])('blocks, refunds and tells of %s', async (reason, code) => {
    const other = await openDesk(service, `target${reason}@example.com`);
    const to = other.tenant.mailbox.address;
    const id = await desk.quarantined(to);
    const { admin, accountId } = desk.tenant;
    switch (reason) {
      case 'recipient_suppressed':
        await service.call(admin, api.addSuppression, { email: to });
        break;
      case 'recipient_not_on_allowlist':
        await desk.update({ recipient_policy_mode: 'allowlist', force_empty: true });
        break;
      case 'recipient_not_verified':
        await service.operator(api.operatorUpdateAccount, { id: accountId, tier: 'sandbox' });
        break;
      default:
        await service.call(other.tenant.admin, api.deleteMailbox, { id: other.tenant.mailbox.id });
    }
    const answer = await desk.decide(admin, 'release', id);
    expect([answer.status, answer.body]).toEqual([200, { status: 'blocked', message_id: id }]);
    expect([await desk.state(id), await desk.charged()]).toEqual(['blocked', 0]);
    expect(await desk.events('message.dispatch_failed')).toMatchObject([
      { message_id: id, trigger: 'release', reason_code: reason, error_code: code },
    ]);
  });

  it('of a trial account gives the trial its send back', async () => {
    const trial = await openDesk(service, `trial${count}@example.com`, 'sandbox');
    const id = await trial.quarantined(`trial${count}@example.com`);
    const used = async () =>
      (await service.operator(api.operatorGetAccount, { id: trial.tenant.accountId })).body.trial_sends_used;
    expect(await used()).toBe(1);
    await trial.decide(trial.tenant.admin, 'block', id);
    expect(await used()).toBe(0);
    expect((await trial.decide(trial.tenant.admin, 'block', id)).status).toBe(409);
    expect(await used()).toBe(0);
  });
});

describe('blocking', () => {
  it('ends quarantine in both directions', async () => {
    const outbound = await desk.quarantined();
    const inbound = await desk.arrived();
    for (const id of [outbound, inbound]) {
      const answer = await desk.decide(desk.agent, 'block', id, { reason: 'unwanted' });
      expect([answer.status, answer.body]).toEqual([200, { status: 'blocked', message_id: id }]);
      expect(await desk.audit(id)).toMatchObject([{ kind: 'message.hold.blocked', reason: 'unwanted' }]);
    }
    expect(await desk.events('message.blocked')).toMatchObject([
      { message_id: outbound, direction: 'outbound', reason: 'unwanted' },
      { message_id: inbound, direction: 'inbound', reason: 'unwanted' },
    ]);
    expect(await desk.charged()).toBe(0);
  });
});

describe('who may decide, and in which order it is checked', () => {
  const verbs: Verb[] = ['release', 'block', 'approve', 'deny'];
  const NOBODY = '00000000-0000-4000-8000-000000000000';

  it('never lets an agent approve or deny, whatever it names', async () => {
    const id = await desk.pending();
    for (const verb of ['approve', 'deny'] as const) {
      for (const named of [id, NOBODY]) {
        const answer = await desk.decide(desk.agent, verb, named, { reason: 'please' });
        expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      }
    }
    expect(await desk.state(id)).toBe('pending_review');
  });

  it('lets an agent block what a policy held, alone or with the scanner, and never release it', async () => {
    const trial = await openDesk(service, `policy${count}@example.com`, 'sandbox');
    await trial.update({ hitl_mode: 'all_outbound' });
    const own = `policy${count}@example.com`;
    const clean = await trial.pending(own);
    const both = await trial.pending(own, SENSITIVE);
    for (const id of [clean, both]) {
      const answer = await trial.decide(trial.agent, 'release', id);
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        { reason: 'policy_hold' },
      ]);
      expect(await trial.state(id)).toBe('quarantined');
    }
    expect((await trial.decide(trial.tenant.admin, 'release', clean)).body).toMatchObject({ status: 'sent' });
    const blocked = await trial.decide(trial.agent, 'block', both);
    expect([blocked.status, blocked.body]).toEqual([200, { status: 'blocked', message_id: both }]);
    expect(await trial.state(both)).toBe('blocked');
  });

  it('checks shape, existence, binding, state and note in this order', async () => {
    const other = await createMailbox(service, desk.tenant.admin, `other${count}`);
    const stranger = await createAgent(service, desk.tenant.admin, other.id);
    const held = await desk.quarantined();
    const decided = await desk.pending();
    await desk.decide(desk.tenant.admin, 'deny', decided);
    await desk.update({
      scanner_policy: { outbound_review_policy: { approval_note: 'required_for_sensitive_pii' } },
    });
    const codes = async (key: string, verb: Verb, id: string, body?: unknown) => {
      const answer = await desk.decide(key, verb, id, body);
      return [answer.status, answer.body.code];
    };
    for (const verb of verbs) {
      const { admin } = desk.tenant;
      expect(await codes(admin, verb, NOBODY, { reason: 'x'.repeat(501) })).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
      expect(await codes(admin, verb, NOBODY, { note: 'x' })).toEqual([400, 'VALIDATION_ERROR']);
      expect(await codes(admin, verb, 'no-id')).toEqual([400, 'VALIDATION_ERROR']);
      expect(await codes(admin, verb, NOBODY)).toEqual([404, 'NOT_FOUND']);
      const conflict = await desk.decide(admin, verb, decided);
      expect([conflict.status, conflict.body.code, conflict.body.details]).toEqual([
        409,
        'CONFLICT',
        { state: 'blocked' },
      ]);
    }
    // 500 characters are code points.
    expect(await codes(desk.tenant.admin, 'deny', NOBODY, { reason: '\u{1f600}'.repeat(500) })).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await codes(stranger, 'release', held)).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    expect(await codes(stranger, 'block', decided)).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    const foreign = await openDesk(service, `foreign${count}@example.com`);
    expect(await codes(foreign.agent, 'release', held)).toEqual([404, 'NOT_FOUND']);
    // The state is looked at before the note.
    expect(await codes(desk.tenant.admin, 'approve', held)).toEqual([409, 'CONFLICT']);
  });

  it('lets nothing go from a mailbox that is deleted, but still refuses and deletes', async () => {
    const [approve, deny] = [await desk.pending(), await desk.pending()];
    const [release, block] = [await desk.quarantined(), await desk.arrived()];
    await service.call(desk.tenant.admin, api.deleteMailbox, { id: desk.tenant.mailbox.id });
    const { admin } = desk.tenant;
    for (const [verb, id] of [
      ['approve', approve],
      ['release', release],
    ] as const) {
      const answer = await desk.decide(admin, verb, id);
      expect([answer.status, answer.body.details]).toEqual([409, { reason: 'mailbox_deleted' }]);
    }
    expect((await desk.decide(admin, 'deny', deny)).status).toBe(200);
    expect((await desk.decide(admin, 'block', block)).status).toBe(200);
    expect((await desk.remove(admin, approve)).status).toBe(200);
  });
});

describe('a mailbox that wants notes', () => {
  const NOTES = { outbound_review_policy: { approval_note: 'required_for_sensitive_pii' } };

  beforeEach(() => desk.update({ scanner_policy: { ...NOTES, outbound_pii_policy: { ssn: 'review' } } }));

  it('asks for one when the scan found sensitive data, for approving and denying alike', async () => {
    const id = await desk.pending('ann@example.com', SENSITIVE);
    expect(await desk.state(id)).toBe('pending_review');
    for (const verb of ['approve', 'deny'] as const) {
      for (const body of [undefined, { reason: ' \n ' }]) {
        const answer = await desk.decide(desk.tenant.admin, verb, id, body);
        expect([answer.status, answer.body.code]).toEqual([400, 'REVIEW_NOTE_REQUIRED']);
      }
    }
    expect(await desk.state(id)).toBe('pending_review');
    const answer = await desk.decide(desk.tenant.admin, 'approve', id, { reason: 'their own number' });
    expect(answer.body).toMatchObject({ status: 'sent' });
  });

  it('asks for none when it found nothing, or only what it allows', async () => {
    const clean = await desk.pending();
    expect((await desk.decide(desk.tenant.admin, 'approve', clean)).status).toBe(200);
    await desk.update({ scanner_policy: { outbound_pii_policy: { ssn: 'allow' } } });
    const allowed = await desk.pending('ann@example.com', SENSITIVE);
    expect((await desk.decide(desk.tenant.admin, 'deny', allowed)).status).toBe(200);
  });

  it('asks before it looks at the gates', async () => {
    const id = await desk.pending('ann@example.com', SENSITIVE);
    await service.operator(api.operatorUpdateAccount, { id: desk.tenant.accountId, status: 'suspended' });
    const answer = await desk.decide(desk.tenant.admin, 'approve', id);
    expect(answer.body.code).toBe('REVIEW_NOTE_REQUIRED');
  });
});
