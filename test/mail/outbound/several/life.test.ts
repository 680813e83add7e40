import { beforeAll, describe, expect, it } from 'vitest';
import { returnPath } from '../../../../daemon/network/domains/return-path.ts';
import * as api from '../../../support/api.ts';
import { deliveryStatus, feedbackReport } from '../../../support/reports.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sentToday,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../../support/service.ts';

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const EVE = 'eve@example.net';
const DOMAIN = 'agentmail.localhost';
const HARD = ['Final-Recipient: rfc822; x@example.org', 'Action: failed', 'Status: 5.1.1'];

describe('a message to several', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await service.operator(api.updateSettings, { 'complaints.trusted_reporters': ['fbl@reporter.example'] });
  });

  const send = (more: Record<string, unknown> = {}, key = tenant.admin) =>
    service.must(key, api.send, {
      from_mailbox: 'helper',
      to: [ANN, BOB],
      bcc: [EVE],
      subject: 'Hello',
      body: 'A line.',
      ...more,
    });
  const messageOf = (id: string, key = tenant.admin) => service.must(key, api.getMessage, { id });
  const statusesOf = async (id: string) => (await messageOf(id)).recipients?.map(({ status }) => status);
  const pathOf = (messageId: string, recipient: number | null) =>
    returnPath(service.daemon.context.secrets, { messageId, recipient }, DOMAIN);
  const report = async (to: string, raw: string) => {
    await service.deliver({ from: '', to, raw });
    await service.drain();
  };
  const suppressed = async () =>
    (await service.must(tenant.admin, api.listSuppressions)).suppressions.map(({ email }) => email);
  const allow = (email: string) => service.call(tenant.admin, api.removeSuppression, { email });

  it('bounces for one of them, and as a whole with the last', async () => {
    const { message_id: id } = await send();
    await report(pathOf(id, 1), deliveryStatus(HARD));
    expect(await messageOf(id)).toMatchObject({ state: 'delivered', partially_delivered: true });
    expect(await statusesOf(id)).toEqual(['delivered', 'bounced', 'delivered']);
    expect(await suppressed()).toEqual([BOB]);
    await report(pathOf(id, 1), deliveryStatus(HARD));
    // Without a place it says nothing about any of them.
    await report(pathOf(id, null), deliveryStatus(HARD));
    expect(await statusesOf(id)).toEqual(['delivered', 'bounced', 'delivered']);
    const { rates } = await service.must(tenant.admin, api.getUsage);
    expect(rates.bounced).toBeCloseTo(1 / 3, 3);
    await report(pathOf(id, 0), deliveryStatus(HARD));
    await report(pathOf(id, 2), deliveryStatus(HARD));
    expect(await messageOf(id)).toMatchObject({ state: 'bounced' });
    const bounced = await service.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.bounced')
      .orderBy('seq')
      .execute();
    expect(bounced.map(({ data }) => data.recipient)).toEqual([BOB, ANN, EVE]);
    for (const email of [ANN, BOB, EVE]) await allow(email);
  });

  it('is complained about by one of them', async () => {
    const { message_id: id } = await send({ bcc: ['angry@example.net'] });
    const complaint = feedbackReport('abuse', [`Original-Mail-From: <${pathOf(id, 2)}>`]);
    await service.deliver({ from: 'fbl@reporter.example', to: `complaints@${DOMAIN}`, raw: complaint });
    await service.drain();
    expect(await suppressed()).toContain('angry@example.net');
    expect(await suppressed()).not.toContain(ANN);
  });

  it('reaches own mailboxes, which see To and Cc but nobody in Bcc, and says nobody in Bcc on the way', async () => {
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const third = await createMailbox(service, other.admin, 'third');
    const { message_id: id } = await send({
      to: [`Other <${other.mailbox.address}>`],
      cc: [ANN],
      bcc: [third.address],
    });
    await service.drain();
    expect(await statusesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
    for (const name of ['other', 'third']) {
      const [mail] = (await service.must(other.admin, api.listMessages, { id: name })).messages;
      const raw = await service.request<string>(other.admin, `GET /v1/messages/${mail?.id}/raw`);
      expect(mail).toMatchObject({ direction: 'inbound', state: 'available' });
      const shown = JSON.stringify([await messageOf(mail?.id ?? '', other.admin), raw.body]);
      expect(shown.includes(third.address)).toBe(name === 'third');
    }
    const source = await service.request<string>(tenant.admin, `GET /v1/messages/${id}/raw`);
    expect(JSON.stringify(source.body)).not.toContain(third.address);
    expect((await messageOf(id, agent)).recipients).toMatchObject([
      { role: 'to' },
      { role: 'cc' },
      { role: 'bcc' },
    ]);
  });

  it('acts out what the simulator is asked for, for each of them', async () => {
    const { message_id: id } = await send({
      to: [ANN, `bounced@simulator.${DOMAIN}`],
      bcc: [`complained@simulator.${DOMAIN}`],
    });
    await service.operator(api.advanceClock, { seconds: 10 });
    expect(await statusesOf(id)).toEqual(['delivered', 'bounced', 'delivered']);
    expect(await messageOf(id)).toMatchObject({ state: 'delivered' });
  });

  it('is held, loses a recipient in the edit with their charge, and is sent to the others', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const before = await sentToday(service, tenant.admin);
    const held = await send({}, agent);
    expect(held.status).toBe('pending_review');
    expect(await sentToday(service, tenant.admin)).toBe(before + 3);
    const more = await service.call(tenant.admin, api.editMessage, {
      id: held.message_id,
      cc: ['x@example.org'],
    });
    expect(more.body).toMatchObject({ code: 'VALIDATION_ERROR' });
    const same = await service.call(tenant.admin, api.editMessage, {
      id: held.message_id,
      to: [ANN, BOB],
      bcc: [EVE],
    });
    expect(same.body).toMatchObject({ details: { issues: [{ path: 'body' }] } });
    const edited = await service.must(tenant.admin, api.editMessage, { id: held.message_id, bcc: [] });
    expect(edited).toMatchObject({ status: 'sent', recipients: [{ address: ANN }, { address: BOB }] });
    expect(await sentToday(service, tenant.admin)).toBe(before + 2);
  });

  it('is denied with all refunded, and sent to other recipients in its next version', async () => {
    const before = await sentToday(service, tenant.admin);
    const { message_id: id } = await send({}, agent);
    await service.must(tenant.admin, api.denyMessage, { id, reason: 'Not to Eve.' });
    expect(await sentToday(service, tenant.admin)).toBe(before);
    const next = await service.must(agent, api.send, { revises: id, body: 'Without Eve.', bcc: [] });
    expect(next).toMatchObject({
      status: 'pending_review',
      recipients: [{ address: ANN }, { address: BOB }],
    });
    await service.must(tenant.admin, api.approveMessage, { id: next.message_id });
    expect(await statusesOf(next.message_id)).toEqual(['delivered', 'delivered']);
    await setMailbox(service, tenant, { hitl_mode: 'disabled' });
  });

  it('is a draft first, whose list can change until it is sent', async () => {
    const draft = await service.must(tenant.admin, api.createDraft, {
      mailbox_id: 'helper',
      to: [`Ann <${ANN}>`],
      cc: [BOB],
      subject: 'Draft',
      body: 'A line.',
    });
    expect(draft.recipients).toMatchObject([
      { address: ANN, name: 'Ann' },
      { address: BOB, role: 'cc' },
    ]);
    const changed = await service.must(tenant.admin, api.updateDraft, { id: draft.id, bcc: [EVE] });
    expect(changed.recipients?.map(({ address, role }) => [address, role])).toEqual([
      [ANN, 'to'],
      [BOB, 'cc'],
      [EVE, 'bcc'],
    ]);
    const plain = await service.must(tenant.admin, api.updateDraft, {
      id: draft.id,
      to: ANN,
      cc: [],
      bcc: [],
    });
    expect(plain.recipients).toBeUndefined();
    await service.must(tenant.admin, api.updateDraft, { id: draft.id, cc: [BOB] });
    const sent = await service.must(tenant.admin, api.sendDraft, { id: draft.id });
    expect(sent.recipients).toMatchObject([
      { address: ANN, status: 'delivered' },
      { address: BOB, status: 'delivered' },
    ]);
  });

  it('leaves nobody behind when it is deleted, and still knows whose mail bounces later', async () => {
    await allow(ANN);
    const { message_id: id } = await send();
    await service.must(tenant.admin, api.deleteMessage, { id });
    const row = await service.daemon.context.store.read
      .selectFrom('messages')
      .select(['recipient', 'recipients'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ recipient: '', recipients: null });
    await report(pathOf(id, 0), deliveryStatus(HARD));
    expect(await suppressed()).toContain(ANN);
  });
});
