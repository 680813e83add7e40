import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createTenant,
  launch,
  type Service,
  sentToday,
  setMailbox,
  type Tenant,
} from '../../support/service.ts';

interface Attempt {
  recipient: string;
  origin?: string;
  [field: string]: unknown;
}

type Policy = Partial<{
  status: 'active' | 'paused';
  recipient_policy_mode: 'blocklist' | 'allowlist';
  agent_send_containment: boolean;
  allow_thread_replies: boolean;
  instruction_trust_mode: 'enabled' | 'disabled';
  instruction_trust_strict_recipient: boolean;
}>;

const OPEN: Policy = {
  status: 'active',
  recipient_policy_mode: 'blocklist',
  agent_send_containment: false,
  allow_thread_replies: false,
  instruction_trust_mode: 'disabled',
  instruction_trust_strict_recipient: true,
};

describe('the recipient gates', () => {
  let service: Service;
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    service = await launch();
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });
  afterAll(() => service.stop());
  beforeEach(() => policy(OPEN));

  const policy = (changes: Policy) => setMailbox(service, tenant, changes);
  const send = (key: string, to: string, more: object = {}) =>
    service.call(key, api.send, {
      from_mailbox: 'helper',
      to,
      subject: 'Hello',
      body: 'Hello there.',
      ...more,
    });
  const codeOf = async (key: string, to: string) => {
    const reply = await send(key, to);
    return reply.body.code ?? reply.body.status;
  };
  const attempts = (query: string) =>
    service.request<{ attempts: Attempt[]; next_cursor: string | null }>(
      agent,
      `GET /v1/mailboxes/helper/allowlist/blocked-attempts?${query}`,
    );
  const receive = async (from: string) => {
    const answer = await service.deliver({
      from,
      to: tenant.mailbox.address,
      subject: 'Question',
      text: 'Well?',
    });
    await service.drain();
    return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  };

  it('suppress by address and by domain, in any case, exactly, for everybody', async () => {
    await service.call(tenant.admin, api.addSuppressions, { emails: ['no@example.org', '@never.example'] });
    for (const to of ['no@example.org', 'No@EXAMPLE.org', 'anyone@never.example']) {
      expect(await codeOf(agent, to)).toBe('RECIPIENT_SUPPRESSED');
      expect(await codeOf(tenant.admin, to)).toBe('RECIPIENT_SUPPRESSED');
    }
    for (const to of ['no+tag@example.org', 'anyone@sub.never.example'])
      expect(await codeOf(agent, to)).toBe('sent');
  });

  it('contain agents and not people, with the facts of the refusal', async () => {
    await policy({ agent_send_containment: true });
    const refused = await send(agent, 'Stranger@example.org');
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'RECIPIENT_AGENT_CONTAINED',
        details: {
          reason_axis: 'recipient_containment',
          recipient: 'Stranger@example.org',
          restricted_by: 'agent_containment',
        },
      },
    ]);
    expect(await codeOf(tenant.admin, 'Stranger@example.org')).toBe('sent');
    await service.call(tenant.admin, api.addAllowlistEntry, {
      mailboxId: 'helper',
      email: '@approved.example',
    });
    expect(await codeOf(agent, 'anyone@approved.example')).toBe('sent');
  });

  it.each(['victim%other.example', 'other.example!victim', 'a%b!c'])(
    'admit %s, which old hosts relay elsewhere, by its own entry only',
    async (local) => {
      await policy({ recipient_policy_mode: 'allowlist', agent_send_containment: true });
      const to = `${local}@hosted.example`;
      const allow = (email: string) =>
        service.call(tenant.admin, api.addAllowlistEntry, { mailboxId: 'helper', email });
      await allow('@hosted.example');
      expect(await codeOf(agent, 'someone@hosted.example')).toBe('sent');
      expect(await codeOf(agent, to)).toBe('RECIPIENT_AGENT_CONTAINED');
      expect(await codeOf(tenant.admin, to)).toBe('RECIPIENT_NOT_ON_ALLOWLIST');
      await allow(to);
      expect(await codeOf(agent, to)).toBe('sent');
    },
  );

  it('suppress by domain whatever the local part is', async () => {
    await service.call(tenant.admin, api.addSuppression, { email: '@routed.example' });
    expect(await codeOf(agent, 'victim%other.example@routed.example')).toBe('RECIPIENT_SUPPRESSED');
  });

  it('hold everybody to the allowlist in its mode', async () => {
    await policy({ recipient_policy_mode: 'allowlist' });
    const refused = await send(tenant.admin, 'stranger@example.org');
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'RECIPIENT_NOT_ON_ALLOWLIST',
        details: { recipient: 'stranger@example.org' },
      },
    ]);
    expect(await codeOf(tenant.admin, 'Anyone@Approved.Example')).toBe('sent');
    expect(await codeOf(agent, 'anyone@sub.approved.example')).toBe('RECIPIENT_NOT_ON_ALLOWLIST');
  });

  it('let answers through to those who wrote: containment always, the allowlist when it says so', async () => {
    const id = await receive('writer@example.org');
    const reply = async (key: string) => {
      const answer = await service.call(key, api.reply, { id, body: 'An answer.' });
      return answer.body.code ?? answer.body.status;
    };
    await policy({ agent_send_containment: true });
    expect(await reply(agent)).toBe('sent');
    expect(await codeOf(agent, 'writer@example.org')).toBe('RECIPIENT_AGENT_CONTAINED');
    await policy({ recipient_policy_mode: 'allowlist' });
    expect(await reply(agent)).toBe('RECIPIENT_NOT_ON_ALLOWLIST');
    await policy({ allow_thread_replies: true });
    expect(await reply(agent)).toBe('sent');
    await policy({ instruction_trust_mode: 'enabled' });
    expect(await reply(agent)).toBe('RECIPIENT_AGENT_CONTAINED');
    await policy({ agent_send_containment: false });
    expect(await reply(agent)).toBe('RECIPIENT_NOT_ON_ALLOWLIST');
    expect(await reply(tenant.admin)).toBe('sent');
    await policy({ instruction_trust_strict_recipient: false });
    expect(await reply(agent)).toBe('sent');
  });

  it('charge nothing, and leave an attempt for each refusal of containment and allowlist', async () => {
    const count = () => sentToday(service, tenant.admin);
    const charged = await count();
    await policy({ recipient_policy_mode: 'allowlist' });
    await send(agent, 'Logged@example.org');
    await send(tenant.admin, 'logged@example.org');
    await policy({ recipient_policy_mode: 'blocklist', agent_send_containment: true });
    await send(agent, 'contained@example.org');
    await send(agent, 'no@example.org');
    expect(await count()).toBe(charged);

    const raw = (await attempts('aggregate=false&limit=3')).body;
    expect(raw.attempts).toEqual([
      expect.objectContaining({
        recipient: 'contained@example.org',
        actor_type: 'agent',
        origin: 'send',
        draft_id: null,
      }),
      expect.objectContaining({ recipient: 'logged@example.org', actor_type: 'admin' }),
      expect.objectContaining({ recipient: 'logged@example.org', actor_type: 'agent' }),
    ]);
    const rest = await attempts(`aggregate=false&limit=500&cursor=${raw.next_cursor}`);
    const whole = await attempts('aggregate=false&all=true');
    expect([...raw.attempts, ...rest.body.attempts]).toEqual(whole.body.attempts);
    const grouped = await attempts('');
    expect(grouped.body.next_cursor).toBeNull();
    const writer = grouped.body.attempts.find(({ recipient }) => recipient === 'writer@example.org');
    expect(writer).toMatchObject({ count: 4, actor_type: 'agent', origins: ['send', 'reply'] });
    expect(grouped.body.attempts.filter(({ recipient }) => recipient === 'logged@example.org')).toHaveLength(
      2,
    );
  });

  it('read attempts of the last days only when asked, and refuse queries that fit no form', async () => {
    service.clock.moveTo(service.clock.now() + 3 * 86_400_000);
    await policy({ recipient_policy_mode: 'allowlist' });
    await send(agent, 'recent@example.org');
    const recent = await attempts('within_days=1');
    expect(recent.body.attempts.map(({ recipient }) => recipient)).toEqual(['recent@example.org']);
    const raw = await attempts('aggregate=false&within_days=1');
    expect(raw.body.attempts).toHaveLength(1);
    expect((await attempts('within_days=5')).body.attempts.length).toBeGreaterThan(1);
    for (const query of ['all=true', 'cursor=abc', 'within_days=0', 'within_days=366', 'aggregate=yes']) {
      const reply = await attempts(query);
      expect([query, reply.status, reply.body.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
    }
  });

  it('tell of an attempt once a minute for each recipient, also over a restart; never of containment', async () => {
    await policy({ recipient_policy_mode: 'allowlist' });
    const told = async () => {
      const rows = await service.daemon.context.store.read
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'recipient_allowlist.blocked_attempt')
        .where(sql<boolean>`cast(data as text) like ${'%@event.example%'}`)
        .execute();
      return rows.map(({ data }) => data.recipient);
    };
    await send(agent, 'a@event.example');
    await send(tenant.admin, 'A@event.example');
    await send(agent, 'b@event.example');
    expect(await told()).toEqual(['a@event.example', 'b@event.example']);
    await service.stop();
    service = await launch({ home: service.home, clock: service.clock });
    await send(agent, 'a@event.example');
    expect(await told()).toHaveLength(2);
    service.clock.moveTo(service.clock.now() + 61_000);
    await send(agent, 'a@event.example');
    expect(await told()).toHaveLength(3);
    await policy({ recipient_policy_mode: 'blocklist', agent_send_containment: true });
    await send(agent, 'c@event.example');
    expect(await told()).toHaveLength(3);
  });

  it('change nothing when they are only asked', async () => {
    const { passGates } = await import('../../../daemon/mail/outbound/gates/index.ts');
    const { authenticate } = await import('../../../daemon/access/authenticate.ts');
    const { context } = service.daemon;
    await policy({ recipient_policy_mode: 'allowlist' });
    const counts = async () => [
      (await attempts('aggregate=false&all=true')).body.attempts.length,
      (await context.store.read.selectFrom('events').select('id').execute()).length,
    ];
    const before = await counts();
    const mailbox = await context.store.read
      .selectFrom('mailboxes')
      .selectAll()
      .where('id', '=', tenant.mailbox.id)
      .executeTakeFirstOrThrow();
    const principal = await authenticate(context, {
      authorization: `Bearer ${agent}`,
      session: undefined,
      address: '127.0.0.1',
    });
    const submission = {
      principal,
      mailbox,
      kind: 'fresh' as const,
      to: 'dry@example.org',
      subject: 's',
      body: 'b',
      thread: null,
    };
    await expect(passGates({ context, db: context.store.read, submission })).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_ON_ALLOWLIST',
    });
    expect(await counts()).toEqual(before);
  });

  it('forget attempts after a year, and not before', async () => {
    await policy({ recipient_policy_mode: 'allowlist' });
    await send(agent, 'kept@example.org');
    const advance = (days: number) => service.operator(api.advanceClock, { seconds: days * 86_400 });
    await advance(364);
    const kept = await attempts('aggregate=false&all=true');
    expect(kept.body.attempts.map(({ recipient }) => recipient)).toContain('kept@example.org');
    await advance(3);
    expect((await attempts('')).body.attempts).toEqual([]);
  });
});
