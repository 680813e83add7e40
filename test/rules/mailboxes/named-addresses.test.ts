import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';

import * as api from '../../support/api.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  splitHostPort,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { SmtpClient } from '../../support/smtp-client.ts';

const service = sharedService();
const DAY = 86_400;
let count = 0;
let tenant: Tenant;
let agent: string;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `addresses-${count}@example.com` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const at = (tag: string) => tenant.mailbox.address.replace('@', `+${tag}@`);
const inSeconds = (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString();
const pass = (seconds: number) => service.operator(api.advanceClock, { seconds });
const add = (body: object, key = agent) =>
  service.call(key, api.addNamedAddress, unchecked({ id: tenant.mailbox.id, ...body }));
const remove = (tag: string, key = agent) =>
  service.call(key, api.removeNamedAddress, { id: tenant.mailbox.id, tag });
const listed = async () =>
  (await service.must(agent, api.listNamedAddresses, { id: tenant.mailbox.id })).addresses;
const arrivals = async () => {
  await service.drain();
  const { messages } = await service.must(agent, api.listMessages, { id: tenant.mailbox.id });
  return messages.map(({ recipient }) => recipient);
};

const smtp = () => SmtpClient.greeted(splitHostPort(service.daemon.runtime.smtp)[1]);

/** The answers to one RCPT each, in one mail transaction. */
async function answersTo(...addresses: string[]): Promise<string[]> {
  const client = await smtp();
  await client.command('MAIL FROM:<ann@example.org>');
  const answers: string[] = [];
  for (const address of addresses) answers.push(await client.command(`RCPT TO:<${address}>`));
  await client.command('QUIT');
  return answers.map((answer) => answer.trim());
}
const REFUSED = '550 5.1.1 That address is closed and takes no more mail';

describe('a named address', () => {
  it('takes mail until it expires, and is refused from then on', async () => {
    const expires_at = inSeconds(2 * DAY);
    const { status, body } = await add({ tag: 'shop', expires_at, note: 'One order' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ address: at('shop'), status: 'open', expires_at, note: 'One order' });
    expect(body.added_by_actor_type).toBe('agent');
    await service.deliver({ from: 'ann@example.org', to: at('shop'), subject: 'in time' });
    await pass(2 * DAY - 1);
    expect((await answersTo(at('shop')))[0]).toMatch(/^250/);
    await pass(1);
    // Other tags, and tags that only look alike, are as before.
    expect(await answersTo(at('SHOP'), at('other'), tenant.mailbox.address)).toEqual([
      REFUSED,
      expect.stringMatching(/^250/),
      expect.stringMatching(/^250/),
    ]);
    expect(await arrivals()).toEqual([at('shop')]);
    expect(await listed()).toMatchObject([{ tag: 'shop', status: 'expired', removed_at: null }]);
  });

  it('is delivered from what was accepted in time, also when it ends before the scan', async () => {
    await add({ tag: 'shop', expires_at: inSeconds(60) });
    await service.deliver({ from: 'ann@example.org', to: at('shop'), subject: 'in time' });
    await pass(60);
    expect(await arrivals()).toEqual([at('shop')]);
  });

  it('refuses for now a message whose recipient ended before its data', async () => {
    await add({ tag: 'shop', expires_at: inSeconds(60) });
    const client = await smtp();
    await client.command('MAIL FROM:<ann@example.org>');
    expect(await client.command(`RCPT TO:<${at('shop')}>`)).toMatch(/^250/);
    await client.command('DATA');
    await pass(60);
    expect(await client.command('Subject: late\r\n\r\nHello.\r\n.')).toMatch(/^451/);
    await client.command('QUIT');
    expect(await arrivals()).toEqual([]);
    expect(await answersTo(at('shop'))).toEqual([REFUSED]);
  });

  it('stays closed once it is removed, and removing it again changes nothing', async () => {
    await add({ tag: 'shop' });
    const first = await remove('shop');
    expect(first.body).toMatchObject({ status: 'removed', expires_at: null });
    await pass(60);
    expect((await remove('shop')).body).toEqual(first.body);
    expect(await answersTo(at('shop'))).toEqual([REFUSED]);
    expect(codeOf(await remove('never'))).toEqual([404, 'NOT_FOUND']);
    const kinds = (await service.operator(api.listAudit, { account: tenant.accountId })).body.entries
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('mailbox.address.'));
    expect(kinds).toEqual(['mailbox.address.removed', 'mailbox.address.added']);
  });

  it('is changed and opened again by an admin key, and not by an agent', async () => {
    const expires_at = inSeconds(60);
    await add({ tag: 'shop', expires_at });
    // The same once more is no change.
    expect((await add({ tag: 'shop', expires_at })).body.expires_at).toBe(expires_at);
    const longer = await add({ tag: 'shop', expires_at: inSeconds(DAY) });
    expect(codeOf(longer)).toEqual([409, 'CONFLICT']);
    await remove('shop');
    for (const body of [{ tag: 'shop' }, { tag: 'shop', expires_at }])
      expect(codeOf(await add(body))).toEqual([409, 'CONFLICT']);
    expect(await answersTo(at('shop'))).toEqual([REFUSED]);
    expect((await add({ tag: 'shop' }, tenant.admin)).body).toMatchObject({
      status: 'open',
      expires_at: null,
      added_by_actor_type: 'agent',
    });
    expect((await answersTo(at('shop')))[0]).toMatch(/^250/);
  });

  it('is unknown to mail of another mailbox here, before the send and when it ends meanwhile', async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    await add({ tag: 'shop', expires_at: inSeconds(60) });
    const send = () =>
      service.call(tenant.admin, api.send, {
        from_mailbox: other.id,
        to: at('shop'),
        subject: 'Hello',
        body: 'Hello.',
      });
    expect((await send()).status).toBe(200);
    await pass(60);
    const refused = await send();
    expect(codeOf(refused)).toEqual([422, 'RECIPIENT_UNDELIVERABLE']);
    expect(refused.body).toMatchObject({ details: { reason: 'no_such_mailbox' } });
    expect(await arrivals()).toEqual([at('shop')]);
  });

  it("doesn't take what a person approves after its end", async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    await service.call(tenant.admin, api.updateMailbox, { id: other.id, hitl_mode: 'all_outbound' });
    const sender = await createAgent(service, tenant.admin, other.id);
    await add({ tag: 'shop', expires_at: inSeconds(60) });
    const held = await service.must(sender, api.send, {
      from_mailbox: other.id,
      to: at('shop'),
      subject: 'Hello',
      body: 'Hello.',
    });
    await pass(60);
    await service.call(tenant.admin, api.approveMessage, { id: held.message_id });
    await service.drain();
    const { body } = await service.call(tenant.admin, api.getMessage, { id: held.message_id });
    expect(body.state).not.toBe('delivered');
    expect(await arrivals()).toEqual([]);
  });

  it.each([
    [{ tag: '' }, 400],
    [{ tag: 'Shop' }, 400],
    [{ tag: 'a.b' }, 400],
    [{ tag: 'x'.repeat(33) }, 400],
    [{ tag: 'shop', expires_at: 'tomorrow' }, 400],
    [{ tag: 'shop', expires_at: '2020-01-01T00:00:00Z' }, 400],
    [{ tag: 'shop', note: ' ' }, 400],
    [{ tag: 'shop', note: 'x'.repeat(LIMITS.addressNoteCharacters + 1) }, 400],
  ])('is refused as %j', async (body, status) => {
    expect(codeOf(await add(body))).toEqual([status, 'VALIDATION_ERROR']);
    expect(await listed()).toEqual([]);
  });

  it('is refused where the address would be too long to write to', async () => {
    const long = await createMailbox(service, tenant.admin, `a${'b'.repeat(40)}${count}`);
    const answer = await service.call(tenant.admin, api.addNamedAddress, {
      id: long.id,
      tag: 'x'.repeat(32),
    });
    expect(codeOf(answer)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is one of a limited number in a mailbox, closed ones included', async () => {
    await service.daemon.context.store.write({ account: tenant.accountId }, async ({ db, now }) => {
      for (let each = 1; each < LIMITS.namedAddresses; each += 1) {
        const row = {
          mailbox_id: tenant.mailbox.id,
          tag: `t${each}`,
          account_id: tenant.accountId,
          note: null,
          expires_at: null,
          removed_at: now,
          added_by_actor_type: 'agent' as const,
          added_by_actor_id: 'key',
          created_at: now,
        };
        await db.insertInto('named_addresses').values(row).execute();
      }
    });
    expect((await add({ tag: 'last' })).status).toBe(201);
    const answer = await add({ tag: 'more' });
    expect(codeOf(answer)).toEqual([409, 'CONFLICT']);
    expect(answer.body).toMatchObject({ details: { reason: 'address_cap', limit: LIMITS.namedAddresses } });
    // One that is there can still be opened again.
    expect((await add({ tag: 't1' }, tenant.admin)).status).toBe(201);
  });

  it('belongs to its mailbox: the same tag of another one is open', async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    await add({ tag: 'shop' });
    await remove('shop');
    expect(await answersTo(other.address.replace('@', '+shop@'), at('shop'))).toEqual([
      expect.stringMatching(/^250/),
      REFUSED,
    ]);
    const foreign = await createAgent(service, tenant.admin, other.id);
    expect(codeOf(await add({ tag: 'mine' }, foreign))).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    expect(codeOf(await remove('shop', foreign))).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
  });
});

describe('the named addresses of an account', () => {
  it('are in its export', async () => {
    await add({ tag: 'shop', note: 'One order' });
    const { body } = await service.request<{ named_addresses: object[] }>(
      tenant.admin,
      'GET /v1/accounts/export',
    );
    expect(body.named_addresses).toMatchObject([
      { mailbox_id: tenant.mailbox.id, tag: 'shop', note: 'One order' },
    ]);
  });
});
