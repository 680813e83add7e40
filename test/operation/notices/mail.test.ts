import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { refusingWith, relaying } from '../../support/relaying.ts';
import { takeEverything } from '../../support/scripted-mail-server.ts';
import type { Service } from '../../support/service.ts';

const PERSON = 'person@there.example';

/** Makes an account and asks for a code with which its person signs in. */
async function askForCode(service: Service, email = PERSON): Promise<void> {
  await service.operator(api.operatorCreateAccount, { email });
  const asked = await service.call(null, api.sendLoginCode, { email });
  expect(asked.status).toBe(200);
  await service.drain();
}

const outbox = async (service: Service) => (await service.operator(api.listOutbox)).body.items;
const jobs = (service: Service) =>
  service.daemon.context.store.read
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'notice.mail')
    .execute();

describe('mail of the service itself, where mail leaves the machine', () => {
  it('goes the way of all mail, as from a program, and is not kept', async () => {
    const { relay, service } = await relaying((peer) => takeEverything(peer));
    await askForCode(service);
    const heard = relay.peers[0]?.heard ?? '';
    expect(heard).toMatch(/^MAIL FROM:<bounces\+[0-9a-f]{32}\.[0-9a-f]{16}@agentmail\.localhost>/m);
    expect(heard).toContain(`RCPT TO:<${PERSON}>\r\n`);
    expect(heard).toContain('From: agentmail <no-reply@agentmail.localhost>\r\n');
    expect(heard).toContain('Auto-Submitted: auto-generated\r\n');
    expect(heard).toMatch(/^DKIM-Signature: /m);
    const code = /\b\d{6}\b/.exec(heard.slice(heard.indexOf('\r\n\r\n')))?.[0];
    const login = await service.call(null, api.login, { email: PERSON, email_code: code });
    expect(login.status).toBe(200);
    expect([await outbox(service), await jobs(service)]).toEqual([[], []]);
  });

  it('waits sealed while nobody takes it, and is tried again', async () => {
    let takes = false;
    const { relay, service } = await relaying(async (peer) => {
      if (takes) await takeEverything(peer);
      else await refusingWith('RCPT', '451 4.7.1 later')(peer);
    });
    await askForCode(service);
    const [waiting] = await jobs(service);
    expect(waiting).toMatchObject({ attempts: 1 });
    expect(JSON.stringify(waiting?.payload)).not.toMatch(/there\.example|code/);
    takes = true;
    for (const peer of relay.peers) peer.socket.destroy();
    await service.operator(api.advanceClock, { seconds: 60 });
    expect(relay.peers.at(-1)?.heard).toMatch(/\b\d{6}\b/);
    expect([await outbox(service), await jobs(service)]).toEqual([[], []]);
  });

  it.each([
    ['is refused for good', '550 5.1.1 no such user', 0],
    ['nobody took for a day', '451 4.7.1 later', 30],
  ])('is found in the outbox when it %s', async (_, reply, hours) => {
    const { service } = await relaying(refusingWith('RCPT', reply));
    await askForCode(service);
    for (let hour = 0; hour < hours; hour++) await service.operator(api.advanceClock, { seconds: 3600 });
    expect(await outbox(service)).toMatchObject([
      { to: PERSON, purpose: 'login_code', from: 'no-reply@agentmail.localhost' },
    ]);
    expect(await jobs(service)).toEqual([]);
  });

  it('never arrives in a mailbox of this daemon, whose readers could use its codes', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await askForCode(service, tenant.mailbox.address);
    const list = await service.call(tenant.admin, api.listMessages, { id: 'helper' });
    expect([list.body.messages, relay.peers]).toEqual([[], []]);
    expect(await outbox(service)).toMatchObject([{ to: tenant.mailbox.address }]);
  });
});
