import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import type { Api } from '../../support/calls.ts';
import {
  createAgent,
  createTenant,
  launch,
  type Service,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

describe('the sender policy', () => {
  let service: Service;
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    service = await launch();
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });
  afterAll(() => service.stop());

  const call: Api['call'] = (key, endpoint, ...input) => service.call(key, endpoint, ...input);
  const receive = async (mail: { from: string; envelope?: string; header?: string | null }) => {
    const header = mail.header === undefined ? `From: ${mail.from}\r\n` : mail.header;
    const answer = await service.deliver({
      from: mail.envelope ?? mail.from,
      to: tenant.mailbox.address,
      raw: `${header ?? ''}To: ${tenant.mailbox.address}\r\nSubject: Knock\r\n\r\nAnybody home?\r\n`,
    });
    await service.drain();
    const id = /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
    return (await call(tenant.admin, api.getMessage, { id })).body;
  };
  const policy = (key: string, mode: string, force?: boolean) =>
    call(
      key,
      api.setSenderPolicy,
      unchecked({
        id: 'helper',
        mode,
        ...(force === undefined ? {} : { force_empty: force }),
      }),
    );
  const listed = async (filter: object = {}) =>
    (await call(agent, api.listMessages, { id: 'helper', ...filter })).body.messages;
  const eventsOf = async (id: string) =>
    (
      await service.daemon.context.store.read
        .selectFrom('events')
        .select('type')
        .where(sql<boolean>`cast(data as text) like ${`%${id}%`}`)
        .execute()
    ).map(({ type }) => type);

  it('flips with its rules: agents only tighten, no lock-out unasked, no event without a flip', async () => {
    const created = await call(tenant.admin, api.getMailbox, { id: 'helper' });
    const still = await policy(tenant.admin, 'blocklist');
    expect([still.status, still.body]).toEqual([
      200,
      {
        mailbox_id: tenant.mailbox.id,
        sender_policy_mode: 'blocklist',
        previous_mode: 'blocklist',
        changed_at: created.body.created_at,
      },
    ]);
    const empty = await policy(agent, 'allowlist');
    expect([empty.status, empty.body.code]).toEqual([409, 'SENDER_POLICY_FLIP_EMPTY_ALLOWLIST']);
    const loosening = await policy(agent, 'blocklist');
    expect([loosening.status, loosening.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const forced = await policy(agent, 'allowlist', true);
    expect([forced.status, forced.body]).toMatchObject([
      200,
      { sender_policy_mode: 'allowlist', previous_mode: 'blocklist' },
    ]);
    const forcedLoosening = await policy(agent, 'blocklist', true);
    expect([forcedLoosening.status, forcedLoosening.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const repeated = await policy(agent, 'allowlist');
    expect(repeated.body).toEqual({ ...forced.body, previous_mode: 'allowlist' });
    const mailbox = await call(agent, api.getMailbox, { id: 'helper' });
    expect(mailbox.body).toMatchObject({
      sender_policy_mode: 'allowlist',
      recipient_policy_mode: 'blocklist',
    });
    expect((await policy(tenant.admin, 'blocklist')).status).toBe(200);
    expect((await policy(tenant.admin, 'open')).status).toBe(400);
    const events = await service.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'mailbox.sender_policy_changed')
      .execute();
    expect(events.map(({ data }) => data)).toMatchObject([
      { previous_mode: 'blocklist', sender_policy_mode: 'allowlist', actor_type: 'agent' },
      { previous_mode: 'allowlist', sender_policy_mode: 'blocklist', actor_type: 'admin' },
    ]);
  });

  it('keeps blocked senders out unscanned and silently, by From and by envelope, by address and by domain', async () => {
    await call(tenant.admin, api.blockSenders, { emails: ['spam@example.org', '@spam.example'] });
    const byFrom = await receive({ from: 'Spam@Example.org', envelope: 'other@example.org' });
    expect(byFrom).toMatchObject({
      state: 'firewall_blocked',
      scan: null,
      body: { content: null },
      attachments: [],
      firewall_block: {
        envelope_sender: 'other@example.org',
        from_address: 'Spam@example.org',
        matched_field: 'from',
        matched_pattern: 'spam@example.org',
        reason_code: 'SENDER_BLOCKED',
        matched_list: 'account_blocklist',
        mode: 'blocklist',
      },
    });
    expect(await eventsOf(byFrom.id)).toEqual([]);
    const byEnvelope = await receive({ from: 'nice@example.org', envelope: 'x@spam.example' });
    expect(byEnvelope.firewall_block).toMatchObject({
      matched_field: 'envelope',
      matched_pattern: '@spam.example',
    });
    for (const from of ['spam+tag@example.org', 'x@sub.spam.example']) {
      expect((await receive({ from })).state).toBe('available');
    }
  });

  it('hides what it kept out from the list, unless asked for', async () => {
    expect((await listed()).map(({ state }) => state)).not.toContain('firewall_blocked');
    const shown = await listed({ include_firewall_blocked: true });
    expect(shown.filter(({ state }) => state === 'firewall_blocked')).toHaveLength(2);
    expect(
      shown.every(
        ({ firewall_block, state }) => (firewall_block !== null) === (state === 'firewall_blocked'),
      ),
    ).toBe(true);
    expect((await listed({ status: 'firewall_blocked' })).length).toBe(2);
    expect((await listed({ status: 'firewall_blocked', search: 'knock' })).length).toBe(2);
    expect(await listed({ status: 'firewall_blocked', search: 'anybody' })).toEqual([]);
    expect((await listed({ search: 'knock' })).map(({ state }) => state)).not.toContain('firewall_blocked');
  });

  it('takes mail only from the From addresses of its allowlist in allowlist mode, the blocklist first', async () => {
    await call(tenant.admin, api.allowSenders, {
      id: 'helper',
      emails: ['friend@example.org', '@office.example', 'spam@example.org'],
    });
    await policy(tenant.admin, 'allowlist');
    expect((await receive({ from: 'Friend@example.org', envelope: 'bounce@lists.example' })).state).toBe(
      'available',
    );
    expect((await receive({ from: 'anyone@office.example' })).state).toBe('available');
    const stranger = await receive({ from: 'stranger@example.org', envelope: 'friend@example.org' });
    expect(stranger).toMatchObject({
      state: 'firewall_blocked',
      firewall_block: {
        from_address: 'stranger@example.org',
        matched_field: null,
        matched_pattern: null,
        reason_code: 'SENDER_NOT_ON_ALLOWLIST',
        matched_list: 'mailbox_allowlist',
        mode: 'allowlist',
      },
    });
    const nameless = await receive({ from: 'friend@example.org', header: null });
    expect(nameless).toMatchObject({ state: 'firewall_blocked', firewall_block: { from_address: null } });
    const both = await receive({ from: 'spam@example.org' });
    expect(both.firewall_block).toMatchObject({ reason_code: 'SENDER_BLOCKED', mode: 'allowlist' });
    await policy(tenant.admin, 'blocklist');
  });

  it('logs what it kept out, grouped and one by one, for longer than the messages live', async () => {
    const grouped = await call(agent, api.listBlockedArrivals, { id: 'helper' });
    expect(grouped.body.next_cursor).toBeNull();
    const bySender = new Map(
      grouped.body.attempts.map((attempt) => [
        `${'sender' in attempt && attempt.sender} ${attempt.reason_code}`,
        attempt,
      ]),
    );
    expect(bySender.get('spam@example.org SENDER_BLOCKED')).toMatchObject({
      matched_field: 'from',
      count: 1,
    });
    expect(bySender.get('stranger@example.org SENDER_NOT_ON_ALLOWLIST')).toMatchObject({
      matched_field: null,
      mode: 'allowlist',
      count: 1,
    });
    const raw = await call(agent, api.listBlockedArrivals, { id: 'helper', aggregate: false, limit: 2 });
    expect(raw.body.attempts).toMatchObject([
      {
        matched_pattern: 'spam@example.org',
        message_id: expect.any(String),
        attempted_at: expect.any(String),
      },
      { from_address: null, envelope_sender: 'friend@example.org' },
    ]);
    const rest = await call(
      agent,
      api.listBlockedArrivals,
      unchecked({
        id: 'helper',
        aggregate: false,
        cursor: raw.body.next_cursor,
      }),
    );
    expect(rest.body.attempts).toHaveLength(3);
  });

  it('lets one message in when an admin says so: it is scanned, told about and read like any other', async () => {
    const kept = (await listed({ status: 'firewall_blocked' })).find(({ sender }) =>
      sender.startsWith('stranger'),
    );
    const denied = await call(agent, api.releaseFromFirewall, { id: kept?.id ?? '' });
    expect([denied.status, denied.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const released = await call(tenant.admin, api.releaseFromFirewall, { id: kept?.id ?? '' });
    expect([released.status, released.body]).toEqual([202, { message_id: kept?.id, state: 'scanning' }]);
    await service.drain();
    const message = await call(agent, api.getMessage, { id: kept?.id ?? '' });
    expect(message.body).toMatchObject({
      state: 'available',
      scan: { verdict: 'clean' },
      firewall_block: null,
      body: { content: expect.stringContaining('Anybody home?') },
    });
    expect((await listed({ search: 'anybody' })).map(({ id }) => id)).toContain(kept?.id);
    expect(await eventsOf(kept?.id ?? '')).toEqual(['message.received']);
    const again = await call(tenant.admin, api.releaseFromFirewall, { id: kept?.id ?? '' });
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { state: 'available' } },
    ]);
  });

  it('asks again about mail that was accepted before a crash', async () => {
    const { context } = service.daemon;
    const id = (await receive({ from: 'soon-blocked@example.org' })).id;
    await context.store.write({ account: tenant.accountId }, async ({ db, worker }) => {
      await db.deleteFrom('message_bodies').where('message_id', '=', id).execute();
      await db.updateTable('messages').set({ state: 'received', worker }).where('id', '=', id).execute();
    });
    await call(tenant.admin, api.blockSender, { email: 'soon-blocked@example.org' });
    await service.stop();
    service = await launch({ home: service.home, clock: service.clock });
    await service.drain();
    expect((await call(tenant.admin, api.getMessage, { id })).body.state).toBe('firewall_blocked');
  });
});
