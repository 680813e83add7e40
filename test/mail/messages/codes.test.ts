import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import type { BodyOf, Input } from '../../support/calls.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  type Service,
  setMailbox,
  sharedService,
  startService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

type Asked = Omit<Input<typeof api.waitForCode>, 'id'>;
type Taken = BodyOf<typeof api.waitForCode>;

const MINUTE = 60_000;

describe('taking the code that was just asked for', () => {
  const service = sharedService();
  let tenant: Tenant;
  let box: Tenant['mailbox'];
  let agent: string;
  let count = 0;

  beforeEach(async () => {
    count += 1;
    tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `signup${count}` });
    box = tenant.mailbox;
    agent = await createAgent(service, tenant.admin, box.id);
  });

  const tagged = (tag: string) => box.address.replace('@', `+${tag}@`);
  const arrive = async (code: string, mail: { from?: string; to?: string; subject?: string } = {}) => {
    const text = `Your verification code is ${code}.`;
    await service.deliver({ from: 'shop@example.org', to: box.address, subject: 'Sign in', text, ...mail });
    await service.drain();
  };
  const ask = async (asked: Asked = {}, key = agent): Promise<Taken> =>
    service.must(key, api.waitForCode, { id: box.id, timeout: 30, ...asked });
  const watching = () => service.daemon.context.signals.watching('mailbox');
  /** Asks for a code that isn't there, until the time is over. */
  const askInVain = async (asked: Asked = {}) => {
    const before = watching();
    const asking = ask({ timeout: 1, ...asked });
    await expect.poll(watching).toBe(before + 1);
    service.clock.moveTo(service.clock.now() + 1000);
    return asking;
  };
  const readAt = async (id: string) => (await service.must(tenant.admin, api.getMessage, { id })).read_at;

  it('gives the newest of three unread codes and says which message it is from', async () => {
    for (const code of ['111222', '333444', '555666']) await arrive(code, { to: tagged('shop') });
    service.clock.moveTo(service.clock.now() + 90_000);
    const { code } = await ask();
    expect(code).toEqual({
      value: '555666',
      kind: 'otp',
      message_id: expect.any(String),
      sender: 'shop@example.org',
      subject: 'Sign in',
      recipient: tagged('shop'),
      received_at: expect.any(String),
      age: 90,
    });
    expect(await readAt(code?.message_id ?? '')).not.toBeNull();
    expect((await ask()).code?.value).toBe('333444');
    expect((await ask()).code?.value).toBe('111222');
    expect(await askInVain()).toEqual({ code: null, held: 0 });
  });

  it('gives each code of five requests in a row, with a wait in vain in between', async () => {
    for (const [index, code] of ['100001', '200002', '300003', '400004', '500005'].entries()) {
      if (index === 2) expect((await askInVain()).code).toBeNull();
      if (index % 2 === 0) await arrive(code);
      const before = watching();
      const asking = ask();
      if (index % 2 === 1) {
        await expect.poll(watching).toBe(before + 1);
        await arrive(code);
      }
      expect((await asking).code?.value).toBe(code);
    }
  });

  it('waits again when all codes are taken, and gives a taken one only when asked for it again', async () => {
    await arrive('111222');
    const first = await ask();
    expect((await askInVain()).code).toBeNull();
    expect((await ask({ again: true })).code).toEqual(first.code && { ...first.code, age: 1 });
    expect((await askInVain()).code).toBeNull();
    await arrive('333444');
    expect((await ask({ again: true })).code?.value).toBe('333444');
    expect((await askInVain()).code).toBeNull();
  });

  it('leaves out messages older than ten minutes, or than asked for', async () => {
    await arrive('111222');
    service.clock.moveTo(service.clock.now() + 10 * MINUTE + 1000);
    expect((await askInVain()).code).toBeNull();
    expect((await askInVain({ again: true, max_age: 9 })).code).toBeNull();
    expect((await ask({ max_age: 60 })).code?.value).toBe('111222');
  });

  it('compares sender, subject and the address with its tag', async () => {
    await arrive('111222', {
      from: 'a@shop.example.org',
      to: tagged('shop'),
      subject: 'Welcome to the shop',
    });
    await arrive('333444', { from: 'b@bank.example.org', to: tagged('bank'), subject: 'Your bank' });
    for (const other of [
      { sender: 'c@' },
      { subject: 'Hello' },
      { address: tagged('none') },
      { address: 'signup' },
    ]) {
      expect((await askInVain(other)).code).toBeNull();
    }
    expect((await ask({ sender: 'A@SHOP' })).code?.value).toBe('111222');
    const again = async (asked: Asked) => (await ask({ ...asked, again: true })).code?.value;
    expect(await again({ subject: 'WELCOME' })).toBe('111222');
    expect(await again({ address: tagged('shop').toUpperCase() })).toBe('111222');
    expect(await again({ address: `${box.name}+shop` })).toBe('111222');
    expect(await again({ address: tagged('bank') })).toBe('333444');
  });

  it('finds a message by each of the addresses of the mailbox that it was sent to', async () => {
    const text = 'Your verification code is 111222.';
    const to = [tagged('bank'), tagged('shop')];
    await service.deliver({ from: 'shop@example.org', to, subject: 'Sign in', text });
    await service.drain();
    expect((await ask({ address: tagged('shop') })).code?.value).toBe('111222');
    expect((await ask({ address: tagged('bank'), again: true })).code?.value).toBe('111222');
    expect((await askInVain({ address: tagged('bank') })).code).toBeNull();
  });

  it('takes codes, links or either', async () => {
    const link = 'https://example.org/confirm?token=a1b2c3';
    const text = `Confirm your address:\r\n${link}`;
    await arrive('111222');
    await service.deliver({ from: 'shop@example.org', to: box.address, subject: 'Confirm', text });
    await service.drain();
    expect((await ask()).code).toMatchObject({ kind: 'otp', value: '111222' });
    expect((await ask({ kind: 'any' })).code).toMatchObject({ kind: 'link', value: link });
    expect((await ask({ kind: 'link', again: true })).code).toMatchObject({ kind: 'link', value: link });
    expect((await askInVain({ kind: 'any' })).code).toBeNull();
  });

  it('finds a code that only the HTML of a message has, and none in its hidden words', async () => {
    const text = 'Open this message in a program that shows HTML.';
    const hidden = '<p style="display:none">Your verification code is 999888.</p>';
    const mail = { from: 'shop@example.org', to: box.address, subject: 'Sign in', text };
    await service.deliver({ ...mail, html: `<p>Hello.</p>${hidden}` });
    await service.drain();
    expect((await askInVain()).code).toBeNull();
    await service.deliver({ ...mail, html: '<p>Your verification code is <b>482 913</b>.</p>' });
    await service.drain();
    expect((await ask()).code?.value).toBe('482913');
  });

  it('never takes the code of held mail, says that there is some, and takes it once released', async () => {
    await arrive('111222');
    const { context } = service.daemon;
    const setState = (state: 'quarantined' | 'available') =>
      context.store.write('none', ({ db }) =>
        db.updateTable('messages').set({ state }).where('mailbox_id', '=', box.id).execute(),
      );
    await setState('quarantined');
    for (const access of ['full', 'metadata'] as const) {
      await setMailbox(service, { mailbox: box }, { agent_quarantine_access: access });
      expect(await askInVain({ again: true, subject: 'none' })).toEqual({ code: null, held: 1 });
    }
    expect(await askInVain({ sender: 'bank' })).toEqual({ code: null, held: 0 });
    await setState('available');
    expect((await ask()).code?.value).toBe('111222');
  });

  it('audits the reading of the message that a code is taken from', async () => {
    await arrive('111222');
    const { code } = await ask();
    const { readAudit, store } = service.daemon.context;
    await readAudit.flushed();
    const rows = await store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('mailbox_id', '=', box.id)
      .execute();
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'message.content.read', target: code?.message_id }),
    );
  });

  it('refuses input that it does not know', async () => {
    for (const wrong of [
      { timeout: 0 },
      { timeout: 31 },
      { max_age: 0 },
      { max_age: 1441 },
      { kind: 'links' },
      { sender: '' },
      { code: '1' },
    ]) {
      const reply = await service.request(agent, `POST /v1/mailboxes/${box.id}/codes/wait`, { body: wrong });
      expect(codeOf(reply)).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('takes nothing for a caller that was unbound while it waited', async () => {
    const before = watching();
    const asking = service.call(agent, api.waitForCode, { id: box.id });
    await expect.poll(watching).toBe(before + 1);
    const { keys } = await service.must(tenant.admin, api.listApiKeys, {});
    const key = keys.find(({ role }) => role === 'agent');
    await service.call(tenant.admin, api.revokeApiKey, { id: key?.id ?? '' });
    await arrive('111222');
    expect(codeOf(await asking)).toEqual([401, 'API_KEY_REVOKED']);
    expect((await ask({}, tenant.admin)).code?.value).toBe('111222');
  });

  it('gives callers at the same moment codes of their own', { tags: 'race' }, async () => {
    const codes = Array.from({ length: 8 }, (_, index) => `${index + 1}23456`);
    for (const code of codes) await arrive(code);
    const taken = await Promise.all(codes.map(async () => (await ask()).code?.value));
    expect(taken.toSorted()).toEqual(codes);
  });

  it('gives one code to one of two who wait for it', { tags: 'race' }, async () => {
    const before = watching();
    const asking = [ask({ timeout: 2 }), ask({ timeout: 2 })];
    await expect.poll(watching).toBe(before + 2);
    await arrive('111222');
    await Promise.race(asking);
    service.clock.moveTo(service.clock.now() + 2000);
    const values = (await Promise.all(asking)).map(({ code }) => code?.value ?? null);
    expect(values.toSorted()).toEqual(['111222', null]);
  });
});

describe('codes and a restart', () => {
  it('keeps in mind which codes were taken', async () => {
    const home = temporaryHome();
    const first = await startService({ home });
    const tenant = await createTenant(first);
    for (const code of ['111222', '333444']) {
      const text = `Your verification code is ${code}.`;
      await first.deliver({ from: 'shop@example.org', to: tenant.mailbox.address, subject: 'Sign in', text });
      await first.drain();
    }
    const ask = async (service: Service, again = false) =>
      (await service.must(tenant.admin, api.waitForCode, { id: 'helper', timeout: 1, again })).code?.value;
    expect(await ask(first)).toBe('333444');
    await first.stop();
    const second = await startService({ home, clock: first.clock });
    expect(await ask(second)).toBe('111222');
    expect(await ask(second, true)).toBe('333444');
  });
});
