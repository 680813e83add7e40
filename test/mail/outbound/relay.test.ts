import { describe, expect, it } from 'vitest';
import { returnPath } from '../../../daemon/network/domains/return-path.ts';
import * as api from '../../support/api.ts';
import { refusingWith, relaying } from '../../support/relaying.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { type Service, startService, type Tenant, temporaryHome, unchecked } from '../../support/service.ts';

const send = (service: Service, tenant: Tenant, more: Record<string, unknown> = {}, headers = {}) =>
  service.call({ key: tenant.admin, headers }, api.send, {
    from_mailbox: 'helper',
    to: 'bob@there.example',
    subject: 'Hello',
    body: 'A line.',
    ...more,
  });

const stateOf = async (service: Service, tenant: Tenant, id: unknown) =>
  (await service.call(tenant.admin, api.getMessage, unchecked({ id }))).body;

describe('mail through a relay', () => {
  it('leaves with a return path of its own, and counts as delivered', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    const sent = await send(service, tenant);
    expect([sent.status, sent.body.status]).toEqual([200, 'sent']);
    expect(await stateOf(service, tenant, sent.body.message_id)).toMatchObject({ state: 'delivered' });
    const heard = relay.peers[0]?.heard ?? '';
    expect(heard).toMatch(/^MAIL FROM:<bounces\+[0-9a-f]{32}\.[0-9a-f]{16}@agentmail\.localhost>/m);
    expect(heard).toContain('RCPT TO:<bob@there.example>\r\n');
    expect(heard).toContain(`Message-ID: <${sent.body.message_id}@agentmail.localhost>\r\n`);
    expect((await service.operator(api.listOutbox)).body).toMatchObject({ items: [] });
    expect((await service.operator(api.getStatus)).body).toMatchObject({ transport: 'relay' });
  });

  it('never asks the relay about mailboxes of this daemon', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await service.call(tenant.admin, api.createMailbox, { name: 'other' });
    const sent = await send(service, tenant, { to: 'other@agentmail.localhost' });
    expect(sent.body.status).toBe('sent');
    await service.drain();
    const list = await service.call(tenant.admin, api.listMessages, { id: 'other' });
    expect(list.body.messages).toMatchObject([{ direction: 'inbound', state: 'available' }]);
    expect(relay.peers).toEqual([]);
  });

  it('blocks what the relay refuses, gives the charge back, and suppresses an address that does not exist', async () => {
    const { service, tenant } = await relaying(refusingWith('RCPT', '550 5.1.1 no such user'));
    const sent = await send(service, tenant);
    expect([sent.status, sent.body]).toMatchObject([200, { status: 'blocked', sends_remaining: 1000 }]);
    const quota = await service.call(tenant.admin, api.getQuota);
    expect(quota.body).toMatchObject({ sends_remaining: 1000 });
    const list = await service.call(tenant.admin, api.listSuppressions);
    expect(list.body).toMatchObject({
      suppressions: [{ email: 'bob@there.example', reason: 'hard_bounce', source: 'provider_bounce' }],
    });
    const strict = await send(service, tenant, { to: 'eve@there.example' }, { prefer: 'outcome=strict' });
    expect([strict.status, strict.body.code]).toEqual([422, 'EMAIL_EFFECT_REJECTED']);
  });

  it('does not suppress for a refusal of another kind', async () => {
    const { service, tenant } = await relaying(refusingWith('BODY', '554 5.7.1 looks like spam'));
    expect((await send(service, tenant)).body).toMatchObject({ status: 'blocked' });
    const list = await service.call(tenant.admin, api.listSuppressions);
    expect(list.body).toMatchObject({ suppressions: [] });
  });

  it('tells the caller when nobody knows what became of the message, keeps the charge and never sends it again', async () => {
    const { relay, service, tenant } = await relaying(async (peer) => {
      await peer.until('BODY');
      await peer.message();
      peer.socket.destroy();
    });
    const key = { 'idempotency-key': 'once' };
    const sent = await send(service, tenant, {}, key);
    expect([sent.status, sent.body]).toMatchObject([
      502,
      { code: 'DISPATCH_INDETERMINATE', details: { message_id: expect.any(String) } },
    ]);
    const id = sent.body.details?.message_id;
    expect(sent.body.details).toEqual({ message_id: id });
    expect(await stateOf(service, tenant, id)).toMatchObject({
      state: 'available',
      email_effect: { effect_status: 'indeterminate', retryable: true },
    });
    const again = await send(service, tenant, {}, key);
    expect([again.status, again.body.code]).toEqual([409, 'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT']);
    await service.operator(api.advanceClock, { seconds: 2 * 86_400 });
    expect(relay.peers).toHaveLength(1);
    const strict = await send(service, tenant, {}, { prefer: 'outcome=strict' });
    expect([strict.status, strict.body.details]).toMatchObject([
      502,
      { email_effect: { effect_status: 'indeterminate', retryable: false } },
    ]);
  });

  it('tries a deferred message again after 1, 5, 15 and 60 minutes, then every four hours for a day, then blocks it', async () => {
    const { relay, service, tenant } = await relaying(refusingWith('RCPT', '451 4.7.1 later'));
    const sent = await send(service, tenant);
    expect([sent.status, sent.body]).toMatchObject([
      200,
      {
        status: 'quarantined',
        hold_context: null,
        email_effect: { effect_status: 'held_infrastructure', retryable: true },
      },
    ]);
    const tries = () =>
      relay.peers.map(({ heard }) => heard.split('RCPT TO:').length - 1).reduce((a, b) => a + b, 0);
    expect(tries()).toBe(1);
    const minute = 60;
    const waits = [1, 5, 15, 60, 240, 240, 240, 240, 240, 240].map((wait) => wait * minute);
    for (const [index, wait] of waits.entries()) {
      await service.operator(api.advanceClock, { seconds: wait - 20 });
      expect(tries()).toBe(1 + index);
      await service.operator(api.advanceClock, { seconds: 20 });
      expect(tries()).toBe(2 + index);
    }
    expect(await stateOf(service, tenant, sent.body.message_id)).toMatchObject({ state: 'blocked' });
    const events = await service.daemon.context.store.read
      .selectFrom('events')
      .select(['type', 'data'])
      .where('type', '=', 'message.dispatch_failed')
      .execute();
    expect(events.map(({ data }) => data)).toMatchObject([
      { message_id: sent.body.message_id, trigger: 'retry', reason_code: 'attempts_exhausted' },
    ]);
    const quota = await service.call(tenant.admin, api.getQuota);
    expect(quota.body).toMatchObject({ sends_remaining: 1000 });
  });

  it('defers while the relay is down and delivers when it is back, local mail going on all the time', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    await relay.stop();
    const sent = await send(service, tenant);
    expect(sent.body).toMatchObject({ status: 'quarantined' });
    await service.call(tenant.admin, api.createMailbox, { name: 'other' });
    expect((await send(service, tenant, { to: 'other@agentmail.localhost' })).body.status).toBe('sent');
    const back = await scriptedMailServer((peer) => takeEverything(peer), relay.port);
    await service.operator(api.advanceClock, { seconds: 61 });
    expect(await stateOf(service, tenant, sent.body.message_id)).toMatchObject({ state: 'delivered' });
    expect(back.peers).toHaveLength(1);
  });

  it('asks the gates again before each try: waits while the account is suspended, blocks what is suppressed by then', async () => {
    let willing = false;
    const { relay, service, tenant } = await relaying(async (peer) =>
      willing ? takeEverything(peer) : refusingWith('RCPT', '451 4.7.1 later')(peer),
    );
    const kept = (await send(service, tenant)).body.message_id;
    const never = (await send(service, tenant, { to: 'eve@there.example' })).body.message_id;
    willing = true;
    const suspend = (status: string) =>
      service.operator(api.operatorUpdateAccount, unchecked({ id: tenant.accountId, status }));
    await service.call(tenant.admin, api.addSuppression, { email: 'eve@there.example' });
    await suspend('suspended');
    await service.operator(api.advanceClock, { seconds: 61 });
    expect(await stateOf(service, tenant, kept)).toMatchObject({ state: 'quarantined' });
    expect(await stateOf(service, tenant, never)).toMatchObject({ state: 'quarantined' });
    await suspend('active');
    await service.operator(api.advanceClock, { seconds: 300 });
    expect(await stateOf(service, tenant, kept)).toMatchObject({ state: 'delivered' });
    expect(await stateOf(service, tenant, never)).toMatchObject({ state: 'blocked' });
    expect(
      relay.peers
        .map(({ heard }) => heard)
        .join('')
        .split('RCPT TO:<eve').length - 1,
    ).toBe(1);
    const { data } = await service.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.dispatch_failed')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({
      message_id: never,
      trigger: 'retry',
      reason_code: 'recipient_suppressed',
      error_code: 'RECIPIENT_SUPPRESSED',
    });
    const quota = await service.call(tenant.admin, api.getQuota);
    expect(quota.body).toMatchObject({ sends_remaining: 999 });
  });

  it('releases a deferred message at once when somebody says so, and leaves it as it was when the relay still will not', async () => {
    let willing = false;
    const { service, tenant } = await relaying(async (peer) =>
      willing ? takeEverything(peer) : refusingWith('RCPT', '451 4.7.1 later')(peer),
    );
    const { message_id: id } = (await send(service, tenant)).body;
    const early = await service.call(tenant.admin, api.releaseMessage, { id });
    expect([early.status, early.body.code]).toEqual([503, 'DISPATCH_DEFERRED']);
    expect(await stateOf(service, tenant, id)).toMatchObject({ state: 'quarantined', hold_context: null });
    willing = true;
    service.clock.moveTo(service.clock.now() + 20_000);
    const late = await service.call(tenant.admin, api.releaseMessage, { id });
    expect(late.body).toEqual({ status: 'sent', message_id: id });
  });

  it('is not forgotten when a try comes due while somebody releases it in vain', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let recipients = 0;
    const { service, tenant } = await relaying(async (peer) => {
      await peer.until('RCPT');
      for (;;) {
        recipients++;
        if (recipients === 2) {
          asked.resolve();
          await answered.promise;
        }
        peer.say('451 4.7.1 later');
        while (!(await peer.line()).startsWith('RCPT')) peer.say('250 ok');
      }
    });
    const { message_id: id } = (await send(service, tenant)).body;
    const releasing = service.call(tenant.admin, api.releaseMessage, { id });
    await asked.promise;
    const due = async () => (await service.operator(api.listJobs)).body.jobs;
    const before = await due();
    service.clock.moveTo(service.clock.now() + 61_000);
    await expect.poll(due).not.toEqual(before);
    answered.resolve();
    expect((await releasing).body.code).toBe('DISPATCH_DEFERRED');
    await service.operator(api.advanceClock, { seconds: 61 });
    expect(recipients).toBe(3);
  });

  it('reports a message as not proven when the daemon ended while handing it over', async () => {
    const home = temporaryHome();
    const { service, tenant } = await relaying((peer) => takeEverything(peer), { home });
    const { message_id: id } = (await send(service, tenant)).body;
    await service.daemon.context.store.write('none', ({ db, worker }) =>
      db.updateTable('messages').set({ state: 'dispatching', worker }).where('id', '=', id).execute(),
    );
    await service.stop();
    const later = await startService({ home });
    expect(await stateOf(later, tenant, id)).toMatchObject({ state: 'available' });
  });

  it('refuses to take a relay for its transport that was not named, or that is no mail server', async () => {
    const service = await startService();
    const patch = async (body: unknown) => {
      const { status, body: answer } = await service.operator(api.updateSettings, unchecked(body));
      return status === 200 ? 'stored' : answer.code;
    };
    expect(await patch({ 'mail.transport': 'relay' })).toBe('VALIDATION_ERROR');
    for (const url of [
      'https://relay.example',
      'smtp://',
      'smtp://relay.example:99999',
      'smtp://user:secret@relay.example',
      'smtp://relay.example/path',
      'smtp://relay example',
      'relay.example:25',
    ]) {
      expect([url, await patch({ 'mail.relay': { url } })]).toEqual([url, 'VALIDATION_ERROR']);
    }
    expect(await patch({ 'mail.relay': { url: 'smtp://relay.example', username: 'me' } })).toBe(
      'VALIDATION_ERROR',
    );
    const relay = { url: 'smtps://relay.example', username: 'me', password: 'planted-relay-password' };
    expect(await patch({ 'mail.relay': relay, 'mail.transport': 'relay' })).toBe('stored');
    expect(await patch({ 'mail.relay': null })).toBe('VALIDATION_ERROR');
    const view = await service.operator(api.getSettings);
    expect(JSON.stringify(view.body)).not.toContain('planted');
    expect(view.body).toMatchObject({
      settings: { 'mail.relay': { url: 'smtps://relay.example', username: 'me', password_set: true } },
      restart_needed: ['mail.transport', 'mail.relay'],
    });
    expect(await patch({ 'mail.transport': null, 'mail.relay': null })).toBe('stored');
  });
});

describe('many deferred messages', () => {
  it('are tried again side by side, and one that hangs keeps no other job waiting', async () => {
    let hanging = 0;
    let willing = false;
    const { service, tenant } = await relaying(async (peer) => {
      await peer.until(willing ? 'BODY' : 'RCPT');
      if (!willing) {
        peer.say('451 4.7.1 later');
        peer.socket.end();
        return;
      }
      await peer.message();
      hanging++;
    });
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      const sent = await send(service, tenant);
      ids.push(sent.body.message_id);
    }
    willing = true;
    service.clock.moveTo(service.clock.now() + 61_000);
    await expect.poll(() => hanging).toBe(3);
    // Bounces are read by a job: it runs although three others wait for a silent server.
    const path = returnPath(
      service.daemon.context.secrets,
      { messageId: ids[0] ?? '', recipient: null },
      'agentmail.localhost',
    );
    await service.deliver({ from: '', to: path, raw: 'Subject: Away\r\n\r\nI am away.\r\n' });
    await expect
      .poll(async () => {
        const jobs = await service.daemon.context.store.read.selectFrom('jobs').select('kind').execute();
        return jobs.some(({ kind }) => kind === 'inbound.report');
      })
      .toBe(false);
    service.clock.moveTo(service.clock.now() + 61_000);
    for (const id of ids) {
      await expect.poll(async () => (await stateOf(service, tenant, id)).state).toBe('available');
    }
  });
});
