import { beforeAll, describe, expect, it } from 'vitest';
import { returnPath } from '../../../daemon/network/domains/return-path.ts';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { deliveryStatus, feedbackReport } from '../../support/reports.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';
import { signed } from '../../support/signed-mail.ts';

const DOMAIN = 'agentmail.localhost';
/** The domain that feedback reports come from. */
const REPORTER = 'mailbox-provider.example';
const FAILED = ['Final-Recipient: rfc822; x@there.example', 'Action: failed'];
const HARD = [...FAILED, 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no such user'];
const SOFT = [...FAILED, 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 mailbox full'];

describe('reports about sent mail', () => {
  const dns = new ScriptedDns();
  const service = sharedService({ overrides: { dns } });
  let tenant: Tenant;
  let count = 0;

  beforeAll(async () => {
    tenant = await createTenant(service);
    await service.operator(api.updateSettings, { 'complaints.trusted_reporters': [REPORTER] });
  });

  /** Sends to an address of its own; answers with the message and its return path. */
  const sent = async () => {
    const to = `person${++count}@there.example`;
    const reply = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to,
      subject: 'Hello',
      body: 'A line.',
    });
    const id = reply.body.message_id;
    return {
      id,
      to,
      path: returnPath(service.daemon.context.secrets, { messageId: id, recipient: null }, DOMAIN),
    };
  };
  const report = async (to: string, raw: string | Buffer, from = '') => {
    const answer = await service
      .deliver({ from, to, raw })
      .catch((error: Error & { response: string }) => error.response);
    await service.drain();
    return answer;
  };
  const stateOf = async (id: string) => (await service.call(tenant.admin, api.getMessage, { id })).body.state;
  const suppression = async (email: string) => {
    const { body } = await service.call(tenant.admin, api.listSuppressions);
    return body.suppressions.find((row) => row.email === email) ?? null;
  };
  const events = async (id: string, type: string) => {
    const rows = await service.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', type)
      .execute();
    return rows.map(({ data }) => data).filter((data) => data.message_id === id);
  };

  const rates = async () => {
    const { body } = await service.call(tenant.admin, api.getUsage);
    return body.rates;
  };
  const bounceRate = async () => (await rates()).bounced;
  const complaintRate = async () => (await rates()).complained;

  it('a hard bounce marks the message, suppresses its recipient and is told once', async () => {
    const { id, to, path } = await sent();
    expect(await report(path, deliveryStatus(HARD))).toMatch(/^250 2\.0\.0 /);
    expect(await stateOf(id)).toBe('bounced');
    expect(await suppression(to)).toMatchObject({ reason: 'hard_bounce', source: 'provider_bounce' });
    await report(path, deliveryStatus(HARD));
    expect(await events(id, 'message.bounced')).toMatchObject([
      { bounce_type: 'hard', bounce_reason: 'smtp; 550 5.1.1 no such user', recipient: to },
    ]);
    const again = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to,
      subject: 'Hello',
      body: 'A line.',
    });
    expect(again.body.code).toBe('RECIPIENT_SUPPRESSED');
  });

  it('a soft bounce marks the message and suppresses nobody', async () => {
    const { id, to, path } = await sent();
    await report(path.toUpperCase().replace('AGENTMAIL.LOCALHOST', DOMAIN), deliveryStatus(SOFT));
    expect(await stateOf(id)).toBe('bounced');
    expect(await suppression(to)).toBeNull();
    expect(await events(id, 'message.bounced')).toMatchObject([{ bounce_type: 'soft' }]);
  });

  it('a hard bounce after a soft one suppresses the recipient and is not told again', async () => {
    const { id, to, path } = await sent();
    await report(path, deliveryStatus(SOFT));
    await report(path, deliveryStatus(HARD));
    expect(await suppression(to)).toMatchObject({ reason: 'hard_bounce', source: 'provider_bounce' });
    expect(await events(id, 'message.bounced')).toMatchObject([{ bounce_type: 'soft' }]);
  });

  it('delays, automatic answers and letters to the return path change nothing', async () => {
    const { id, to, path } = await sent();
    const delayed = HARD.map((line) => line.replace('failed', 'delayed'));
    expect(await report(path, deliveryStatus(delayed))).toMatch(/^250/);
    const away =
      'From: person@there.example\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\n550 5.1.1 away\r\n';
    expect(await report(path, away)).toMatch(/^250/);
    expect(await report(path, 'Subject: Hi\r\n\r\nWhy do you write to me?\r\n', to)).toMatch(/^250/);
    expect([await stateOf(id), await suppression(to)]).toEqual(['delivered', null]);
  });

  it('a made-up token is refused before the report is read', async () => {
    const { id, to, path } = await sent();
    const other = path.replace(/\.[0-9a-f]{16}@/, '.0123456789abcdef@');
    for (const address of [other, `bounces@${DOMAIN}`, `bounces+${id}@${DOMAIN}`, `bounces+x.y@${DOMAIN}`]) {
      expect(await report(address, deliveryStatus(HARD))).toMatch(/^550 5\.1\.1/);
    }
    expect([await stateOf(id), await suppression(to)]).toEqual(['delivered', null]);
  });

  /** Puts a message where no call from outside could hold it. */
  const put = (id: string, state: 'dispatching' | 'delivered' | 'quarantined') =>
    service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state }).where('id', '=', id).execute(),
    );

  it('a bounce or a complaint that overtakes the outcome of its send is kept until that is known', async () => {
    const bounced = await sent();
    const complained = await sent();
    for (const { id } of [bounced, complained]) await put(id, 'dispatching');
    await report(bounced.path, deliveryStatus(HARD));
    await report(
      `complaints@${DOMAIN}`,
      feedbackReport('abuse', [`Original-Mail-From: <${complained.path}>`]),
    );
    expect(await stateOf(bounced.id)).toBe('dispatching');
    expect(await suppression(complained.to)).toBeNull();
    for (const { id } of [bounced, complained]) await put(id, 'delivered');
    await service.operator(api.advanceClock, { seconds: 6 });
    expect(await stateOf(bounced.id)).toBe('bounced');
    expect(await suppression(complained.to)).toMatchObject({ reason: 'complaint', complaint_count: 1 });
  });

  it('a complaint about a message that bounced as well is recorded', async () => {
    const { id, to, path } = await sent();
    await report(path, deliveryStatus(SOFT));
    await report(`complaints@${DOMAIN}`, feedbackReport('abuse', [`Original-Mail-From: <${path}>`]));
    expect([await stateOf(id), await suppression(to)]).toMatchObject([
      'bounced',
      { reason: 'complaint', complaint_count: 1 },
    ]);
  });

  it('a complaint about a message that never left is kept for people', async () => {
    const { id, to, path } = await sent();
    await put(id, 'quarantined');
    const before = (await kept()).length;
    await report(`complaints@${DOMAIN}`, feedbackReport('abuse', [`Original-Mail-From: <${path}>`]));
    expect([await stateOf(id), await suppression(to)]).toEqual(['quarantined', null]);
    expect(await kept()).toHaveLength(before + 1);
  });

  /** A complaint that names its message by the Message-ID and by nothing else. */
  const byMessageId = (id: string, type = 'abuse') =>
    Buffer.from(feedbackReport(type, [], [`Message-ID: <${id}@${DOMAIN}>`]));
  const remove = async (email: string) => service.call(tenant.admin, api.removeSuppression, { email });

  it.each(['abuse', 'opt-out'])(
    'a report (%s) by Message-ID changes nothing for mail that never left',
    async (type) => {
      const { id, to } = await sent();
      await put(id, 'quarantined');
      const before = (await kept()).length;
      await report(`complaints@${DOMAIN}`, byMessageId(id, type));
      expect([await suppression(to), await kept()]).toEqual([
        null,
        expect.objectContaining({ length: before + 1 }),
      ]);
    },
  );

  it('a proven complaint counts although a report that nothing proves came first', async () => {
    const { id, to, path } = await sent();
    await report(`complaints@${DOMAIN}`, byMessageId(id));
    await report(`complaints@${DOMAIN}`, feedbackReport('abuse', [`Original-Mail-From: <${path}>`]));
    expect(await suppression(to)).toMatchObject({ complaint_count: 1 });
    expect((await remove(to)).body.code).toBe('RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED');
  });

  it('a complaint is found by the return path that it names', async () => {
    const { to, path } = await sent();
    const raw = feedbackReport('abuse', [`Original-Mail-From: <${path}>`]);
    expect(await report(`complaints@${DOMAIN}`, raw, 'feedback@anywhere.example')).toMatch(/^250/);
    expect(await suppression(to)).toMatchObject({
      reason: 'complaint',
      source: 'provider_complaint',
      complaint_count: 1,
      latest_complaint_at: expect.any(String),
    });
    expect((await remove(to)).body.code).toBe('RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED');
  });

  it('a trusted reporter may name a message by its Message-ID alone', async () => {
    const { id, to } = await sent();
    for (const count of [1, 2]) {
      await report(`complaints@${DOMAIN}`, await signed(dns, byMessageId(id), REPORTER));
      expect(await suppression(to)).toMatchObject({ reason: 'complaint', complaint_count: count });
    }
    expect((await remove(to)).body.code).toBe('RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED');
  });

  it('a report by Message-ID changes nothing unless its reporter is listed and proven, and is kept for a person', async () => {
    const { id, to } = await sent();
    const others = Buffer.from(byMessageId(id).toString().replace(REPORTER, 'stranger.example'));
    const reports = [
      byMessageId(id),
      byMessageId(id, 'opt-out'),
      await signed(dns, others, 'stranger.example'),
      await signed(dns, byMessageId(id), 'stranger.example'),
      Buffer.from(byMessageId(id).toString().replace('From: ', `From: a@stranger.example, `)),
    ];
    const before = await complaintRate();
    for (const raw of reports) {
      await report(`complaints@${DOMAIN}`, raw, `feedback@${REPORTER}`);
      expect(await suppression(to)).toBeNull();
    }
    expect([await stateOf(id), await complaintRate()]).toEqual(['delivered', before]);
    const again = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to,
      subject: 'Hello',
      body: 'A line.',
    });
    expect(again.body.status).toBe('sent');
  });

  it('a deleted message is bounced and complained about all the same: that counts, and its recipient is suppressed', async () => {
    const bounced = await sent();
    const complained = await sent();
    for (const { id } of [bounced, complained]) await service.call(tenant.admin, api.deleteMessage, { id });
    const before = await bounceRate();
    await report(bounced.path, deliveryStatus(HARD));
    expect(await bounceRate()).toBeGreaterThan(before);
    expect(await suppression(bounced.to)).toMatchObject({ reason: 'hard_bounce' });
    expect(await events(bounced.id, 'message.bounced')).toEqual([]);
    await report(`complaints@${DOMAIN}`, await signed(dns, byMessageId(complained.id), REPORTER));
    expect(await suppression(complained.to)).toMatchObject({ reason: 'complaint', complaint_count: 1 });
  });

  it('an opt-out report is an unsubscription', async () => {
    const { to, path } = await sent();
    await report(`complaints@${DOMAIN}`, feedbackReport('opt-out', [`Original-Mail-From: ${path}`]));
    expect(await suppression(to)).toMatchObject({ reason: 'unsubscribe' });
  });

  it('what names no message of this daemon, or blames none, is kept for people', async () => {
    const { id, to, path } = await sent();
    const forged = path.replace(/\.[0-9a-f]{16}@/, '.0123456789abcdef@');
    const reports = [
      feedbackReport('abuse', [`Original-Mail-From: <${forged}>`]),
      await signed(
        dns,
        Buffer.from(byMessageId(id).toString().replace(`@${DOMAIN}`, '@elsewhere.example')),
        REPORTER,
      ),
      feedbackReport('not-spam', [`Original-Mail-From: <${path}>`]),
      feedbackReport('auth-failure', [`Original-Mail-From: <${path}>`]),
      'Subject: Stop this\r\n\r\nPlease stop.\r\n',
    ];
    const before = (await kept()).length;
    for (const raw of reports) await report(`complaints@${DOMAIN}`, raw);
    expect([await stateOf(id), await suppression(to)]).toEqual(['delivered', null]);
    const items = await kept();
    expect(items).toHaveLength(before + reports.length);
    expect(items[0]).toMatchObject({ to: `complaints@${DOMAIN}`, subject: 'Stop this' });
    const { rows } = await service.daemon.context.store.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'inbound.report')
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows).toEqual([]);
  });

  const kept = async () => (await service.operator(api.listOutbox, { purpose: 'postmaster' })).body.items;
});
