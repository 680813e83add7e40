import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession, PASSWORD } from '../../support/people.ts';
import { refusingWith, relaying } from '../../support/relaying.ts';
import { takeEverything } from '../../support/scripted-mail-server.ts';
import { createAgent, createTenant, type Service, startService, type Tenant } from '../../support/service.ts';
import { confirmRecipient } from '../../support/trial-recipients.ts';

const MINE = 'me@home.example';

const MAIL = [
  'From: Ann <ann@example.org>',
  'To: helper@agentmail.localhost',
  'Subject: Quarterly numbers',
  'Message-ID: <one@example.org>',
  'Disposition-Notification-To: ann@example.org',
  'Bcc: secret@example.org',
  'X-Agentmail-Copy: 00000000-0000-0000-0000-000000000000 forged',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Here they are.',
].join('\r\n');

const deliver = async (service: Service, raw = MAIL) => {
  await service.deliver({ from: 'ann@example.org', to: 'helper@agentmail.localhost', raw });
  await service.drain();
};

/** Sets the address as a person with fresh proof. */
async function change(service: Service, tenant: Tenant, copy_to: string | null) {
  const person = await openSession(service, tenant.accountId);
  return person.call(api.updateMailbox, { id: tenant.mailbox.id, copy_to, reauth_token: PASSWORD });
}

async function copyTo(service: Service, tenant: Tenant, address: string): Promise<void> {
  await confirmRecipient(service, tenant.accountId, address);
  const changed = await change(service, tenant, address);
  expect([changed.status, changed.body.copy_to]).toEqual([200, address]);
}

const outbox = async (service: Service) => (await service.operator(api.listOutbox)).body.items;
/** Mail that a relay got for an address. */
const heardFor = (relay: { readonly peers: readonly { readonly heard: string }[] }, address: string) =>
  relay.peers
    .flatMap(({ heard }) => heard.split(/(?=^MAIL FROM)/m))
    .filter((mail) => mail.includes(`RCPT TO:<${address}>`));

describe('a copy of received mail', () => {
  it('comes from the mailbox, answers to the author, and keeps text and threads', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await copyTo(service, tenant, MINE);
    await deliver(service);
    const [copy = '', ...more] = heardFor(relay, MINE);
    expect(more).toEqual([]);
    expect(copy).toMatch(/^MAIL FROM:<bounces\+[0-9a-f]{32}\.[0-9a-f]{16}@agentmail\.localhost>/);
    expect(copy).toContain('From: "ann at example.org via helper" <helper@agentmail.localhost>\r\n');
    expect(copy).toContain('Reply-To: <ann@example.org>\r\n');
    expect(copy).toContain('Subject: Quarterly numbers\r\n');
    expect(copy).toContain('Message-ID: <one@example.org>\r\n');
    expect(copy).toContain('Auto-Submitted: auto-generated\r\n');
    expect(copy).toContain('\r\n\r\nHere they are.\r\n');
    expect(copy).toMatch(/^DKIM-Signature: /m);
    expect(copy).not.toMatch(/Disposition-Notification|Bcc|forged/);
  });

  it('stays in the outbox where no mail leaves the machine', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await copyTo(service, tenant, MINE);
    await deliver(service);
    expect(await outbox(service)).toEqual([
      expect.objectContaining({ to: MINE, subject: 'Quarterly numbers', kind: 'email' }),
    ]);
  });

  it('waits while nobody takes it', async () => {
    let takes = false;
    const { relay, service, tenant } = await relaying(async (peer) => {
      if (takes) await takeEverything(peer);
      else await refusingWith('RCPT', '451 4.7.1 later')(peer);
    });
    await copyTo(service, tenant, MINE);
    await deliver(service);
    takes = true;
    for (const peer of relay.peers) peer.socket.destroy();
    await service.operator(api.advanceClock, { seconds: 60 });
    expect(heardFor(relay, MINE).at(-1)).toContain('Here they are.');
    expect((await service.operator(api.listJobs)).body.jobs.map(({ kind }) => kind)).not.toContain(
      'mailbox.copy',
    );
  });

  it('is made of held mail only once it is released', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await copyTo(service, tenant, MINE);
    const german = MAIL.replace(
      'Here they are.',
      'Guten Tag, anbei erhalten Sie die Zahlen des letzten Quartals.',
    );
    await deliver(service, german);
    const held = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    expect([held.messages.length, await outbox(service)]).toEqual([1, []]);
    const released = await service.call(tenant.admin, api.releaseMessage, { id: held.messages[0]?.id ?? '' });
    expect(released.status).toBe(200);
    await service.drain();
    expect(await outbox(service)).toHaveLength(1);
  });
});

describe('a copy of sent mail', () => {
  it('has the mail as its recipient got it, and costs the agent nothing', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await copyTo(service, tenant, MINE);
    const quota = async () => (await service.must(tenant.admin, api.getQuota)).today.count;
    const before = await quota();
    const letter = {
      from_mailbox: tenant.mailbox.id,
      to: MINE.replace('me@', 'ann@'),
      subject: 'Hi',
      body: 'Hello.',
    };
    await confirmRecipient(service, tenant.accountId, letter.to);
    expect((await service.call(tenant.admin, api.send, letter)).status).toBe(200);
    await service.drain();
    expect((await outbox(service)).map(({ to }) => to).toSorted()).toEqual([letter.to, MINE]);
    expect((await quota()) - before).toBe(1);
  });
});

describe('a loop', () => {
  it('ends at a copy that comes back', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await copyTo(service, tenant, MINE);
    await deliver(service);
    const [copy = ''] = heardFor(relay, MINE);
    const source = /DATA\r\n([\s\S]*?)\r\n\.\r\n/.exec(copy)?.[1] ?? '';
    expect(source).toContain('X-Agentmail-Copy:');
    await deliver(service, source);
    expect(heardFor(relay, MINE)).toHaveLength(1);
  });

  it('ends after a few rounds when the receiver removes the mark', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await copyTo(service, tenant, MINE);
    for (let round = 0; round < 6; round++) await deliver(service);
    expect(heardFor(relay, MINE)).toHaveLength(3);
  });

  it('begins at no address of this service', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    for (const address of [
      'helper@agentmail.localhost',
      'nobody@agentmail.localhost',
      'postmaster@agentmail.localhost',
    ]) {
      const refused = await change(service, tenant, address);
      expect([address, refused.status, refused.body.code]).toEqual([address, 400, 'VALIDATION_ERROR']);
    }
  });
});

describe('the address of copies', () => {
  it("is set by people with fresh proof, and only to the owner's own or a confirmed address", async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const stranger = await change(service, tenant, MINE);
    expect([stranger.status, JSON.stringify(stranger.body)]).toEqual([
      400,
      expect.stringContaining('confirmed'),
    ]);
    await confirmRecipient(service, tenant.accountId, MINE);
    const byKey = await service.call(tenant.admin, api.updateMailbox, {
      id: tenant.mailbox.id,
      copy_to: MINE,
    });
    expect([byKey.status, byKey.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    expect((await change(service, tenant, MINE)).status).toBe(200);
    // A key may end copies.
    const ended = await service.must(tenant.admin, api.updateMailbox, {
      id: tenant.mailbox.id,
      copy_to: null,
    });
    expect(ended.copy_to).toBeNull();
    await deliver(service);
    expect(await outbox(service)).toEqual([]);
  });

  it('is hidden from agents, who may not change it', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await copyTo(service, tenant, MINE);
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const seen = await service.must(agent, api.getMailbox, { id: tenant.mailbox.id });
    const policy = await service.must(agent, api.getMailboxPolicy, { id: tenant.mailbox.id });
    expect(JSON.stringify([seen, policy])).not.toMatch(/copy_to|home\.example/);
    const changed = await service.call(agent, api.updateMailbox, { id: tenant.mailbox.id, copy_to: null });
    expect(changed.status).toBe(403);
    const admin = await service.must(tenant.admin, api.getMailbox, { id: tenant.mailbox.id });
    expect(admin.copy_to).toBe(MINE);
  });
});
