import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import {
  createAgent,
  createTenant,
  sentToday,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../../support/service.ts';

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const EVE = 'eve@example.net';

describe('the rules for a message to several', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await service.must(tenant.admin, api.addAllowlistEntry, { mailboxId: 'helper', email: ANN });
  });

  const send = (more: Record<string, unknown>, key = tenant.admin, headers = {}) =>
    service.call({ key, headers }, api.send, {
      from_mailbox: 'helper',
      to: [ANN, BOB],
      subject: 'Hello',
      body: 'A line.',
      ...more,
    });
  const suppress = (email: string) => service.must(tenant.admin, api.addSuppression, { email });
  const allow = (email: string) => service.must(tenant.admin, api.removeSuppression, { email });

  it('refuse it whole, and name every recipient who is refused', async () => {
    await suppress(BOB);
    const before = await sentToday(service, tenant.admin);
    const refused = await send({ cc: ['not an address'], bcc: ['x@nowhere-at-all.invalid'] });
    expect([refused.status, refused.body.code]).toEqual([403, 'RECIPIENT_SUPPRESSED']);
    expect(refused.body.details).toMatchObject({
      recipients: [
        { address: BOB, role: 'to', code: 'RECIPIENT_SUPPRESSED', remedy: expect.any(String) },
        { address: 'not an address', role: 'cc', code: 'RECIPIENT_ADDRESS_INVALID' },
        { address: 'x@nowhere-at-all.invalid', role: 'bcc' },
      ],
    });
    const toAgent = await send({}, agent);
    expect(toAgent.body.details?.recipients).toEqual([
      { address: BOB, role: 'to', code: 'RECIPIENT_SUPPRESSED' },
    ]);
    expect(await sentToday(service, tenant.admin)).toBe(before);

    const others = await send({ skip_refused: true, cc: [EVE] });
    expect(others.body).toMatchObject({
      status: 'sent',
      recipients: [
        { address: ANN, status: 'delivered' },
        { address: EVE, status: 'delivered' },
        { address: BOB, status: 'skipped', code: 'RECIPIENT_SUPPRESSED' },
      ],
    });
    expect(others.body.partially_delivered).toBeUndefined();
    expect(await sentToday(service, tenant.admin)).toBe(before + 2);
    const outbox = await service.operator(api.listOutbox);
    const [mail] = outbox.body.items;
    const raw = await service.operator(api.getOutboxItem, { id: mail?.id ?? '' });
    expect(JSON.stringify(raw.body)).not.toContain(BOB);
    const nobody = await send({ to: [BOB], cc: ['bad'], skip_refused: true });
    expect(nobody.body.code).toBe('RECIPIENT_SUPPRESSED');
    await allow(BOB);
  });

  it('hold for containment of each, also of those in bcc', async () => {
    await setMailbox(service, tenant, { agent_send_containment: true });
    const refused = await send({ to: ANN, bcc: [EVE] }, agent);
    expect([refused.status, refused.body.code]).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    expect(refused.body.details).toMatchObject({
      reason_axis: 'recipient_containment',
      recipients: [{ address: EVE, role: 'bcc', code: 'RECIPIENT_AGENT_CONTAINED' }],
    });
    const blocked = await service.call(tenant.admin, api.listBlockedSends, { mailboxId: 'helper' });
    expect(JSON.stringify(blocked.body)).toContain(EVE);
    expect((await send({ to: [ANN] }, agent)).body).toMatchObject({ status: 'sent' });
    await setMailbox(service, tenant, { agent_send_containment: false });
  });

  it('do not make those who are copied participants of the thread', async () => {
    await service.deliver({ from: ANN, to: tenant.mailbox.address, subject: 'Lunch?', text: 'At noon?' });
    await service.drain();
    const [mail] = (await service.must(tenant.admin, api.listMessages, { id: 'helper' })).messages;
    await setMailbox(service, tenant, { agent_send_containment: true });
    const thread = { thread_id: mail?.thread_id ?? '', body: 'Yes.' };
    const copied = await service.call(agent, api.send, { ...thread, to: ANN, cc: [EVE] });
    expect(copied.body).toMatchObject({
      code: 'RECIPIENT_AGENT_CONTAINED',
      details: { recipients: [{ address: EVE }] },
    });
    await setMailbox(service, tenant, { agent_send_containment: false });
    expect((await service.call(agent, api.send, { ...thread, cc: [EVE] })).body).toMatchObject({
      status: 'sent',
    });
    const stranger = await service.call(agent, api.send, { ...thread, to: [EVE, ANN] });
    expect(stranger.body.code).toBe('RECIPIENT_NOT_IN_THREAD');
  });

  it('charge one send for each, all or none', async () => {
    const small = await createTenant(service, {
      email: 'small@example.com',
      tier: 'pay_as_you_go',
      mailbox: 'small',
    });
    const sendSmall = (count: number) =>
      service.call(small.admin, api.send, {
        from_mailbox: 'small',
        to: Array.from({ length: count }, (_, index) => `p${index}@example.org`),
        subject: 'Hello',
        body: 'A line.',
      });
    expect((await sendSmall(10)).body).toMatchObject({ status: 'sent', daily_limit: 15, sends_remaining: 5 });
    const refused = await sendSmall(6);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { code: 'RATE_LIMITED', details: { daily_limit: 15, sends_remaining: 5 } },
    ]);
    expect((await sendSmall(5)).body).toMatchObject({ status: 'sent', sends_remaining: 0 });
    const parallel = await Promise.all([1, 2, 3].map(() => sendSmall(2)));
    expect(parallel.map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  it('take an address once, however often it is named, and as a plain one where it is alone', async () => {
    const before = await sentToday(service, tenant.admin);
    const sent = await send({ to: [ANN, 'Ann <ANN@example.org>'], cc: [ANN], bcc: [BOB, BOB] });
    expect(sent.body.recipients).toMatchObject([
      { address: ANN, role: 'to' },
      { address: BOB, role: 'bcc' },
    ]);
    expect(await sentToday(service, tenant.admin)).toBe(before + 2);
    const plain = await send({ to: [` ${ANN} `] });
    expect(plain.body.recipients).toBeUndefined();
    const named = await send({ to: 'Ann\u202e\u200b Miller <ann@example.org>' });
    expect(named.body.recipients).toMatchObject([{ address: ANN, name: 'Ann Miller', role: 'to' }]);
  });

  it('limit their number by a setting', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.org`);
    const refused = await send({ to: many(30), bcc: many(51) });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: 'to', message: 'must not name more than 50 recipients' }] },
      },
    ]);
    await service.operator(api.updateSettings, { 'sending.max_recipients': 2 });
    expect((await send({ cc: [EVE] })).status).toBe(422);
    expect((await send({})).body.status).toBe('sent');
    await service.operator(api.updateSettings, { 'sending.max_recipients': null });
    expect((await send({ to: 'a@x.example\r\nBcc: b@x.example', cc: [EVE] })).status).toBe(422);
    expect((await send({ to: [] })).status).toBe(422);
  });

  it('send it once per key, whatever the order of the recipients', async () => {
    const headers = { 'idempotency-key': 'one list' };
    const first = await send({ cc: [EVE] }, tenant.admin, headers);
    const before = await sentToday(service, tenant.admin);
    const again = await send({ to: [BOB, ANN], cc: [EVE] }, tenant.admin, headers);
    expect(again.body).toMatchObject({ message_id: first.body.message_id, replayed: true });
    expect(again.body.differs).toBeUndefined();
    const other = await send({ bcc: [EVE] }, tenant.admin, headers);
    expect(other.body).toMatchObject({ replayed: true, differs: ['bcc', 'cc'] });
    expect(await sentToday(service, tenant.admin)).toBe(before);
  });

  it('hold the first contact with anybody, and tell the reviewer who is new, unlisted or elsewhere', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'risky_only', agent_send_containment: false });
    expect((await send({}, agent)).body.status).toBe('sent');
    const held = await send({ bcc: ['new@example.com'] }, agent);
    expect(held.body).toMatchObject({
      status: 'pending_review',
      hold_context: { summary_reasons: ['hitl_risky_only:first_contact'] },
    });
    const { message_id: id } = held.body;
    const shown = await service.must(tenant.admin, api.getMessage, { id });
    expect(shown.recipients?.map(({ address, notes }) => [address, notes])).toEqual([
      [ANN, undefined],
      [BOB, undefined],
      ['new@example.com', ['first_contact', 'other_domain']],
    ]);
    const toAgent = await service.must(agent, api.getMessage, { id });
    expect(toAgent.recipients?.some(({ notes }) => notes)).toBe(false);
    await service.must(tenant.admin, api.approveMessage, { id });
    expect((await send({ bcc: ['new@example.com'] }, agent)).body.status).toBe('sent');
    await setMailbox(service, tenant, { hitl_mode: 'disabled' });
  });

  it('are shown for each recipient before it is sent', async () => {
    await suppress(BOB);
    const preview = await service.must(tenant.admin, api.previewPolicy, {
      id: 'helper',
      to: [ANN, BOB],
      cc: ['never@example.com'],
    });
    expect(preview).toMatchObject({
      result: 'would_block',
      recipients: [
        { address: ANN, first_contact: false, trace: [{ gate: 'recipient_authority', outcome: 'pass' }] },
        { address: BOB, trace: [{ outcome: 'would_block', details: { code: 'RECIPIENT_SUPPRESSED' } }] },
        { address: 'never@example.com', role: 'cc', first_contact: true },
      ],
    });
    await allow(BOB);
  });
});
