import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { codeOf, createAgent, createTenant, unchecked } from '../../../support/service.ts';
import { openTrialDesk } from '../../../support/trial-recipients.ts';

const MISSING = '00000000-0000-7000-8000-000000000000';

const desk = openTrialDesk();
const { add, later, linkTo, list, page, remove, resend, send, spent } = desk;

describe('a recipient of a trial account', () => {
  it('is asked by mail, and can be written to once it confirmed', async () => {
    const added = await add(' Ann@Example.org ');
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: added.body.id,
      email: 'ann@example.org',
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(await spent()).toBe(1);
    expect(codeOf(await send('ann@example.org'))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
    const link = await linkTo('ann@example.org');
    expect((await page(link)).status).toBe(200);
    expect((await list())[0]).toMatchObject({ status: 'pending', confirmed_at: null });
    expect((await page(link, 'POST')).text).toContain('confirmed');
    expect((await list())[0]).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) });
    expect((await send('Ann@example.org')).status).toBe(200);
  });

  it('is refused before anything is counted', async () => {
    const refused = await send('stranger@example.org');
    expect(refused.body.details).toMatchObject({
      recipient: 'stranger@example.org',
    });
    expect(await spent()).toBe(0);
  });

  it('need not be the own address, the simulator, or who wrote with an authentic sender', async () => {
    expect((await send(`owner${desk.count}@example.com`)).status).toBe(200);
    expect((await send('delivered+x@simulator.agentmail.localhost')).status).toBe(200);
    expect(codeOf(await send('other@simulator.agentmail.localhost'))[1]).toBe(
      'SANDBOX_RECIPIENT_NOT_VERIFIED',
    );
    const friend = await createTenant(desk.service, {
      email: `friend${desk.count}@example.com`,
      mailbox: `friend${desk.count}`,
    });
    await desk.service.call(friend.admin, api.send, {
      from_mailbox: friend.mailbox.id,
      to: desk.tenant.mailbox.address,
      subject: 'Hi',
      body: 'How are you?',
    });
    await desk.service.deliver({
      from: 'eve@example.org',
      to: desk.tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello.',
    });
    await desk.service.drain();
    const inbox = await desk.service.call(desk.tenant.admin, api.listMessages, {
      id: desk.tenant.mailbox.id,
      direction: 'inbound',
    });
    const from = (sender: string) => inbox.body.messages.find((message) => message.sender === sender)!;
    const reply = (id: string) => desk.service.call(desk.tenant.admin, api.reply, { id, body: 'Fine.' });
    const authentic = from(friend.mailbox.address);
    expect((await reply(authentic.id)).status).toBe(200);
    const next = await desk.service.call(
      desk.tenant.admin,
      api.send,
      unchecked({
        thread_id: authentic.thread_id,
        body: 'And you?',
      }),
    );
    expect(next.status).toBe(200);
    expect(codeOf(await reply(from('eve@example.org').id))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
    expect(codeOf(await send(friend.mailbox.address))).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
  });

  it('that is the account itself is confirmed at once, uncounted', async () => {
    const own = await add(`OWNER${desk.count}@example.com`);
    expect(own.body).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) });
    expect(await spent()).toBe(0);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      expect((await add(`${name}@${name}.example`)).status).toBe(201);
  });

  it('is unknown to agents that would add, and listed for them', async () => {
    const agent = await createAgent(desk.service, desk.tenant.admin, desk.tenant.mailbox.id);
    const refused = await desk.service.call(agent, api.addRecipient, { email: 'ann@example.org' });
    expect(codeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await desk.service.call(agent, api.listRecipients)).status).toBe(200);
  });

  it('expires after 48 hours, is revived under its id, and can be sent a new link', async () => {
    const { body } = await add('ann@example.org');
    const first = await linkTo('ann@example.org');
    later(48 * HOUR);
    expect((await list())[0]?.status).toBe('expired');
    expect((await page(first)).status).toBe(410);
    expect((await page(first, 'POST')).status).toBe(410);
    const revived = await add('ann@example.org');
    expect([revived.status, revived.body.id, revived.body.status]).toEqual([201, body.id, 'pending']);
    expect((await page(first)).status).toBe(404);
    later(48 * HOUR);
    expect((await resend(body.id)).body).toEqual({ status: 'sent' });
    expect((await list())[0]?.status).toBe('pending');
    later(47 * HOUR);
    await page(await linkTo('ann@example.org'), 'POST');
    expect((await resend(body.id)).body).toEqual({ status: 'already_confirmed' });
  });

  it('is gone when removed, and its link with it', async () => {
    const { body } = await add('ann@example.org');
    const link = await linkTo('ann@example.org');
    expect((await remove(body.id)).body).toEqual({ status: 'deleted' });
    expect((await page(link)).status).toBe(404);
    expect(codeOf(await remove(body.id))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await resend(MISSING))).toEqual([404, 'NOT_FOUND']);
  });
});
