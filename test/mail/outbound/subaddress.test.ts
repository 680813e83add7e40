import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

describe('sub-addresses', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const send = (more: Record<string, unknown>) =>
    service.call(agent, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: 'Instance',
      body: 'From one of several workers.',
      ...more,
    });
  const row = async (id: string) => (await service.call(agent, api.getMessage, { id })).body;
  const header = async (id: string, name: string) => {
    const { items } = (await service.operator(api.listOutbox, { kind: 'email' })).body;
    const item = items.find((each) => each.message_id === id);
    const raw = await service.operator(api.getOutboxRaw, { id: item?.id ?? '' });
    return new RegExp(`^${name}: (.*)\r$`, 'm').exec(String(raw.body))?.[1];
  };
  const setDefault = (mode: string) =>
    service.call(tenant.admin, api.updateMailbox, unchecked({ id: 'helper', default_subaddress_mode: mode }));

  it.each([
    ['from', 'helper+run-7@agentmail.localhost', undefined],
    ['reply_to', 'helper@agentmail.localhost', 'helper+run-7@agentmail.localhost'],
    ['none', 'helper@agentmail.localhost', undefined],
  ])('show as the mode %s says', async (mode, from, replyTo) => {
    const sent = await send({ subaddress_instance_id: 'run-7', subaddress_mode: mode });
    expect(sent.status).toBe(200);
    expect(await row(sent.body.message_id)).toMatchObject({ sender: from, subaddress_instance_id: 'run-7' });
    expect(await header(sent.body.message_id, 'From')).toBe(`helper <${from}>`);
    expect(await header(sent.body.message_id, 'Reply-To')).toBe(replyTo);
  });

  it('show as the mailbox says when the send does not', async () => {
    await setDefault('reply_to');
    const sent = await send({ subaddress_instance_id: 'b' });
    expect(await header(sent.body.message_id, 'Reply-To')).toBe('helper+b@agentmail.localhost');
    const other = await send({ subaddress_instance_id: 'b', subaddress_mode: 'none' });
    expect(await header(other.body.message_id, 'Reply-To')).toBeUndefined();
    const plain = await send({});
    expect(await header(plain.body.message_id, 'Reply-To')).toBeUndefined();
    await setDefault('none');
  });

  it.each(['Run', 'run_7', '-a', 'a'.repeat(33), ''])('refuse the instance "%s"', async (instance) => {
    const refused = await send({ subaddress_instance_id: instance });
    expect([refused.status, refused.body.code]).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('refuse an address that no mail system takes', async () => {
    const made = await service.call(tenant.admin, api.createMailbox, { name: 'a'.repeat(60) });
    expect(made.status).toBe(201);
    const admin = (mode: string) =>
      service.call(
        tenant.admin,
        api.send,
        unchecked({
          from_mailbox: 'a'.repeat(60),
          to: 'ann@example.org',
          subject: 'Long',
          body: 'A long name.',
          subaddress_instance_id: 'instance',
          subaddress_mode: mode,
        }),
      );
    expect((await admin('from')).status).toBe(422);
    expect((await admin('none')).status).toBe(200);
  });

  it('come back with the answers to them, and go out with replies', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: 'Helper+Run-7@agentmail.localhost',
      subject: 'Re: Instance',
      text: 'An answer to one of the workers.',
    });
    await service.deliver({
      from: 'bob@example.org',
      to: 'helper+not_an_instance@agentmail.localhost',
      subject: 'Other',
      text: 'A tag that is no instance still arrives.',
    });
    await service.drain();
    const { messages } = (await service.call(agent, api.listMessages, { id: 'helper', direction: 'inbound' }))
      .body;
    expect(messages.map((each) => [each.recipient, each.subaddress_instance_id])).toEqual([
      ['helper+not_an_instance@agentmail.localhost', null],
      ['helper+run-7@agentmail.localhost', 'run-7'],
    ]);
    const sent = await service.call(agent, api.reply, {
      id: messages[1]?.id ?? '',
      body: 'Thank you.',
      subaddress_instance_id: 'run-8',
      subaddress_mode: 'from',
    });
    expect((await row(sent.body.message_id)).sender).toBe('helper+run-8@agentmail.localhost');
  });

  it('lead back to the mailbox when both sides live here', async () => {
    const other = await createTenant(service, { email: 'second@example.com', mailbox: 'friend' });
    await send({ to: other.mailbox.address, subaddress_instance_id: 'run-9', subaddress_mode: 'from' });
    await service.drain();
    const { messages } = (await service.call(other.admin, api.listMessages, { id: 'friend' })).body;
    await service.call(other.admin, api.reply, { id: messages[0]?.id ?? '', body: 'Hello back.' });
    await service.drain();
    const own = await service.call(agent, api.listMessages, { id: 'helper', sender: 'friend' });
    expect(own.body.messages[0]).toMatchObject({ subaddress_instance_id: 'run-9' });
  });
});
