import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { Drips } from '../../support/drips.ts';
import { HttpsReceiver, hang } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import { relaying } from '../../support/relaying.ts';
import { type Peer, scriptedMailServer } from '../../support/scripted-mail-server.ts';
import { createAgent, createTenant, type Service, startService, type Tenant } from '../../support/service.ts';
import { tell } from './support.ts';

/** Takes all mail but that for domains that begin with `drips`, for which it drips at RCPT. */
async function dripAtRcpt(peer: Peer, drips: Drips): Promise<void> {
  peer.say('220 mx.example ESMTP');
  for (;;) {
    const line = await peer.line();
    if (/^RCPT TO:<[^>]*drips/.test(line)) return drips.drip(peer.socket, '250-x\r\n');
    peer.say(line === 'DATA' ? '354 go ahead' : '250 ok');
    if (line !== 'DATA') continue;
    await peer.message();
    peer.say('250 2.0.0 taken');
  }
}

/** Makes an account for an email and asks for a code for it. */
async function askForCode(service: Service, email: string): Promise<void> {
  await service.operator(api.operatorCreateAccount, { email });
  expect((await service.call(null, api.sendLoginCode, { email })).status).toBe(200);
}

const running = (service: Service) => service.daemon.runtime.jobs.running.length;
const CODE = /RCPT TO:<owner@there\.example>.*\b\d{6}\b.*\r\n\.\r\n/s;

/** Stops the daemon while servers drip. */
async function stopped(service: Service, drips: Drips): Promise<void> {
  const stopping = service.daemon.stop();
  await drips.secondsOf(stopping, service.clock);
  await stopping;
}

async function accountOf(service: Service, { mailbox }: Tenant): Promise<string> {
  const { account_id } = await service.daemon.context.store.read
    .selectFrom('mailboxes')
    .select('account_id')
    .where('id', '=', mailbox.id)
    .executeTakeFirstOrThrow();
  return account_id;
}

describe('mail of the service itself', () => {
  it('arrives while the mail servers of six other accounts drip', async () => {
    const drips = new Drips();
    const server = await scriptedMailServer((peer) => dripAtRcpt(peer, drips));
    const dns = new ScriptedDns().host('mx.example', ['127.0.0.1']).mail('there.example', ['mx.example']);
    for (let index = 0; index < 6; index++) dns.mail(`drips${index}.example`, ['mx.example']);
    const service = await startService({
      config: {
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'direct', port: server.port, allowPrivateHosts: true },
      },
      overrides: { dns },
    });
    for (let index = 0; index < 6; index++) await askForCode(service, `stranger@drips${index}.example`);
    await expect.poll(() => running(service), { timeout: 20_000 }).toBe(6);
    await askForCode(service, 'owner@there.example');
    const heard = () => server.peers.map((peer) => peer.heard).join('');
    await expect.poll(heard, { timeout: 20_000 }).toMatch(CODE);
    expect(running(service)).toBeGreaterThanOrEqual(6);
    await stopped(service, drips);
  });

  it('has one place for each domain, however many accounts are made at it', async () => {
    const drips = new Drips();
    const { relay, service } = await relaying((peer) => dripAtRcpt(peer, drips));
    for (let index = 0; index < 8; index++) await askForCode(service, `me@drips${index}.evil.example`);
    await askForCode(service, 'owner@there.example');
    await drips.begun;
    await expect.poll(() => relay.peers.map((peer) => peer.heard).join('')).toMatch(CODE);
    await expect.poll(() => running(service)).toBe(1);
    await stopped(service, drips);
  });

  it('has one place for each account, however many hosts it names', async () => {
    const drips = new Drips();
    const { service, tenant } = await relaying((peer) => dripAtRcpt(peer, drips));
    const { context } = service.daemon;
    const accountId = await accountOf(service, tenant);
    await context.store.write({ account: accountId }, async (transaction) => {
      for (let index = 0; index < 8; index++) {
        await context.notices.email.deliver(transaction, {
          purpose: 'alert',
          to: `me@drips${index}.example`,
          subject: 'Hi',
          text: 'Hi',
          accountId,
        });
      }
    });
    await drips.begun;
    await expect.poll(() => running(service)).toBe(1);
    await stopped(service, drips);
  });
});

describe('notices of held mail', () => {
  /** An account whose agent's mail is held, and the function that makes it send. */
  async function holding(service: Service, index: number) {
    const tenant = await createTenant(service, {
      email: `owner${index}@example.com`,
      tier: 'pro',
      mailbox: `helper${index}`,
    });
    const { admin, mailbox } = tenant;
    const agent = await createAgent(service, admin, mailbox.id);
    await service.must(admin, api.updateMailbox, { id: mailbox.id, hitl_mode: 'all_outbound' });
    const content = { from_mailbox: mailbox.id, to: 'ann@example.com', subject: `Of ${index}`, body: 'Hi' };
    const hold = () =>
      service.call({ key: agent, headers: { 'idempotency-key': crypto.randomUUID() } }, api.send, content);
    return { tenant, hold };
  }

  it('are mailed and posted at once while the chat targets of three other accounts hang', async () => {
    const { service, receiver, stop } = await startReceiving();
    onTestFinished(stop);
    const names = ['chat0.localhost', 'chat1.localhost', 'chat2.localhost'];
    const hanging = await HttpsReceiver.start(...names);
    onTestFinished(() => hanging.stop());
    hanging.behave = hang;
    for (const [index, name] of names.entries()) {
      const { tenant, hold } = await holding(service, index);
      for (let target = 0; target < 4; target++)
        await tell(service, tenant, { format: 'slack', address: hanging.url(`/${target}`, name) });
      await hold();
    }
    await hanging.received(3);
    const owner = await holding(service, 3);
    await tell(service, owner.tenant, { address: 'owner@example.net' });
    await tell(service, owner.tenant, { format: 'slack', address: receiver.url() });
    await owner.hold();
    await receiver.received(1);
    const mailed = async () => {
      const { items } = (await service.operator(api.listOutbox)).body;
      return items.filter(({ to }) => to === 'owner@example.net').length;
    };
    await expect.poll(mailed).toBe(1);
    await expect.poll(() => running(service)).toBe(3);
  });
});
