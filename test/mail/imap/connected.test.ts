import { describe, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { ANN, letterTo, type ProviderScene, providerScene } from '../../support/far-provider.ts';
import { createTenant } from '../../support/service.ts';

/** Subjects of a mailbox, oldest first, once there are as many. */
async function subjects({ service, tenant }: ProviderScene, id: string, count: number): Promise<string[]> {
  const list = async () => {
    const { messages } = await service.must(tenant.admin, api.listMessages, { id, limit: 200 });
    return messages.map(({ subject }) => subject).reverse();
  };
  await expect.poll(async () => (await list()).length).toBe(count);
  await service.drain();
  return list();
}

async function stateOf({ service, tenant }: ProviderScene, id: string) {
  return service.must(tenant.admin, api.getConnection, { id });
}

describe('a connected mailbox', () => {
  test('receives by IMAP and replies by SMTP without a domain or a transport', async () => {
    const scene = await providerScene();
    const { service, tenant, imap, smtp } = scene;
    imap.deliver(letterTo('old'));
    const id = await scene.connect();
    imap.deliver(letterTo('Lunch'));
    expect(await subjects(scene, id, 1)).toEqual(['Lunch']);
    const { messages } = await service.must(tenant.admin, api.listMessages, { id });
    const reply = { id: messages[0]?.id ?? '', body: 'Yes, noon works.' };
    expect(await service.must(tenant.admin, api.reply, reply)).toMatchObject({ status: 'sent' });
    const [sent] = smtp.received;
    expect(sent).toMatchObject({ from: ANN, to: 'bob@there.example', user: ANN, secure: true });
    const raw = sent?.raw.toString() ?? '';
    expect(raw).toContain(`From: ann <${ANN}>`);
    expect(raw).toContain('In-Reply-To: <Lunch@there.example>');
    expect(raw).not.toContain('DKIM-Signature');
    // A link to this machine would lead recipients nowhere.
    expect(raw).not.toContain('List-Unsubscribe');
    expect((await service.must(service.daemon.operatorToken, api.listOutbox, {})).items).toEqual([]);
    expect(imap.commands.join('\n')).not.toMatch(/SELECT|STORE|EXPUNGE|MOVE|APPEND/);
    expect(imap.messages.every(({ flags }) => flags.size === 0)).toBe(true);
  });

  test('keeps mail to other mailboxes here, and other mailboxes in the outbox', async () => {
    const scene = await providerScene();
    const { service, tenant, smtp } = scene;
    await scene.connect();
    const send = (from_mailbox: string, to: string) =>
      service.must(tenant.admin, api.send, { from_mailbox, to, subject: 'Hi', body: 'Hi.' });
    await send('ann', tenant.mailbox.address);
    await send('helper', 'bob@there.example');
    // The address is another server's: a mailbox of this daemon doesn't take its mail.
    await send('helper', ANN);
    expect(smtp.received).toEqual([]);
    const { items } = await service.must(service.daemon.operatorToken, api.listOutbox, {});
    expect(items.map(({ to }) => to).sort()).toEqual([ANN, 'bob@there.example']);
  });

  test('is held by its rules before anything leaves', async () => {
    const scene = await providerScene();
    const { service, tenant, smtp } = scene;
    const body = { name: 'ann', preset: 'guarded' as const, connection: scene.settings() };
    const { id } = await service.must(tenant.admin, api.createMailbox, body);
    const mail = { from_mailbox: id, to: 'bob@there.example', subject: 'Hi', body: 'Hi.' };
    const refused = await service.call(tenant.admin, api.send, mail);
    expect(refused).toMatchObject({ status: 403, body: { code: 'RECIPIENT_NOT_ON_ALLOWLIST' } });
    await service.must(tenant.admin, api.updateMailbox, { id, recipient_policy_mode: 'blocklist' });
    await service.must(tenant.admin, api.updateMailbox, { id, agent_send_policy: 'open' });
    const key = { role: 'agent' as const, mailbox_ids: [id] };
    const { api_key } = await service.must(tenant.admin, api.createApiKey, key);
    const held = await service.must(api_key, api.send, mail);
    expect([held.status, smtp.received]).toEqual(['pending_review', []]);
    await service.must(tenant.admin, api.approveMessage, { id: held.message_id });
    expect(smtp.received.map(({ to }) => to)).toEqual(['bob@there.example']);
    // An agent sees the state, and neither servers nor a way to change them.
    expect(await service.must(api_key, api.getMailbox, { id })).toMatchObject({ connection_state: 'active' });
    const asAgent = await service.call(api_key, api.getConnection, { id });
    expect(asAgent).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } });
  });

  test('stores nothing unless both log-ins work, and says which fails', async () => {
    const scene = await providerScene();
    const { service, tenant, imap } = scene;
    const { address: _, ...settings } = scene.settings();
    const wrong = { ...settings, imap: { ...settings.imap, password: 'wrong' } };
    expect(await service.must(tenant.admin, api.checkConnection, wrong)).toEqual({
      imap: { ok: false, stage: 'login', reason: 'login_refused' },
      smtp: { ok: true, stage: 'ready', reason: null },
    });
    const refused = await service.call(tenant.admin, api.createMailbox, {
      name: 'ann',
      connection: { ...wrong, address: ANN, smtp: { ...settings.smtp, password: 'wrong' } },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'SELF_HOSTED_PROBE_FAILED',
        details: {
          imap: { stage: 'login', reason: 'login_refused' },
          smtp: { stage: 'login', reason: '535' },
        },
      },
    });
    const missing = await service.must(tenant.admin, api.checkConnection, { ...settings, folder: 'Nowhere' });
    expect(missing.imap).toEqual({ ok: false, stage: 'folder', reason: 'not_found' });
    imap.capabilities = ['IMAP4rev1'];
    const dangerous = await service.must(tenant.admin, api.checkConnection, { ...settings, after: 'delete' });
    expect(dangerous.imap).toEqual({ ok: false, stage: 'folder', reason: 'no_uidplus' });
    const { mailboxes } = await service.must(tenant.admin, api.listMailboxes, {});
    expect(mailboxes.map(({ name }) => name)).toEqual(['helper']);
  });

  test('fails visibly with a password that was changed, and goes on with the new one', async () => {
    const scene = await providerScene();
    const { service, tenant, imap } = scene;
    const id = await scene.connect();
    imap.password = 'another password';
    imap.drop();
    await service.operator(api.advanceClock, { seconds: 2 });
    await expect.poll(async () => (await stateOf(scene, id)).state).toBe('failing');
    const tries = imap.logins;
    expect(await stateOf(scene, id)).toMatchObject({
      imap: { failure: { stage: 'login', reason: 'login_refused' } },
      smtp: { failure: null },
    });
    const status = await service.must(service.daemon.operatorToken, api.getStatus, {});
    expect(status.connections).toEqual({ connected: 1, failing: 1 });
    // Providers lock accounts after a few wrong passwords.
    await service.operator(api.advanceClock, { seconds: 200 });
    expect(imap.logins).toBe(tries);
    imap.deliver(letterTo('meanwhile'));
    const { address: _, ...settings } = scene.settings();
    const again = { id, ...settings, imap: { ...settings.imap, password: 'another password' } };
    const answer = await service.must(tenant.admin, api.replaceConnection, again);
    expect(answer.state).toBe('active');
    expect(JSON.stringify(answer)).not.toContain('password');
    expect(await subjects(scene, id, 1)).toEqual(['meanwhile']);
    await expect.poll(async () => (await stateOf(scene, id)).state).toBe('active');
  });

  test('keeps a message for later while its SMTP server refuses the log-in', async () => {
    const scene = await providerScene();
    const { service, tenant, smtp } = scene;
    const id = await scene.connect();
    await smtp.die();
    const mail = { from_mailbox: id, to: 'bob@there.example', subject: 'Hi', body: 'Hi.' };
    const sent = await service.call(tenant.admin, api.send, mail);
    expect(sent.status).toBeLessThan(300);
    expect(await stateOf(scene, id)).toMatchObject({
      state: 'failing',
      smtp: { failure: { stage: 'connect', reason: 'econnrefused' } },
    });
  });

  test('imports older mail as read and without events, and only since a date', async () => {
    const scene = await providerScene();
    const { service, tenant, imap } = scene;
    imap.deliver(letterTo('too old'), new Date('2026-01-01T10:00:00Z'));
    imap.deliver(letterTo('march'), new Date('2026-03-01T10:00:00Z'));
    imap.deliver(letterTo('march, too'), new Date('2026-03-01T10:00:00Z'));
    const id = await scene.connect({ since: '2026-02-01T00:00:00Z' });
    imap.deliver(letterTo('new'));
    expect(await subjects(scene, id, 3)).toEqual(['march', 'march, too', 'new']);
    const { messages } = await service.must(tenant.admin, api.listMessages, { id });
    expect(messages.map(({ read_at, created_at }) => [read_at !== null, created_at.slice(0, 7)])).toEqual([
      [false, expect.any(String)],
      [true, '2026-03'],
      [true, '2026-03'],
    ]);
    const { read } = service.daemon.context.store;
    const events = await read.selectFrom('events').select('type').execute();
    expect(events.filter(({ type }) => type === 'message.received')).toHaveLength(1);
  });

  test.each(['seen', 'delete', 'move'] as const)('does what its owner asked for: %s', async (after) => {
    const scene = await providerScene();
    const { imap } = scene;
    imap.deliver(letterTo('old'));
    const id = await scene.connect({ after, ...(after === 'move' && { move_to: 'Done' }) });
    imap.deliver(letterTo('one'));
    imap.deliver(letterTo('two'));
    expect(await subjects(scene, id, 2)).toEqual(['one', 'two']);
    const left = () => imap.messages.map(({ uid, flags }) => [uid, ...flags]);
    const expected = after === 'seen' ? [[1], [2, '\\Seen'], [3, '\\Seen']] : [[1]];
    await expect.poll(left).toEqual(expected);
    expect(imap.moved.get('Done')?.length ?? 0).toBe(after === 'move' ? 2 : 0);
  });

  test('tells that the server refuses to move a message, and goes on reading', async () => {
    const scene = await providerScene();
    const { imap } = scene;
    const id = await scene.connect({ after: 'move', move_to: 'Done' });
    imap.folders = [];
    imap.deliver(letterTo('one'));
    imap.deliver(letterTo('two'));
    expect(await subjects(scene, id, 2)).toEqual(['one', 'two']);
    await expect
      .poll(async () => (await stateOf(scene, id)).imap?.failure)
      .toEqual({ stage: 'folder', reason: 'change_refused' });
    expect(imap.messages).toHaveLength(2);
  });

  test('takes a folder that was made anew without taking messages twice', async () => {
    const scene = await providerScene();
    const { service, imap } = scene;
    const id = await scene.connect();
    imap.deliver(letterTo('one'));
    await subjects(scene, id, 1);
    imap.uidValidity++;
    imap.messages = [];
    imap.nextUid = 1;
    imap.deliver(letterTo('one'));
    imap.deliver(letterTo('two'));
    imap.drop();
    await service.operator(api.advanceClock, { seconds: 2 });
    expect(await subjects(scene, id, 2)).toEqual(['one', 'two']);
  });

  test('is disconnected without its password, and connected again without a gap', async () => {
    const scene = await providerScene();
    const { service, tenant, imap } = scene;
    const id = await scene.connect();
    const gone = await service.must(tenant.admin, api.removeConnection, { id });
    expect(gone).toMatchObject({ state: 'disconnected', imap: null, smtp: null });
    const rows = await service.daemon.context.store.read
      .selectFrom('mailbox_connections')
      .select('config')
      .execute();
    expect(rows).toEqual([{ config: null }]);
    imap.deliver(letterTo('meanwhile'));
    const mail = { from_mailbox: id, to: 'bob@there.example', subject: 'Hi', body: 'Hi.' };
    const refused = await service.call(tenant.admin, api.send, mail);
    expect(refused).toMatchObject({ status: 403, body: { code: 'DOMAIN_SUSPENDED' } });
    const { address: _, ...settings } = scene.settings();
    await service.must(tenant.admin, api.replaceConnection, { id, ...settings });
    expect(await subjects(scene, id, 1)).toEqual(['meanwhile']);
  });

  test('has an address of its own, which is free again once it is deleted', async () => {
    const scene = await providerScene();
    const { service, tenant } = scene;
    const id = await scene.connect();
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const connect = (admin: string, address: string) =>
      service.call(admin, api.createMailbox, { name: 'ann2', connection: scene.settings({ address }) });
    expect(await connect(other.admin, ANN)).toMatchObject({
      status: 409,
      body: { details: { reason: 'address_in_use' } },
    });
    expect((await connect(tenant.admin, 'me@agentmail.localhost')).status).toBe(400);
    expect((await connect(tenant.admin, 'ann+x@firm.example')).status).toBe(400);
    await service.must(tenant.admin, api.deleteMailbox, { id });
    expect((await connect(other.admin, ANN)).status).toBe(201);
  });

  test('is not reached through a private network unless the operator allows it', async () => {
    const scene = await providerScene();
    const { service, tenant } = scene;
    await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': false });
    const { address: _, ...settings } = scene.settings();
    expect(await service.must(tenant.admin, api.checkConnection, settings)).toMatchObject({
      imap: { ok: false, stage: 'lookup', reason: 'address_loopback' },
      smtp: { ok: false, stage: 'lookup', reason: 'address_loopback' },
    });
    const literal = { ...settings, imap: { ...settings.imap, host: '10.0.0.1' } };
    expect(await service.call(tenant.admin, api.checkConnection, literal)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
  });
});
