import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  AUTOMATIC_SAMPLES,
  ORDINARY_SAMPLES,
  type SampleMail,
  sampleMail,
} from '../../support/automatic-mail.ts';
import { createAgent, createTenant, setMailbox, sharedService, type Tenant } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

let mails = 0;
/** Delivers a sample, and returns the message as the agent sees it. */
async function arrived(mail: SampleMail) {
  const to = tenant.mailbox.address;
  mails += 1;
  const raw = sampleMail(mail, { to, id: `mail-${mails}` });
  const answer = await service.deliver({ from: mail.isNullPath ? '' : mail.from, to, raw });
  const id = /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  await service.drain();
  return (await service.call(agent, api.getMessage, { id })).body;
}

const reply = (id: string, key = agent) =>
  service.call(key, api.reply, { id, body: 'Thank you, I will look.' });
const allow = (automatic_replies: 'never' | 'lists' | 'all') =>
  setMailbox(service, tenant, { automatic_replies });
const advance = (minutes: number) => service.operator(api.advanceClock, { seconds: minutes * 60 });

/** An answer of another service's agent, which says what it is, in a thread of its own. */
const ANSWER: SampleMail = {
  name: 'an agent',
  from: 'bot@agents.example',
  header: ['Subject: Re: Offer', 'Auto-Submitted: auto-replied'],
};
const TRACKER: SampleMail = {
  name: 'a tracker',
  from: 'tracker@example.org',
  header: ['Subject: New issue', 'List-Id: <issues.example.org>'],
};

describe('automatic mail', () => {
  it('has forty samples', () => {
    expect(AUTOMATIC_SAMPLES).toHaveLength(40);
    expect(ORDINARY_SAMPLES).toHaveLength(15);
  });

  it.each(AUTOMATIC_SAMPLES)('of $name is marked, and no agent answers it', async (mail) => {
    const message = await arrived(mail);
    expect(message).toMatchObject({ automatic: mail.kind, automatic_by: expect.any(String) });
    const { status, body } = await reply(message.id);
    expect([status, body.code, body.details]).toEqual([
      403,
      'AUTOMATIC_MAIL',
      { automatic: mail.kind, automatic_by: message.automatic_by },
    ]);
    const sent = await service.call(agent, api.listMessages, {
      id: tenant.mailbox.id,
      direction: 'outbound',
    });
    expect(sent.body.messages).toEqual([]);
  });

  it.each(ORDINARY_SAMPLES)('is not what a person sends: $name', async (mail) => {
    const message = await arrived(mail);
    expect(message.automatic).toBeNull();
    expect(message).not.toHaveProperty('automatic_by');
    expect((await reply(message.id)).status).toBe(200);
  });
});

describe('an answer to automatic mail', () => {
  it('is refused on every way that an agent has, uncharged', async () => {
    const { id, thread_id: thread = '' } = await arrived(ANSWER);
    const before = (await service.call(agent, api.getQuota)).body;
    const codes: unknown[] = [];
    codes.push((await service.call(agent, api.send, { thread_id: thread ?? '', body: 'Hello.' })).body.code);
    const base = { mailbox_id: tenant.mailbox.id, body: 'Hello.' };
    for (const place of [{ in_reply_to_message_id: id }, { thread_id: thread ?? '' }]) {
      const draft = await service.call(agent, api.createDraft, { ...base, ...place });
      codes.push((await service.call(agent, api.sendDraft, { id: draft.body.id })).body.code);
    }
    expect(codes).toEqual(Array(3).fill('AUTOMATIC_MAIL'));
    expect((await service.call(agent, api.getQuota)).body).toEqual(before);
  });

  it('ends the schedule of a draft', async () => {
    const { id } = await arrived(ANSWER);
    const made = await service.call(agent, api.createDraft, {
      mailbox_id: tenant.mailbox.id,
      body: 'Soon.',
      in_reply_to_message_id: id,
      send_at: new Date(service.clock.now() + 60_000).toISOString(),
    });
    await advance(1);
    await service.drain();
    const draft = await service.call(agent, api.getDraft, { id: made.body.id });
    expect(draft.body).toMatchObject({
      state: 'draft',
      send_at: null,
      last_dispatch_error_code: 'AUTOMATIC_MAIL',
    });
  });

  it('is sent for a person', async () => {
    const { id } = await arrived(ANSWER);
    expect((await reply(id, tenant.admin)).status).toBe(200);
  });

  it('is sent where the mailbox lets agents answer its kind', async () => {
    const [tracker, answer] = [await arrived(TRACKER), await arrived(ANSWER)];
    await allow('lists');
    expect((await reply(tracker.id)).status).toBe(200);
    expect((await reply(answer.id)).body.code).toBe('AUTOMATIC_MAIL');
    await allow('all');
    expect((await reply(answer.id)).status).toBe(200);
  });

  it('goes to one address three times an hour, whatever the threads', async () => {
    await allow('all');
    const ids: string[] = [];
    for (let time = 0; time < 5; time++) ids.push((await arrived(ANSWER)).id);
    const answers = [];
    for (const id of ids) answers.push(await reply(id));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[3]?.body).toMatchObject({
      code: 'REPLY_LOOP_DETECTED',
      details: { recipient: 'bot@agents.example' },
    });
    // Others get theirs, and so does a person at the same address.
    expect((await reply((await arrived(TRACKER)).id)).status).toBe(200);
    const person = await arrived({ ...ANSWER, header: ['Subject: A person here'] });
    expect((await reply(person.id)).status).toBe(200);
    await advance(60);
    expect((await reply(ids[3] ?? '')).status).toBe(200);
  });

  it('holds when answers are sent side by side', { tags: 'race' }, async () => {
    await allow('all');
    const ids: string[] = [];
    for (let time = 0; time < 6; time++) ids.push((await arrived(ANSWER)).id);
    const answers = await Promise.all(ids.map((id) => reply(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

describe('two agents that answer each other', () => {
  it('stop after twenty answers an hour where nothing marks the mail, each in a thread of its own', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 22; time++) {
      const { id } = await arrived({ ...ANSWER, header: ['Subject: Offer'] });
      statuses.push((await reply(id)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });
});
