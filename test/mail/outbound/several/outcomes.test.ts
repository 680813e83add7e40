import { describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { judgingEach, mailsOf, relaying } from '../../../support/relaying.ts';
import { type Service, sentToday, type Tenant, unchecked } from '../../../support/service.ts';

const ANN = 'ann@one.example';
const BOB = 'bob@two.example';
const EVE = 'eve@three.example';

const send = (service: Service, tenant: Tenant, more: Record<string, unknown> = {}, headers = {}) =>
  service.call({ key: tenant.admin, headers }, api.send, {
    from_mailbox: 'helper',
    to: [`Ann Miller <${ANN}>`, BOB],
    bcc: [EVE],
    subject: 'Hello',
    body: 'A line.',
    ...more,
  });

const messageOf = async (service: Service, tenant: Tenant, id: unknown) =>
  (await service.call(tenant.admin, api.getMessage, unchecked({ id }))).body;

const statusesOf = (body: { recipients?: readonly { address: string; status: string }[] | undefined }) =>
  Object.fromEntries((body.recipients ?? []).map(({ address, status }) => [address, status]));

const minutes = (service: Service, count: number) =>
  service.operator(api.advanceClock, { seconds: count * 60 });

describe('a message to several', () => {
  it('is one mail for each, with the same headers and a return path of its own, and nobody sees who is in bcc', async () => {
    const { relay, service, tenant } = await relaying(judgingEach(() => undefined));
    const sent = await send(service, tenant, { cc: ['"Ünal, C." <cc@four.example>'] });
    expect([sent.status, sent.body]).toMatchObject([200, { status: 'sent', sends_remaining: 996 }]);
    const mails = mailsOf(relay.peers);
    expect(mails.map(({ to }) => to).sort()).toEqual([ANN, BOB, 'cc@four.example', EVE].sort());
    expect(new Set(mails.map(({ from }) => from)).size).toBe(4);
    for (const { raw } of mails) {
      expect(raw).toContain(`\r\nMessage-ID: <${sent.body.message_id}@agentmail.localhost>\r\n`);
      expect(raw).toContain(`\r\nTo: Ann Miller <${ANN}>, ${BOB}\r\n`);
      expect(raw).toMatch(/\r\nCc: =\?UTF-8\?.*<cc@four\.example>\r\n/);
      expect(raw).not.toContain('eve');
    }
    const message = await messageOf(service, tenant, sent.body.message_id);
    expect(message).toMatchObject({ state: 'delivered', recipient: ANN });
    expect(message.partially_delivered).toBeUndefined();
    expect(message.recipients).toMatchObject([
      { address: ANN, name: 'Ann Miller', role: 'to', status: 'delivered', code: null },
      { address: BOB, name: null, role: 'to', status: 'delivered' },
      { address: 'cc@four.example', name: 'Ünal, C.', role: 'cc', status: 'delivered' },
      { address: EVE, name: null, role: 'bcc', status: 'delivered' },
    ]);
  });

  it('goes on with the others when one is refused or deferred, and tries only the deferred again', async () => {
    let answer = '451 4.7.1 later';
    const { relay, service, tenant } = await relaying(
      judgingEach((address) =>
        address === BOB ? answer : address === EVE ? '550 5.1.1 unknown' : undefined,
      ),
    );
    const sent = await send(service, tenant);
    expect(sent.body).toMatchObject({ status: 'sent', partially_delivered: true, sends_remaining: 998 });
    const before = await messageOf(service, tenant, sent.body.message_id);
    expect(statusesOf(before)).toEqual({ [ANN]: 'delivered', [BOB]: 'deferred', [EVE]: 'rejected' });
    const suppressions = await service.call(tenant.admin, api.listSuppressions);
    expect(suppressions.body.suppressions).toMatchObject([{ email: EVE, reason: 'hard_bounce' }]);

    await minutes(service, 1);
    expect(statusesOf(await messageOf(service, tenant, sent.body.message_id))).toMatchObject({
      [BOB]: 'deferred',
    });
    answer = '250 ok';
    await minutes(service, 5);
    const after = await messageOf(service, tenant, sent.body.message_id);
    expect(statusesOf(after)).toEqual({ [ANN]: 'delivered', [BOB]: 'delivered', [EVE]: 'rejected' });
    expect(mailsOf(relay.peers).map(({ to }) => to)).toEqual([ANN, BOB]);
    await minutes(service, 24 * 60);
    expect(mailsOf(relay.peers)).toHaveLength(2);
  });

  it('that not everybody has is an error for callers who ask for a strict outcome', async () => {
    const { service, tenant } = await relaying(
      judgingEach((address) => (address === BOB ? '451 4.7.1 later' : undefined)),
    );
    const strict = await send(service, tenant, { bcc: [] }, { prefer: 'outcome=strict' });
    expect([strict.status, strict.body.code, strict.body.details?.recipients]).toMatchObject([
      409,
      'EMAIL_EFFECT_PARTIAL',
      [{ status: 'delivered' }, { status: 'deferred' }],
    ]);
  });

  it('is given up for the deferred after the last try, which is refunded and reported', async () => {
    const { service, tenant } = await relaying(
      judgingEach((address) => (address === BOB ? '451 4.7.1 later' : undefined)),
    );
    const sent = await send(service, tenant);
    const charged = await sentToday(service, tenant.admin);
    for (const wait of [1, 5, 15, 60, 240, 240, 240, 240, 240, 240]) await minutes(service, wait);
    const after = await messageOf(service, tenant, sent.body.message_id);
    expect(after.recipients?.[1]).toMatchObject({ status: 'rejected', code: 'attempts_exhausted' });
    expect(charged).toBe(3);
    expect(await eventsOf(service, 'message.dispatch_failed')).toMatchObject([
      { recipient: BOB, reason_code: 'attempts_exhausted' },
    ]);
  });

  it('is not tried again for somebody who asked for no more mail meanwhile', async () => {
    const { relay, service, tenant } = await relaying(
      judgingEach((address) => (address === BOB ? '451 4.7.1 later' : undefined)),
    );
    const sent = await send(service, tenant);
    await service.must(tenant.admin, api.addSuppression, { email: BOB });
    const tries = () => relay.peers.map(({ heard }) => heard.split(`RCPT TO:<${BOB}>`).length - 1);
    const before = tries();
    await minutes(service, 1);
    expect(tries()).toEqual(before);
    const after = await messageOf(service, tenant, sent.body.message_id);
    expect(after.recipients?.[1]).toMatchObject({ status: 'rejected', code: 'RECIPIENT_SUPPRESSED' });
    expect(await unitsOf(service, sent.body.message_id)).toBe(2);
    expect(await eventsOf(service, 'message.dispatch_failed')).toMatchObject([
      { recipient: BOB, trigger: 'retry', error_code: 'RECIPIENT_SUPPRESSED' },
    ]);
  });

  it('that waits as a whole leaves out who asked for no more mail meanwhile', async () => {
    let answer: string | undefined = '451 4.7.1 later';
    const { relay, service, tenant } = await relaying(judgingEach(() => answer));
    const sent = await send(service, tenant);
    await service.must(tenant.admin, api.addSuppression, { email: BOB });
    answer = undefined;
    await minutes(service, 1);
    expect(
      mailsOf(relay.peers)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([ANN, EVE]);
    const after = await messageOf(service, tenant, sent.body.message_id);
    expect(statusesOf(after)).toEqual({ [ANN]: 'delivered', [BOB]: 'suppressed', [EVE]: 'delivered' });
    expect(await unitsOf(service, sent.body.message_id)).toBe(2);
  });

  it('is blocked and refunded whole when everybody is refused', async () => {
    const { service, tenant } = await relaying(judgingEach(() => '554 5.7.1 no'));
    const sent = await send(service, tenant);
    expect(sent.body).toMatchObject({ status: 'blocked', sends_remaining: 1000 });
    expect(Object.values(statusesOf(sent.body))).toEqual(['rejected', 'rejected', 'rejected']);
    const strict = await send(service, tenant, {}, { prefer: 'outcome=strict' });
    expect([strict.status, strict.body.code]).toEqual([422, 'EMAIL_EFFECT_REJECTED']);
  });

  it('waits as a whole while everybody is deferred, and then reaches them', async () => {
    let answer = '451 4.7.1 later';
    const { service, tenant } = await relaying(judgingEach(() => answer));
    const sent = await send(service, tenant);
    expect(sent.body).toMatchObject({ status: 'quarantined', hold_context: null, sends_remaining: 997 });
    await minutes(service, 1);
    answer = '250 ok';
    await minutes(service, 5);
    const after = await messageOf(service, tenant, sent.body.message_id);
    expect(after.state).toBe('delivered');
    expect(Object.values(statusesOf(after))).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await eventsOf(service, 'message.delivered')).toMatchObject([
      { recipient: ANN, recipients: [{ address: ANN }, { address: BOB }, { address: EVE, role: 'bcc' }] },
    ]);
  });

  it('is delivered by a later try when nobody knew about the others', async () => {
    const answers = new Map([
      [ANN, 'drop'],
      [BOB, '451 4.7.1 later'],
      [EVE, '550 5.7.1 no'],
    ]);
    const { service, tenant } = await relaying(judgingEach((address) => answers.get(address)));
    const sent = await send(service, tenant);
    expect([sent.status, sent.body.code]).toEqual([502, 'DISPATCH_INDETERMINATE']);
    const { message_id: id } = sent.body.details as { message_id: string };
    expect(statusesOf(await messageOf(service, tenant, id))).toEqual({
      [ANN]: 'unknown',
      [BOB]: 'deferred',
      [EVE]: 'rejected',
    });
    answers.delete(BOB);
    await minutes(service, 1);
    expect(await messageOf(service, tenant, id)).toMatchObject({
      state: 'delivered',
      partially_delivered: true,
    });
    expect(await eventsOf(service, 'message.delivered')).toMatchObject([{ recipient: BOB }]);
  });

  it('says for whom nobody knows, and never sends it to them again', async () => {
    const { relay, service, tenant } = await relaying(async (peer) => {
      await peer.until('BODY');
      await peer.message();
      peer.socket.destroy();
    });
    const sent = await send(service, tenant);
    expect([sent.status, sent.body.code]).toEqual([502, 'DISPATCH_INDETERMINATE']);
    const { message_id: id } = sent.body.details as { message_id: string };
    const message = await messageOf(service, tenant, id);
    expect(message.state).toBe('available');
    expect(Object.values(statusesOf(message))).toEqual(['unknown', 'unknown', 'unknown']);
    const peers = relay.peers.length;
    await minutes(service, 24 * 60);
    expect(relay.peers).toHaveLength(peers);
  });
});

/** Sends that the message is charged for, on whatever day. */
async function unitsOf(service: Service, id: string) {
  const { charged_units } = await service.daemon.context.store.read
    .selectFrom('messages')
    .select('charged_units')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return charged_units;
}

async function eventsOf(service: Service, type: 'message.delivered' | 'message.dispatch_failed') {
  const rows = await service.daemon.context.store.read
    .selectFrom('events')
    .select('data')
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
  return rows.map(({ data }) => data);
}
