import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { EventSource } from '../support/event-source.ts';
import { recordEvents } from '../support/events.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  setMailbox,
  sharedService,
  startService,
  type Tenant,
  unchecked,
} from '../support/service.ts';
import { recordSuppressions } from '../support/suppressions.ts';

const DAY = 24 * 3600 * 1000;

describe('the event stream', () => {
  const service = sharedService();
  let tenant: Tenant;
  let other: Tenant;
  let second: { id: string };

  beforeAll(async () => {
    tenant = await createTenant(service);
    other = await createTenant(service, { email: 'other@example.com', mailbox: 'elsewhere' });
    second = await createMailbox(service, tenant.admin, 'second');
  });

  it('tells what happens from now on, and nothing of other accounts', async () => {
    await recordEvents(service, tenant, 1);
    const source = await EventSource.open(service, tenant.admin);
    await recordEvents(service, other, 1, other.mailbox.id);
    await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      subject: 'Real',
      text: 'Hi.',
    });
    await source.until(() => source.events.length === 1);
    expect(source.events[0]).toMatchObject({
      type: 'message.received',
      envelope: { event: 'message.received', account_id: tenant.accountId, data: { subject: 'Real' } },
    });
    source.close();
  });

  it('resumes after a cursor without loss or repetition', async () => {
    const source = await EventSource.open(service, tenant.admin);
    await recordEvents(service, tenant, 1000);
    await source.until(() => source.events.length === 1000);
    source.close();
    const middle = source.events[399]?.cursor ?? '';
    for (const [query, headers] of [
      [{ since: middle }, {}],
      [{ since: source.startCursor }, { 'last-event-id': middle }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const resumed = await EventSource.open(service, tenant.admin, query, headers);
      await resumed.until(() => resumed.events.length >= 600);
      expect(resumed.events.map(({ envelope }) => envelope.id)).toEqual(
        source.events.slice(400).map(({ envelope }) => envelope.id),
      );
      resumed.close();
    }
    const whole = await EventSource.open(service, tenant.admin, { since: source.startCursor });
    await whole.until(() => whole.events.length >= 1000);
    expect(whole.events).toEqual(source.events);
    whole.close();
  });

  it('begins at a timestamp', async () => {
    await recordEvents(service, tenant, 1);
    service.clock.moveTo(service.clock.now() + 5000);
    const since = new Date(service.clock.now()).toISOString();
    await recordEvents(service, tenant, 2);
    const source = await EventSource.open(service, tenant.admin, { since });
    await source.until(() => source.events.length >= 2);
    expect(source.events).toHaveLength(2);
    source.close();
  });

  it.each(['garbage', '', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '2020-01-01T00:00:00Z'])(
    'refuses the cursor "%s"',
    async (since) => {
      const reply = await service.call(tenant.admin, api.streamEvents, { since });
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_CURSOR']);
    },
  );

  it('refuses the cursor of another account, unknown events and unknown mailboxes', async () => {
    const source = await EventSource.open(service, other.admin);
    source.close();
    const codeOf = async (query: string) =>
      (await service.request(tenant.admin, `GET /v1/events?${query}`)).body.code;
    expect(await codeOf(`since=${source.startCursor}`)).toBe('INVALID_CURSOR');
    expect(await codeOf('events=message.received,nothing')).toBe('VALIDATION_ERROR');
    expect(await codeOf('events=')).toBe('VALIDATION_ERROR');
    expect(await codeOf('events=webhook.test')).toBe('VALIDATION_ERROR');
    expect(await codeOf('mailbox=elsewhere')).toBe('NOT_FOUND');
  });

  it('filters by event and by mailbox', async () => {
    const types = await EventSource.open(service, tenant.admin, { events: 'recipient_blocklist.added' });
    const mailbox = await EventSource.open(service, tenant.admin, { mailbox: 'second' });
    await recordEvents(service, tenant, 3);
    await recordSuppressions(service, tenant, ['bob@example.org']);
    await recordEvents(service, tenant, 1, second.id);
    await types.until(() => types.events.length > 0);
    await mailbox.until(() => mailbox.events.length > 0);
    expect(types.events.map(({ type }) => type)).toEqual(['recipient_blocklist.added']);
    expect(mailbox.events.map(({ envelope }) => envelope.data.mailbox_id)).toEqual([second.id]);
    types.close();
    mailbox.close();
  });

  it('shows an agent key the events of its mailboxes only', async () => {
    const agent = await createAgent(service, tenant.admin, second.id);
    const source = await EventSource.open(service, agent);
    await recordEvents(service, tenant, 2);
    await recordSuppressions(service, tenant, ['bob@example.org']);
    await recordEvents(service, tenant, 1, second.id);
    const simulated = { mailbox_id: second.id, scenario: 'clean' };
    const mail = await service.call(tenant.admin, api.simulateInbound, unchecked(simulated));
    await service.call(agent, api.reportMessage, { id: mail.body.message_id });
    await source.until(() => source.events.length > 2);
    expect(source.events.map(({ envelope }) => envelope.data.mailbox_id)).toEqual(Array(3).fill(second.id));
    expect(source.events.at(-1)?.envelope.event).toBe('sender_blocklist.added');
    source.close();
    const denied = await service.call(agent, api.streamEvents, { mailbox: tenant.mailbox.id });
    expect([denied.status, denied.body.code]).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
  });

  it('redacts by the mode of the mailbox at this moment, and exempts list events', async () => {
    const setMode = (mode: 'redacted' | 'passthrough') => setMailbox(service, tenant, { pii_mode: mode });
    const source = await EventSource.open(service, tenant.admin);
    await setMode('redacted');
    await recordEvents(service, tenant, 1);
    await recordSuppressions(service, tenant, ['bob@example.org']);
    await source.until(() => source.events.length === 2);
    expect(source.events[0]?.envelope.data).toMatchObject({
      sender: '<EMAIL_ADDRESS>',
      subject: '<REDACTED>',
    });
    expect(source.events[1]?.envelope.data).toMatchObject({ email: 'bob@example.org' });
    source.close();
    await setMode('passthrough');
    const again = await EventSource.open(service, tenant.admin, { since: source.startCursor });
    await again.until(() => again.events.length === 2);
    expect(again.events[0]?.envelope.data).toMatchObject({ sender: 'ann@example.org', subject: 'Hello' });
    again.close();
  });

  it('sends a comment every 15 seconds of silence', async () => {
    const source = await EventSource.open(service, tenant.admin);
    await source.until(() => source.comments.length === 1);
    // The stream sets its alarm after the first comment is out.
    await new Promise((resolve) => setImmediate(resolve));
    service.clock.moveTo(service.clock.now() + 15_100);
    await source.until(() => source.comments.length === 2);
    source.close();
  });

  it('ends with its credential', async () => {
    const key = await service.call(tenant.admin, api.createApiKey, { role: 'admin' });
    const source = await EventSource.open(service, key.body.api_key);
    await service.call(tenant.admin, api.revokeApiKey, { id: key.body.id });
    await recordEvents(service, tenant, 1);
    await source.ended;
    expect(source.events).toEqual([]);
    const leaver = await createTenant(service, { email: 'leaver@example.com', mailbox: 'leaver' });
    const last = await EventSource.open(service, leaver.admin);
    await service.call(leaver.admin, api.deleteAccount);
    await last.ended;
    // Not only when the silence was broken by a comment.
    expect(last.comments).toHaveLength(1);
  });

  it('allows sixteen streams for a credential and frees the place of one that hung up', async () => {
    const key = await service.call(tenant.admin, api.createApiKey, { role: 'admin' });
    const { api_key: admin } = key.body;
    const sources = await Promise.all(Array.from({ length: 16 }, () => EventSource.open(service, admin)));
    const refused = await service.call(admin, api.streamEvents);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('15');
    sources[0]?.close();
    await expect
      .poll(async () => {
        const source = await EventSource.open(service, admin).catch(() => undefined);
        if (source) sources.push(source);
        return source !== undefined;
      })
      .toBe(true);
    for (const source of sources) source.close();
  });

  it('refuses what is older than 30 days, and a purge deletes it', async () => {
    const aged = await startService();
    const old = await createTenant(aged);
    const source = await EventSource.open(aged, old.admin);
    await recordEvents(aged, old, 1);
    await source.until(() => source.events.length === 1);
    source.close();
    await aged.operator(api.advanceClock, { seconds: (31 * DAY) / 1000 });
    const refused = await aged.call(old.admin, api.streamEvents, { since: source.events[0]?.cursor });
    expect(refused.body.code).toBe('INVALID_CURSOR');
    await aged.operator(api.advanceClock, { seconds: (3 * DAY) / 1000 });
    const rows = await aged.daemon.context.store.read.selectFrom('events').select('seq').execute();
    expect(rows).toEqual([]);
  });

  it('begins at the end with a time to come, and its cursor grows old like any other', async () => {
    const early = await startService();
    const tenant = await createTenant(early);
    await recordEvents(early, tenant, 1);
    const source = await EventSource.open(early, tenant.admin, { since: '2199-01-01T00:00:00Z' });
    await recordEvents(early, tenant, 1);
    await source.until(() => source.events.length > 0);
    expect(source.events).toHaveLength(1);
    source.close();
    await early.operator(api.advanceClock, { seconds: (31 * DAY) / 1000 });
    const refused = await early.call(tenant.admin, api.streamEvents, { since: source.startCursor });
    expect(refused.body.code).toBe('INVALID_CURSOR');
  });
});
