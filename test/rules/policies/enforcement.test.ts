import { beforeEach, describe, expect, it } from 'vitest';
import { decideOutbound, type OutboundFacts } from '../../../daemon/mail/outbound/decide.ts';
import { HOUR } from '../../../daemon/platform/system/clock.ts';
import type { SendWindow } from '../../../shared/contract/mailboxes.ts';
import type { ScanVerdict } from '../../../shared/contract/scan.ts';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const CLOSED: Omit<SendWindow, 'outside_action'> = {
  timezone: 'UTC',
  days: [],
  start: '09:00',
  end: '10:00',
};

describe('what happens to a scanned message', () => {
  const verdicts: ScanVerdict[] = ['clean', 'warning', 'review_required', 'quarantined', 'blocked'];
  const facts = (changes: Partial<OutboundFacts>, verdict: ScanVerdict): OutboundFacts => ({
    scan: { verdict, categories: [], findings: [] },
    origin: 'agent',
    tier: 'pro',
    mailbox: { hitl_mode: 'disabled', send_window: null },
    at: 0,
    firstContact: false,
    ...changes,
  });
  const outcomes = (changes: Partial<OutboundFacts>) =>
    verdicts.map((verdict) => {
      const decision = decideOutbound(facts(changes, verdict));
      return decision.kind === 'hold' ? `${decision.state} ${decision.hold.trigger_source}` : decision.kind;
    });
  const closed: SendWindow = { ...CLOSED, outside_action: 'require_approval' };

  it('follows the verdict without a policy hold', () => {
    const rows = ['dispatch', 'dispatch', 'pending_review scanner', 'quarantined scanner', 'block'];
    expect(outcomes({})).toEqual(rows);
    expect(
      outcomes({ origin: 'human', mailbox: { hitl_mode: 'all_outbound', send_window: closed } }),
    ).toEqual(rows);
  });

  it.each<[string, OutboundFacts['mailbox']]>([
    ['the review of everything', { hitl_mode: 'all_outbound', send_window: null }],
    ['a closed window that asks for approval', { hitl_mode: 'disabled', send_window: closed }],
  ])('holds at least for review with %s', (_name, mailbox) => {
    expect(outcomes({ mailbox })).toEqual([
      'pending_review mailbox_policy',
      'pending_review mailbox_policy',
      'pending_review both',
      'quarantined both',
      'block',
    ]);
    expect(outcomes({ mailbox, tier: 'sandbox' }).slice(0, 3)).toEqual([
      'quarantined mailbox_policy',
      'quarantined mailbox_policy',
      'quarantined both',
    ]);
  });

  it('holds an edit for each reason that its editor has not seen, beside those that they have', () => {
    const category = (name: string) => ({ category: name, decision: 'require_human_approval' });
    const scan = {
      verdict: 'review_required',
      categories: [category('phishing'), category('secrets')],
      findings: [],
    } as unknown as OutboundFacts['scan'];
    const decide = (...seen: string[]) =>
      decideOutbound({
        ...facts({ origin: 'human' }, 'review_required'),
        scan,
        approvedReasons: new Set(seen),
      });
    const all = ['scan:phishing', 'scan:secrets'];
    expect(decide(...all)).toEqual({ kind: 'dispatch' });
    for (const seen of [[], ['scan:phishing'], ['scan:secrets'], ['scan:other']]) {
      expect(decide(...seen)).toMatchObject({ kind: 'hold', hold: { summary_reasons: all } });
    }
    const worse = { ...scan, verdict: 'quarantined' } as OutboundFacts['scan'];
    const quarantined = { ...facts({ origin: 'human' }, 'quarantined'), scan: worse };
    expect(decideOutbound({ ...quarantined, approvedReasons: new Set(all) })).toMatchObject({
      state: 'quarantined',
    });
  });

  it('names every reason', () => {
    const mailbox = { hitl_mode: 'risky_only', send_window: closed } as const;
    const decision = decideOutbound(facts({ mailbox, firstContact: true }, 'warning'));
    expect(decision).toMatchObject({
      hold: {
        summary_reasons: ['hitl_risky_only:verdict', 'hitl_risky_only:first_contact', 'send_window'],
      },
    });
  });
});

describe('a mailbox policy', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let count = 0;

  beforeEach(async () => {
    count += 1;
    tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const patch = (body: object) =>
    service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, ...body });
  const send = (key = agent) =>
    service.call(key, api.send, {
      from_mailbox: tenant.mailbox.id,
      to: 'ann@example.com',
      subject: 'Hello',
      body: 'Shall we meet?',
    });

  it.each(['draft_only', 'read_only'])('of %s keeps agents from sending, not people', async (mode) => {
    await patch({ agent_authoring_mode: mode });
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([403, 'AGENT_SENDING_DISABLED']);
    expect(refused.body.details).toMatchObject({
      reason_axis: 'mailbox_config',
      required_mailbox_mode: 'send_and_draft',
    });
    expect((await send(tenant.admin)).status).toBe(200);
  });

  it('with a closed window that blocks says when it opens', async () => {
    const opens = new Date(service.clock.now() + 2 * HOUR);
    opens.setUTCMinutes(0, 0, 0);
    const hour = String(opens.getUTCHours()).padStart(2, '0');
    await patch({
      send_window: {
        timezone: 'UTC',
        days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        start: `${hour}:00`,
        end: `${hour}:30`,
        outside_action: 'block',
      },
    });
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([403, 'SEND_WINDOW_CLOSED']);
    expect(refused.body.details).toEqual({
      next_open_at: opens.toISOString(),
    });
    expect((await send(tenant.admin)).status).toBe(200);
    service.clock.moveTo(opens.getTime() + 1000);
    expect((await send()).status).toBe(200);
  });

  it('with a window that never opens leaves the time out', async () => {
    await patch({ send_window: { ...CLOSED, outside_action: 'block' } });
    const refused = await send();
    expect([refused.body.code, refused.body.details]).toEqual(['SEND_WINDOW_CLOSED', undefined]);
  });

  it('with a closed window that asks for approval holds the message', async () => {
    await patch({ send_window: { ...CLOSED, outside_action: 'require_approval' } });
    expect((await send()).body).toMatchObject({
      status: 'pending_review',
      hold_context: { trigger_source: 'mailbox_policy', summary_reasons: ['send_window'] },
    });
    expect((await send(tenant.admin)).body).toMatchObject({ status: 'sent' });
  });

  it('ends the wait for approval after its time, once, and gives the charge back', async () => {
    await patch({ hitl_mode: 'all_outbound', approval_expiry: '24h' });
    const held = await send();
    expect(held.body.status).toBe('pending_review');
    const id = String((held.body as unknown as { message_id: string }).message_id);
    const state = async () => (await service.call(tenant.admin, api.getMessage, { id })).body.state;
    const spent = async () => {
      const days = await service.daemon.context.store.read
        .selectFrom('send_budget')
        .select('count')
        .where('account_id', '=', tenant.accountId)
        .execute();
      return days.map((day) => day.count);
    };
    expect(await spent()).toEqual([1]);
    const before = service.clock.now();
    await service.operator(api.advanceClock, { seconds: 24 * 3600 - 60 });
    expect(await state()).toBe('pending_review');
    await service.operator(api.advanceClock, { seconds: 120 });
    expect(await state()).toBe('blocked');
    expect(await spent()).toEqual([0]);
    const events = await service.daemon.context.store.read
      .selectFrom('events')
      .selectAll()
      .where('mailbox_id', '=', tenant.mailbox.id)
      .orderBy('seq')
      .execute();
    const data = events
      .filter(({ type }) => type === 'message.pending_review' || type === 'message.review_resolved')
      .map((event) => event.data);
    expect(Date.parse(String(data[0]?.expires_at)) - before).toBeLessThanOrEqual(24 * HOUR);
    expect(data[1]).toMatchObject({ resolution: 'expired', status: 'blocked', actor_type: 'system' });
    expect(data).toHaveLength(2);
  });

  it('that never ends a wait plans no end', async () => {
    await patch({ hitl_mode: 'all_outbound' });
    await send();
    const jobs = await service.daemon.context.store.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'approval.expire')
      .execute();
    expect(jobs).toEqual([]);
  });

  it('of the account is applied to new mailboxes, once', async () => {
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ default_policy_mode: 'supervised' })
        .where('id', '=', tenant.accountId)
        .execute(),
    );
    const made = await createMailbox(service, tenant.admin, `more${count}`);
    const policy = await service.call(tenant.admin, api.getMailboxPolicy, { id: made.id });
    expect(policy.body).toMatchObject({ policy_mode: 'supervised', last_applied_policy_mode: 'supervised' });
    const old = await service.call(tenant.admin, api.getMailboxPolicy, { id: tenant.mailbox.id });
    expect(old.body).toMatchObject({ policy_mode: 'custom', last_applied_policy_mode: null });
  });
});
