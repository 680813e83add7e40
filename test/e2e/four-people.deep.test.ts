import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { MailSink } from '../support/mail-sink.ts';
import { needsPrograms } from '../support/needs.ts';
import { relayConfig } from '../support/relaying.ts';
import { hasSnail, Person, type WrittenMail } from '../support/s-nail.ts';
import {
  createAgent,
  createTenant,
  launch,
  type Service,
  setMailbox,
  type Tenant,
} from '../support/service.ts';

/** An agent under approval in a conversation with people who use a real mail program. */
describe('a conversation of four', needsPrograms({ 's-nail': hasSnail() }), () => {
  const ann = new Person('Ann Miller', 'ann@there.example');
  const bob = new Person('Bob', 'bob@there.example');
  const eve = new Person('Eve', 'eve@elsewhere.example');
  const zoe = new Person('Zoe', 'zoe@elsewhere.example');
  const people = [ann, bob, eve, zoe];
  let sink: MailSink;
  let service: Service;
  let tenant: Tenant;
  let agent: string;
  let seen = 0;

  beforeAll(async () => {
    sink = await MailSink.start();
    service = await launch({ config: relayConfig(sink.port) });
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
  });
  afterAll(async () => {
    for (const person of people) person.remove();
    await service?.stop();
    await sink?.die();
  });

  /** Brings what the daemon sent to the folders of the people; returns who got mail. */
  function arriveOutside(): string[] {
    const fresh = sink.received.slice(seen);
    seen = sink.received.length;
    for (const { to, raw } of fresh) people.find(({ address }) => address === to)?.deliver(String(raw));
    return fresh.map(({ to }) => to).toSorted();
  }

  /** Brings a person's message to everybody who gets it; returns what the agent sees of it. */
  async function arrive({ from, to, raw }: WrittenMail) {
    for (const { address, deliver } of people.map((each) => ({
      address: each.address,
      deliver: each.deliver.bind(each),
    }))) {
      if (to.includes(address)) deliver(raw);
    }
    if (!to.includes(tenant.mailbox.address)) throw new Error(`the agent isn't among ${to.join(', ')}`);
    await service.deliver({ from, to: tenant.mailbox.address, raw });
    await service.drain();
    const query = { id: tenant.mailbox.id, direction: 'inbound', limit: 1, extract: 'reply' } as const;
    const [message] = (await service.must(agent, api.listMessages, query)).messages;
    if (!message) throw new Error('nothing arrived');
    return message;
  }

  async function approve(held: { readonly message_id: string; readonly status: string }) {
    expect(held.status).toBe('pending_review');
    expect(arriveOutside()).toEqual([]);
    await service.must(tenant.admin, api.approveMessage, { id: held.message_id });
  }

  it('is begun, answered to all three times, forwarded, and stays one thread for everybody', async () => {
    const first = await service.must(agent, api.send, {
      from_mailbox: 'helper',
      to: 'Ann Miller <ann@there.example>',
      cc: ['bob@there.example'],
      bcc: ['eve@elsewhere.example'],
      subject: 'Plan',
      body: 'Shall we meet at noon?',
    });
    await approve(first);
    expect(arriveOutside()).toEqual([ann.address, bob.address, eve.address]);
    expect(eve.read()).not.toContain(eve.address);

    let newest = await arrive(ann.answer('reply', 'Noon works for me.'));
    expect(newest).toMatchObject({
      from: { name: 'Ann Miller', address: ann.address },
      cc: [{ address: bob.address }],
      reply_text: 'Noon works for me.',
    });
    const thread = newest.thread_id;
    for (const [person, words] of [
      [bob, 'Not before one.'],
      [ann, 'One is fine.'],
      [bob, 'Good.'],
    ] as const) {
      const refused = await service.call(agent, api.reply, {
        id: newest.id,
        body: 'x',
        all: true,
        html: '<script>1</script>',
      });
      expect(refused.status).toBe(400);
      const answer = await service.must(agent, api.reply, { id: newest.id, body: 'Thank you.', all: true });
      await approve(answer);
      expect(arriveOutside()).toEqual([ann.address, bob.address]);
      expect(person.read()).toContain('Thank you.');
      newest = await arrive(person.answer('reply', words));
      expect(newest).toMatchObject({ thread_id: thread, reply_text: words });
    }

    const forwarded = await service.must(agent, api.forward, {
      id: newest.id,
      to: zoe.address,
      body: 'For you.',
    });
    await approve(forwarded);
    expect(arriveOutside()).toEqual([zoe.address]);
    expect(zoe.read()).toMatch(/For you\..*Forwarded message.*Good\./s);
    const asked = await arrive(zoe.answer('Reply', 'Thanks.'));
    expect(asked).toMatchObject({ sender: zoe.address, reply_text: 'Thanks.' });
    expect(asked.thread_id).not.toBe(thread);
    for (const { raw } of sink.received) expect(String(raw)).not.toMatch(/^bcc:|eve@elsewhere/im);
  });
});
