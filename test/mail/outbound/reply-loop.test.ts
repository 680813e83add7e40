import { beforeEach, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;
/** Mail of the person that the agent answers, and its thread. */
let question: string;
let thread: string;

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const { id, thread_id } = await arrived('ann@example.org');
  question = id;
  thread = thread_id ?? '';
});

async function arrived(from: string) {
  const answer = await service.deliver({
    from,
    to: tenant.mailbox.address,
    subject: 'Hello',
    text: 'Are you there?',
  });
  await service.drain();
  const id = /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  return (await service.call(agent, api.getMessage, { id })).body;
}

const reply = (key: string, id = question) => service.call(key, api.reply, { id, body: 'Yes, I am here.' });
const advance = (minutes: number) => service.operator(api.advanceClock, { seconds: minutes * 60 });

async function replies(times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect((await reply(agent)).status).toBe(200);
}

const REFUSED = () => ({
  status: 429,
  body: { code: 'REPLY_LOOP_DETECTED', details: { thread_id: thread } },
});

it('refuses the 21st message of agents in a thread within an hour, uncharged, until one is older', async () => {
  await replies(1);
  await advance(30);
  await replies(19);
  const before = await service.call(agent, api.getQuota);
  expect(await reply(agent)).toMatchObject(REFUSED());
  const continued = { thread_id: thread, body: 'Still here.' };
  expect(await service.call(agent, api.send, continued)).toMatchObject(REFUSED());
  expect((await service.call(agent, api.getQuota)).body).toEqual(before.body);
  await advance(29);
  expect(await reply(agent)).toMatchObject(REFUSED());
  await advance(1);
  expect((await reply(agent)).status).toBe(200);
  expect(await reply(agent)).toMatchObject(REFUSED());
});

it('is about agents, and about one thread: people and other threads go on', async () => {
  await replies(20);
  expect((await reply(tenant.admin)).status).toBe(200);
  const { id } = await arrived('bob@example.org');
  expect((await reply(agent, id)).status).toBe(200);
  expect(await reply(agent)).toMatchObject(REFUSED());
});

it('counts no message of a person', async () => {
  for (let time = 0; time < 20; time++) expect((await reply(tenant.admin)).status).toBe(200);
  expect((await reply(agent)).status).toBe(200);
});

it('counts all keys of agents together, what is held, and drafts once they are sent', async () => {
  const second = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const drafts: string[] = [];
  for (const key of [agent, agent, second]) {
    const made = await service.call(key, api.createDraft, {
      mailbox_id: tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Re: Hello',
      body: 'Soon.',
      in_reply_to_message_id: question,
    });
    drafts.push(made.body.id);
  }
  await advance(120);
  await replies(17);
  await service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, hitl_mode: 'all_outbound' });
  expect((await reply(second)).body).toMatchObject({ status: 'pending_review' });
  await service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, hitl_mode: 'disabled' });
  const send = (id = '') => service.call(agent, api.sendDraft, { id });
  expect((await send(drafts[0])).status).toBe(200);
  expect((await send(drafts[1])).status).toBe(200);
  expect(await send(drafts[2])).toMatchObject(REFUSED());
  const draft = await service.call(agent, api.getDraft, { id: drafts[2] ?? '' });
  expect(draft.body).toMatchObject({ state: 'draft' });
});

it('holds when answers are sent side by side', { tags: 'race' }, async () => {
  await replies(15);
  const answers = await Promise.all(Array.from({ length: 12 }, () => reply(agent)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
});

it('counts a draft from when it is sent, also while it is held or on its way', { tags: 'race' }, async () => {
  const drafts: string[] = [];
  for (let time = 0; time < 43; time++) {
    const made = await service.call(agent, api.createDraft, {
      mailbox_id: tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Re: Hello',
      body: 'Soon.',
      in_reply_to_message_id: question,
    });
    drafts.push(made.body.id);
  }
  const send = (id: string) => service.call(agent, api.sendDraft, { id });
  const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length;
  await advance(61);
  expect(refused(await Promise.all(drafts.slice(0, 22).map(send)))).toBe(2);
  await advance(61);
  await service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, hitl_mode: 'all_outbound' });
  for (const id of drafts.slice(22, 42)) {
    expect((await send(id)).body).toMatchObject({ status: 'pending_review' });
  }
  expect(await send(drafts[42] ?? '')).toMatchObject(REFUSED());
});

it('counts what was held from when it is let go as well', async () => {
  const mode = (hitl_mode: string) =>
    service.call(tenant.admin, api.updateMailbox, unchecked({ id: tenant.mailbox.id, hitl_mode }));
  await mode('all_outbound');
  const held: string[] = [];
  for (let time = 0; time < 20; time++) {
    const answer = await reply(agent);
    expect(answer.body).toMatchObject({ status: 'pending_review' });
    held.push(String(answer.body.message_id));
  }
  await mode('disabled');
  await advance(61);
  for (const id of held) {
    const decided = await service.call(tenant.admin, api.approveMessage, { id });
    expect(decided.status).toBe(200);
  }
  expect(await reply(agent)).toMatchObject(REFUSED());
  await advance(60);
  expect((await reply(agent)).status).toBe(200);
});

it('has a schedule tried again later', async () => {
  await replies(20);
  const made = await service.call(agent, api.createDraft, {
    mailbox_id: tenant.mailbox.id,
    to: 'ann@example.org',
    subject: 'Re: Hello',
    body: 'Soon.',
    in_reply_to_message_id: question,
    send_at: new Date(service.clock.now() + 59 * 60_000).toISOString(),
  });
  const get = async () => (await service.call(agent, api.getDraft, { id: made.body.id })).body;
  await advance(59);
  expect(await get()).toMatchObject({
    state: 'draft',
    send_attempts: 1,
    last_dispatch_error_code: 'REPLY_LOOP_DETECTED',
  });
  await advance(1);
  expect(await get()).toMatchObject({ state: 'delivered' });
});

it('shows in a preview among the checks', async () => {
  const { body } = await service.call(tenant.admin, api.previewPolicy, {
    id: tenant.mailbox.id,
    to: 'ann@example.org',
  });
  expect(body.trace.flatMap(({ details }) => details?.checks ?? [])).toContainEqual(
    expect.objectContaining({ gate: 'reply_loop', outcome: 'pass' }),
  );
});

it('counts answers to all for each recipient, over all threads', async () => {
  const askedBy = async (from: string) => {
    const raw = [
      `From: ${from}`,
      `To: ${tenant.mailbox.address}`,
      'Cc: bob@example.net',
      'Subject: Hi',
      '',
      'Hi.',
      '',
    ];
    const answer = await service.deliver({ from, to: tenant.mailbox.address, raw: raw.join('\r\n') });
    await service.drain();
    return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  };
  const replyAll = (id: string, more: object = {}) =>
    service.call(agent, api.reply, { id, body: 'Here.', all: true, ...more });
  for (let time = 0; time < 20; time++) {
    expect((await replyAll(await askedBy(`user${time}@example.org`))).status).toBe(200);
  }
  const last = await askedBy('zoe@example.org');
  expect(await replyAll(last)).toMatchObject({
    status: 429,
    body: { code: 'REPLY_LOOP_DETECTED', details: { recipients: [{ address: 'bob@example.net' }] } },
  });
  expect((await replyAll(last, { skip_refused: true })).body.recipients).toMatchObject([
    { address: 'zoe@example.org', status: 'delivered' },
    { address: 'bob@example.net', status: 'skipped', code: 'REPLY_LOOP_DETECTED' },
  ]);
});
