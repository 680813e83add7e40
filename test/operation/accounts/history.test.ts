import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

/** Delivery history: a clean one raises the limit for good, and usage reports the rates. */

const service = sharedService();
let tenant: Tenant;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
});

const pass = (days: number) => service.clock.moveTo(service.clock.now() + days * DAY);

async function send(to = 'owner@example.com'): Promise<string> {
  const { body } = await service.call(tenant.admin, api.send, {
    from_mailbox: tenant.mailbox.id,
    to,
    subject: 'hello',
    body: 'A short note.',
  });
  return body.message_id;
}

async function sendMany(times: number): Promise<string[]> {
  const ids: string[] = [];
  for (let time = 0; time < times; time++) ids.push(await send());
  return ids;
}

async function writeDraft(to = 'owner@example.com'): Promise<string> {
  const { body } = await service.call(tenant.admin, api.createDraft, {
    mailbox_id: tenant.mailbox.id,
    to,
    subject: 'hello',
    body: 'A short note.',
  });
  return body.id;
}

const sendDraft = (id: string) => service.call(tenant.admin, api.sendDraft, { id });
const bounce = (id: string) => service.operator(api.reportBounce, { id, type: 'soft' });
const remove = (id: string) => service.call(tenant.admin, api.deleteMessage, { id });
const usage = async () => (await service.call(tenant.admin, api.getUsage)).body;
const isClean = async () => (await usage()).trust.clean_history;

describe('a clean history', () => {
  it('begins with the first send, however long before a draft was written', async () => {
    const draft = await writeDraft();
    pass(8);
    await sendDraft(draft);
    await sendMany(49);
    expect(await isClean()).toBe(false);
    pass(7);
    expect(await isClean()).toBe(true);
  });

  it('is had with mail that was deleted after it arrived, and not by deleting what bounced', async () => {
    const sent = await sendMany(52);
    const bounced = sent.slice(0, 2);
    for (const id of bounced) await bounce(id);
    for (const id of sent) await remove(id);
    pass(7);
    expect(await isClean()).toBe(false);
    await sendMany(49);
    expect(await isClean()).toBe(true);
  });

  it.each([
    ['a bounce', async (id: string) => bounce(id)],
    ['a complaint', async (id: string) => service.operator(api.reportComplaint, { id })],
  ])('that was there stays, though nothing was sent between it and %s', async (_, happen) => {
    const [first = '', second = ''] = await sendMany(50);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, tier: 'pay_as_you_go' });
    const shown = async () => {
      const quota = await service.call(tenant.admin, api.getQuota);
      const record = await service.operator(api.operatorGetAccount, { id: tenant.accountId });
      const list = await service.operator(api.operatorListAccounts);
      const listed = list.body.accounts.find(({ account_id }) => account_id === tenant.accountId);
      return [quota.body.today.limit, await isClean(), record.body.clean_history, listed?.clean_history];
    };
    expect(await shown()).toEqual([15, false, false, false]);
    pass(7);
    expect(await shown()).toEqual([200, true, true, true]);
    expect((await happen(first)).status).toBe(200);
    expect((await happen(second)).status).toBe(200);
    expect(await shown()).toEqual([200, true, true, true]);
  });

  it('is not touched by what the simulator plays, deleted or not', async () => {
    await sendMany(50);
    const simulated = 'bounced@simulator.agentmail.localhost';
    const ids = [await send(simulated), await send(simulated), await writeDraft(simulated)];
    await sendDraft(ids[2] ?? '');
    await service.operator(api.advanceClock, { seconds: 3 });
    for (const id of ids.slice(1)) {
      expect((await service.call(tenant.admin, api.getMessage, { id })).body.state).toBe('bounced');
      await remove(id);
    }
    pass(7);
    expect(await usage()).toMatchObject({
      rates: { delivered: 1, bounced: 0 },
      trust: { clean_history: true },
    });
  });
});

describe('the rates of usage', () => {
  it('are about what was sent in 30 days, however long before a draft was written', async () => {
    const drafts = [await writeDraft(), await writeDraft()];
    pass(31);
    for (const id of drafts) await sendDraft(id);
    await bounce(drafts[0] ?? '');
    const rates = { delivered: 0.5, bounced: 0.5, complained: 0 };
    expect((await usage()).rates).toEqual(rates);
    for (const id of drafts) await remove(id);
    expect((await usage()).rates).toEqual(rates);
    pass(31);
    expect((await usage()).rates).toEqual({ delivered: 0, bounced: 0, complained: 0 });
  });
});
