import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { createTenant, launch, type Service, startService, type Tenant } from '../../support/service.ts';

/** The samples of the Prometheus text format, by name and labels. */
function samples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

async function scrape(service: Service, headers: Record<string, string> = {}) {
  const reply = await service.call({ headers }, api.getMetrics);
  return { status: reply.status, text: reply.body as unknown as string, headers: reply.headers };
}

describe('the figures of a daemon', () => {
  let service: Service;
  let owner: Tenant;
  const read = async () => {
    const { text } = await scrape(service, { authorization: `Bearer ${service.daemon.operatorToken}` });
    return samples(text);
  };

  beforeAll(async () => {
    // Threads of its own, whose tasks it counts.
    service = await launch({ config: { scanTimeout: DEFAULTS.scanTimeout } });
    owner = await createTenant(service);
    return () => service.stop();
  });

  it('are for the owner alone, unless the owner lets programs of this machine read them', async () => {
    expect((await scrape(service)).status).toBe(401);
    expect((await service.call(owner.admin, api.getMetrics)).status).toBe(401);
    await service.operator(api.updateSettings, { 'http.metrics_loopback': true });
    const open = await scrape(service);
    expect(open.status).toBe(200);
    expect(open.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    // A proxy on this machine passes on what others ask.
    expect((await scrape(service, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
    expect((await scrape(service, { origin: 'http://127.0.0.1:3000' })).status).toBe(403);
    expect((await scrape(service, { authorization: 'Bearer wrong' })).status).toBe(401);
    await service.operator(api.updateSettings, { 'http.metrics_loopback': false });
    expect((await scrape(service)).status).toBe(401);
  });

  it('count requests, events, mail and scans', async () => {
    const before = await read();
    await service.deliver({ from: 'ann@example.org', to: owner.mailbox.address, subject: 'Hi', text: 'Hi' });
    await expect(
      service.deliver({ from: 'ann@example.org', to: 'nobody@agentmail.localhost', text: 'Hi' }),
    ).rejects.toThrow('550');
    await service.drain();
    await service.call(owner.admin, api.getMessage, { id: owner.mailbox.id });
    await expect.poll(async () => (await read()).get('agentmail_smtp_sessions_total')).toBe(2);
    const after = await read();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('agentmail_events_total{event="message.received"}')).toBe(1);
    expect(grown('agentmail_smtp_messages_total')).toBe(1);
    expect(grown('agentmail_smtp_refusals_total')).toBe(1);
    expect(grown('agentmail_http_requests_total{endpoint="messages.get",status="404"}')).toBe(1);
    expect(grown('agentmail_http_request_duration_seconds_count{endpoint="messages.get"}')).toBe(1);
    expect(grown('agentmail_analysis_duration_seconds_count{task="inbound",outcome="done"}')).toBe(1);
    expect(after.get('agentmail_queued_scans')).toBe(0);
    expect(after.get('agentmail_held_messages')).toBe(0);
    expect(after.get('agentmail_database_bytes')).toBeGreaterThan(0);
    expect(after.get('agentmail_info{version="0.0.0-test"}')).toBe(1);
    const { engine } = service.daemon.context.store;
    const version = await engine.version();
    expect(version).toMatch(/^\d+\.\d+/);
    expect(after.get(`agentmail_database_info{engine="${engine.name}",version="${version}"}`)).toBe(1);
  });

  it('measure the operations by outcome', async () => {
    const before = await read();
    await service.deliver({ from: 'ann@example.org', to: owner.mailbox.address, subject: 'Yo', text: 'Yo' });
    await service.drain();
    await service.call(owner.admin, api.send, {
      from_mailbox: owner.mailbox.id,
      to: 'bob@there.example',
      subject: 'Hi',
      body: 'Hi',
    });
    await service.call(owner.admin, api.send, {
      from_mailbox: owner.mailbox.id,
      to: 'not an address',
      subject: 'Hi',
      body: 'Hi',
    });
    const wait = { id: owner.mailbox.id };
    expect((await service.call(owner.admin, api.waitForMessage, wait)).body.message).not.toBeNull();
    const timedOut = service.call(owner.admin, api.waitForMessage, {
      ...wait,
      since: new Date(service.clock.now() + 1000).toISOString(),
      timeout: 1,
    });
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(1);
    await service.operator(api.advanceClock, { seconds: 1 });
    await timedOut;
    const after = await read();
    const grown = (operation: string, outcome: string) => {
      const name = `agentmail_${operation}_duration_seconds_count{outcome="${outcome}"}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(grown('accept', 'done')).toBe(1);
    expect(grown('inbound_scan', 'done')).toBe(1);
    expect(grown('send', 'done')).toBe(1);
    expect(grown('outbound_scan', 'done')).toBe(1);
    expect(grown('wait', 'found')).toBe(1);
    expect(grown('wait', 'timeout')).toBe(1);
    expect(grown('commit', 'done')).toBeGreaterThanOrEqual(3);
    expect(after.get('agentmail_commit_duration_seconds_count{outcome="failed"}')).toBe(0);
    expect(after.get('agentmail_dispatch_duration_seconds_count{outcome="failed"}')).toBe(0);
  });

  it('count an arrival that the sender policy refuses as a refused scan', async () => {
    const { admin, mailbox } = await createTenant(service, { email: 'other@example.com', mailbox: 'wary' });
    await service.call(admin, api.blockSender, { email: 'eve@example.org' });
    const refused = async () =>
      (await read()).get('agentmail_inbound_scan_duration_seconds_count{outcome="refused"}') ?? 0;
    const before = await refused();
    await service.deliver({ from: 'eve@example.org', to: mailbox.address, subject: 'Hi', text: 'Hi' });
    await service.drain();
    expect((await refused()) - before).toBe(1);
  });

  it('say nothing about people, mail or keys', async () => {
    const { text } = await scrape(service, { authorization: `Bearer ${service.daemon.operatorToken}` });
    for (const secret of [
      'ann@',
      'example.org',
      owner.mailbox.id,
      owner.mailbox.name,
      owner.admin,
      owner.accountId,
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the token of a monitoring system', () => {
  const TOKEN = 'a-token-for-prometheus-of-32-characters-or-more';
  const SCRAPER = { authorization: `Bearer ${TOKEN}` };
  /** A header that a proxy adds, which stands for a caller on another machine. */
  const REMOTE = { 'x-forwarded-for': '203.0.113.9' };

  it('reads the metrics from any machine, and nothing else', async () => {
    const service = await startService();
    expect((await scrape(service, SCRAPER)).status).toBe(401);
    expect((await scrape(service, { ...SCRAPER, ...REMOTE })).status).toBe(403);
    const { body } = await service.operator(api.updateSettings, { 'metrics.token': TOKEN });
    expect(body.settings['metrics.token']).toEqual({ set: true });
    expect((await scrape(service, SCRAPER)).status).toBe(200);
    expect((await scrape(service, { ...SCRAPER, ...REMOTE })).status).toBe(200);
    expect((await scrape(service, { authorization: `Bearer ${TOKEN}x`, ...REMOTE })).status).toBe(403);
    expect((await scrape(service, { authorization: `Bearer ${TOKEN.replace('a', 'b')}` })).status).toBe(401);
    expect((await scrape(service, { ...SCRAPER, origin: 'http://elsewhere.example' })).status).toBe(403);
    expect((await service.call(TOKEN, api.getStatus)).status).toBe(401);
    expect((await service.call(TOKEN, api.listMailboxes)).status).toBe(401);
    // The operator's own token still works on this machine only.
    const owner = { authorization: `Bearer ${service.daemon.operatorToken}` };
    expect((await scrape(service, owner)).status).toBe(200);
    expect((await scrape(service, { ...owner, ...REMOTE })).status).toBe(403);
    await service.operator(api.updateSettings, { 'metrics.token': null });
    expect((await scrape(service, SCRAPER)).status).toBe(401);
  });

  it('has at least 32 characters', async () => {
    const service = await startService();
    const { status, body } = await service.operator(api.updateSettings, { 'metrics.token': 'short' });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('32 to 200')]);
  });
});

describe('the health check', () => {
  it('is degraded while the relay is out of reach, and ok when it is back', async () => {
    const relay = await scriptedMailServer(async (peer, index) => {
      if (index > 0) await takeEverything(peer);
      else peer.say('554 not today');
    });
    const service = await startService({
      config: {
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
      },
    });
    const owner = await createTenant(service);
    const health = async () => (await service.call(null, api.getHealth)).body;
    expect(await health()).toMatchObject({ status: 'ok', providers: { primary: { healthy: true } } });
    const letter = { from_mailbox: owner.mailbox.id, to: 'bob@there.example', subject: 'Hi', body: 'Hi' };
    await service.call(owner.admin, api.send, letter);
    expect(await health()).toMatchObject({ status: 'degraded', providers: { primary: { healthy: false } } });
    await service.operator(api.advanceClock, { seconds: 3600 });
    await service.call(owner.admin, api.send, { ...letter, subject: 'Again' });
    expect(await health()).toMatchObject({ status: 'ok', providers: { primary: { healthy: true } } });
  });
});
