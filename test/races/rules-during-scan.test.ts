import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { createAgent, createTenant, sentToday, type Tenant } from '../support/service.ts';
import { type StalledScanner, stalledScanner } from '../support/stalled-scanner.ts';
import { allowFiles, stage } from '../support/uploads.ts';

/** A send is stored after its scan, by the rules that hold then. */

let scanner: StalledScanner;
let tenant: Tenant;
let agent: string;
let count = 0;

beforeAll(async () => {
  scanner = await stalledScanner();
});
afterAll(() => scanner.close());

beforeEach(async () => {
  tenant = await createTenant(scanner.service, {
    email: `owner${++count}@example.com`,
    mailbox: `box${count}`,
  });
  agent = await createAgent(scanner.service, tenant.admin, tenant.mailbox.id);
});

const send = (more: object = {}, key = `key-${count}`) =>
  scanner.service.call({ key: agent, headers: { 'idempotency-key': key } }, api.send, {
    from_mailbox: tenant.mailbox.id,
    to: 'ann@example.org',
    subject: 'Hello',
    body: 'The report is ready.',
    ...more,
  });

/** Starts a send, makes a change while it waits for its scan, and returns the answer to the send. */
async function during(change: () => Promise<unknown>, more: object = {}) {
  // Mail of another account, so that the change concerns only the send.
  await scanner.occupy(
    await createTenant(scanner.service, { email: `other${count}@example.com`, mailbox: `other${count}` }),
  );
  const sending = send(more);
  await scanner.sendWaits();
  await change();
  scanner.answer();
  const reply = await sending;
  await scanner.service.drain();
  return reply;
}

/** Two sends that pass the gates before either is scanned. */
async function bothDuring(more: object) {
  let second: ReturnType<typeof send> | undefined;
  const first = await during(async () => {
    second = send(more, `second-${count}`);
    const { analysis } = scanner.service.daemon.context;
    await expect.poll(() => analysis.waitingOutbound).toBeGreaterThanOrEqual(2);
  }, more);
  return [first, (await second) ?? first] as const;
}

/** Messages of the mailbox in any state, and charges of the day. */
async function traces() {
  const { store } = scanner.service.daemon.context;
  const rows = await store.read
    .selectFrom('messages')
    .select('state')
    .where('mailbox_id', '=', tenant.mailbox.id)
    .execute();
  return { states: rows.map(({ state }) => state), charged: await sentToday(scanner.service, tenant.admin) };
}

describe('a rule that changes while a send is scanned', { tags: 'race' }, () => {
  it('refuses a recipient that is suppressed meanwhile, without a trace', async () => {
    const reply = await during(() =>
      scanner.service.must(tenant.admin, api.addSuppression, { email: 'ann@example.org' }),
    );
    expect([reply.status, reply.body.code]).toEqual([403, 'RECIPIENT_SUPPRESSED']);
    expect(await traces()).toEqual({ states: [], charged: 0 });
    const { status } = await scanner.service.call(
      { key: agent, headers: { 'idempotency-key': `key-${count}` } },
      api.probeIdempotency,
    );
    expect(status).toBe(404);
  });

  it('refuses a mailbox that is paused meanwhile', async () => {
    const reply = await during(() =>
      scanner.service.operator(api.operatorUpdateMailbox, { id: tenant.mailbox.id, status: 'paused' }),
    );
    expect(reply.body.code).toBe('MAILBOX_SUSPENDED');
    expect(await traces()).toEqual({ states: [], charged: 0 });
  });

  it('refuses a mailbox that is deleted meanwhile', async () => {
    const reply = await during(() =>
      scanner.service.must(tenant.admin, api.deleteMailbox, { id: tenant.mailbox.id }),
    );
    expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await traces()).states).toEqual([]);
  });

  it('holds mail of a mailbox that asks for review meanwhile', async () => {
    const reply = await during(() =>
      scanner.service.must(tenant.admin, api.updateMailbox, {
        id: tenant.mailbox.id,
        hitl_mode: 'all_outbound',
      }),
    );
    expect(reply.body).toMatchObject({
      status: 'pending_review',
      hold_context: { summary_reasons: ['hitl_all_outbound'] },
    });
    expect(await traces()).toEqual({ states: ['pending_review'], charged: 1 });
  });

  it('gives an upload to one of two sends', async () => {
    await allowFiles(scanner.service, tenant);
    scanner.answer();
    const { body: file } = await stage(scanner.service, agent, tenant);
    const files = { attachment_ids: [file.id] };
    const [first, second] = await bothDuring(files);
    const outcomes = [first, second].map(({ status, body }) => [status, body.status ?? body.code]);
    expect(outcomes.toSorted()).toEqual([
      [200, 'sent'],
      [422, 'VALIDATION_ERROR'],
    ]);
    expect(await traces()).toEqual({ states: ['delivered'], charged: 1 });
  });

  it('takes one unit of a cap of one for two sends', async () => {
    await scanner.service.must(tenant.admin, api.updateAccountPolicy, { custom_daily_send_limit: 1 });
    const outcomes = (await bothDuring({})).map(({ body }) => body.status ?? body.code);
    expect(outcomes.toSorted()).toEqual(['RATE_LIMITED', 'sent']);
    expect(await traces()).toEqual({ states: ['delivered'], charged: 1 });
  });
});
