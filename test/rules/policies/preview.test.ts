import { beforeEach, describe, expect, it } from 'vitest';
import { GATES } from '../../../daemon/mail/outbound/gates/index.ts';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

interface Preview extends Record<string, unknown> {
  readonly result: string;
  readonly trace: {
    gate: string;
    outcome: string;
    reason: string;
    details: Record<string, unknown>;
  }[];
}

const service = sharedService();
let tenant: Tenant;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
});

const path = () => `/v1/mailboxes/${tenant.mailbox.id}/policy/preview`;
const preview = (body: object = {}) =>
  service.request<Preview>(tenant.admin, `POST ${path()}`, { body: { to: 'ann@example.com', ...body } });
const patch = (body: object) =>
  service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, ...body });

function outcomes({ body }: { body: Preview }) {
  return Object.fromEntries(body.trace.map(({ gate, outcome }) => [gate, outcome]));
}

async function contents() {
  const { read } = service.daemon.context.store;
  const tables = ['messages', 'send_budget', 'events', 'audit_log', 'blocked_sends', 'outbox'] as const;
  const rows = tables.map((table) => read.selectFrom(table).selectAll().execute());
  return Promise.all(rows);
}

describe('POST /v1/mailboxes/:id/policy/preview', () => {
  it('reports on every group of gates in order', async () => {
    const reply = await preview();
    expect(reply.status).toBe(200);
    expect(reply.body.trace.map(({ gate }) => gate)).toEqual([
      'authoring',
      'recipient_authority',
      'send_window',
      'content_scan',
      'human_review',
      'send_budget',
    ]);
    expect(outcomes(reply)).toEqual({
      authoring: 'pass',
      recipient_authority: 'pass',
      send_window: 'skipped',
      content_scan: 'not_run',
      human_review: 'pass',
      send_budget: 'pass',
    });
    expect(reply.body).toMatchObject({
      mailbox_id: tenant.mailbox.id,
      result: 'passes_all_checks_run',
      content_scan_run: false,
      email_effect: { effect_status: 'sent', releasable: false, terminal: true, retryable: false },
      budget: { limit: 1000, remaining: 1000, warmup_applied: false },
    });
  });

  it('reports on every gate of a send, in one entry', async () => {
    const reply = await preview({});
    const asked = reply.body.trace.flatMap(({ details }) => {
      const { checks = [] } = (details ?? {}) as { checks?: { gate: string }[] };
      return checks.map(({ gate }) => gate);
    });
    const budget = ['trial_total', 'velocity', 'daily_budget'];
    expect(asked.toSorted()).toEqual([...GATES.map(({ name }) => name), ...budget].toSorted());
  });

  it('has a sentence and details in every entry, whatever the outcome', async () => {
    const scenes: [object, object][] = [
      [{}, {}],
      [{}, { run_content_scan: true, body: 'Shall we meet at noon?' }],
      [{ hitl_mode: 'risky_only' }, { run_content_scan: true, body: 'My number is 536-22-8726.' }],
      [{ hitl_mode: 'all_outbound', send_window: never('require_approval') }, {}],
      [{ agent_authoring_mode: 'read_only', send_window: never('block') }, { to: 'info@example.com' }],
      [{}, { origin: 'human' }],
    ];
    const outcomesSeen = new Set<string>();
    for (const [policy, message] of scenes) {
      await patch(policy);
      for (const { gate, outcome, reason, details } of (await preview(message)).body.trace) {
        outcomesSeen.add(outcome);
        expect([gate, reason]).toEqual([gate, expect.stringMatching(/^[A-Z].+\.$/)]);
        expect([gate, details]).toEqual([gate, expect.any(Object)]);
        for (const check of (details.checks ?? []) as { gate: string; reason: string }[]) {
          expect([check.gate, check.reason]).toEqual([check.gate, expect.stringMatching(/^[A-Z].+\.$/)]);
        }
      }
    }
    expect([...outcomesSeen].toSorted()).toEqual(['not_run', 'pass', 'skipped', 'would_block', 'would_hold']);
  });

  it('says what a real send says: the same code, from the same gates', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const steps: [object, object, string][] = [
      [{ agent_authoring_mode: 'draft_only' }, {}, 'AGENT_SENDING_DISABLED'],
      [{}, { to: 'info@example.com' }, 'RECIPIENT_ROLE_ADDRESS'],
      [{}, { to: 'ann@gmial.com' }, 'RECIPIENT_DOMAIN_TYPO_SUSPECTED'],
      [{ agent_send_policy: 'restricted' }, {}, 'RECIPIENT_AGENT_CONTAINED'],
      [{ recipient_policy_mode: 'allowlist', force_empty: true }, {}, 'RECIPIENT_NOT_ON_ALLOWLIST'],
    ];
    for (const [policy, message, code] of steps) {
      count += 1;
      tenant = await createTenant(service, {
        email: `o${code}@example.com`.toLowerCase(),
        mailbox: `b${count}`,
      });
      const key = await createAgent(service, tenant.admin, tenant.mailbox.id);
      expect((await patch(policy)).status).toBe(200);
      const real = await service.call(key, api.send, {
        from_mailbox: tenant.mailbox.id,
        to: 'ann@example.com',
        subject: 'Hi',
        body: 'Hello',
        ...message,
      });
      expect([code, real.body.code]).toEqual([code, code]);
      const dry = await preview(message);
      expect(dry.body.result).toBe('would_block');
      const codes = dry.body.trace.map(({ details }) => details?.code).filter(Boolean);
      expect(codes[0]).toBe(code);
    }
    expect(agent).toBeTruthy();
  });

  it('reports every refusal, not only the first, and what would change it', async () => {
    await patch({ agent_authoring_mode: 'read_only', agent_send_policy: 'restricted' });
    const reply = await preview({ to: 'info@example.com' });
    const recipient = reply.body.trace.find(({ gate }) => gate === 'recipient_authority');
    const checks = recipient?.details?.checks as {
      gate: string;
      outcome: string;
      code?: string;
      remedy?: string;
    }[];
    const refused = checks.filter(({ outcome }) => outcome === 'would_block');
    expect(refused.map(({ code }) => code)).toEqual(['RECIPIENT_AGENT_CONTAINED', 'RECIPIENT_ROLE_ADDRESS']);
    expect(refused.every(({ remedy }) => (remedy ?? '').length > 10)).toBe(true);
    expect(outcomes(reply).authoring).toBe('would_block');
  });

  it('tells a person from an agent', async () => {
    await patch({
      agent_authoring_mode: 'read_only',
      hitl_mode: 'all_outbound',
      send_window: never('block'),
    });
    expect((await preview({ origin: 'agent' })).body.result).toBe('would_block');
    const human = await preview({ origin: 'human' });
    expect(human.body.result).toBe('passes_all_checks_run');
    expect(outcomes(human)).toMatchObject({ send_window: 'skipped', human_review: 'skipped' });
  });

  it('holds where a send is held', async () => {
    await patch({ hitl_mode: 'risky_only' });
    const held = await preview();
    expect(held.body.result).toBe('would_hold');
    expect(held.body.trace.find(({ gate }) => gate === 'human_review')).toMatchObject({
      reason: 'It is the first message to this recipient.',
      details: { first_contact: true, summary_reasons: ['hitl_risky_only:first_contact'] },
    });
    await patch({ hitl_mode: 'disabled', send_window: never('require_approval') });
    expect(outcomes(await preview()).send_window).toBe('would_hold');
  });

  it('asks at the time that is named whether the trial is over by then', async () => {
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, tier: 'sandbox' });
    const to = `owner${count}@example.com`;
    expect(outcomes(await preview({ to }))).toMatchObject({ send_budget: 'pass' });
    const at_time = new Date(service.clock.now() + 31 * 86_400_000).toISOString();
    expect(outcomes(await preview({ to, at_time }))).toMatchObject({ send_budget: 'would_block' });
  });

  it('asks the budget and the warm-up about the time that is named', async () => {
    const warmup = {
      until: new Date(service.clock.now() + 10 * 86_400_000).toISOString(),
      shared_domain_daily_limit: 1,
      velocity_gate_mode: 'enforced',
      reason: 'new',
    };
    await service.operator(api.operatorUpdateAccount, unchecked({ id: tenant.accountId, warmup }));
    await service.call(tenant.admin, api.send, {
      from_mailbox: tenant.mailbox.id,
      to: 'ann@example.com',
      subject: 'Hello',
      body: 'Hello there.',
    });
    const inDays = async (days: number) => {
      const at_time = new Date(service.clock.now() + days * 86_400_000).toISOString();
      const reply = await preview({ at_time });
      return [outcomes(reply).send_budget, reply.body.budget];
    };
    expect(await inDays(0)).toEqual(['would_block', { limit: 1, remaining: 0, warmup_applied: true }]);
    expect(await inDays(2)).toEqual(['pass', { limit: 1, remaining: 1, warmup_applied: true }]);
    expect(await inDays(11)).toEqual(['pass', { limit: 1000, remaining: 1000, warmup_applied: false }]);
  });

  it('asks the send window about the time that is named', async () => {
    await patch({
      send_window: { timezone: 'UTC', days: ['mon'], start: '09:00', end: '10:00', outside_action: 'block' },
    });
    const open = await preview({ at_time: '2026-01-05T09:30:00Z' });
    expect(outcomes(open).send_window).toBe('pass');
    const closed = await preview({ at_time: '2026-01-05T11:00:00+01:00' });
    expect(closed.body.trace.find(({ gate }) => gate === 'send_window')).toMatchObject({
      outcome: 'would_block',
      details: { code: 'SEND_WINDOW_CLOSED', next_open_at: '2026-01-12T09:00:00.000Z' },
    });
  });

  it('finds the opening of a weekly window whose hour the clocks skip in one week', async () => {
    await patch({
      send_window: {
        timezone: 'Europe/Berlin',
        days: ['sun'],
        start: '02:00',
        end: '03:00',
        outside_action: 'block',
      },
    });
    const asked = await preview({ at_time: '2027-03-24T00:00Z' });
    expect(asked.body.trace.find(({ gate }) => gate === 'send_window')).toMatchObject({
      details: { code: 'SEND_WINDOW_CLOSED', next_open_at: '2027-04-04T00:00:00.000Z' },
    });
  });

  it('scans when asked to', async () => {
    const clean = await preview({ subject: 'Lunch', body: 'Shall we meet at noon?', run_content_scan: true });
    expect([outcomes(clean).content_scan, clean.body.content_scan_run]).toEqual(['pass', true]);
    const held = await preview({ body: 'My social security number is 536-22-8726.', run_content_scan: true });
    expect(held.body.result).toBe('would_hold');
    expect(held.body.trace.find(({ gate }) => gate === 'content_scan')).toMatchObject({
      outcome: 'would_hold',
      reason: 'It contains a social security number.',
      details: { summary_reasons: ['outbound_pii:ssn'] },
    });
  });

  it('stores and charges nothing, whatever it says', async () => {
    await patch({ agent_send_policy: 'restricted' });
    const before = await contents();
    await preview({ run_content_scan: true, body: 'Hello' });
    await preview({ to: 'delivered@example.invalid' });
    expect(await contents()).toEqual(before);
  });

  it('is for admins', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const reply = await service.request(agent, `POST ${path()}`, { body: { to: 'ann@example.com' } });
    expect([reply.status, reply.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await preview({ to: ' ' })).status).toBe(400);
  });

  it.each([{ subject: ' ' }, { subject: '\r\n' }, { body: '' }, { body: '\n\t' }])(
    'refuses the blank field of %j, as the send does',
    async (blank) => {
      const refused = await preview(blank);
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR']);
      const send = { from_mailbox: tenant.mailbox.id, to: 'ann@example.com', subject: 's', body: 'b' };
      const sent = await service.call(tenant.admin, api.send, { ...send, ...blank });
      expect([sent.status, sent.body.code]).toEqual([422, 'VALIDATION_ERROR']);
    },
  );
});

function never(outside_action: string) {
  return { timezone: 'UTC', days: [], start: '09:00', end: '10:00', outside_action };
}
