import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import { RETRY_AFTER } from '../../../daemon/platform/system/schedule-retry.ts';
import * as api from '../../support/api.ts';
import { needsSqlite } from '../../support/needs.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { createTenant, type Service, sentToday, startService } from '../../support/service.ts';

/** A text that takes several pages, packed too. */
const LONG = Array.from({ length: 5000 }, (_, number) => `Line ${number}.`).join('\n');

/** The most pages that the file may have: SQLite answers beyond them as on a full disk. */
async function limitPages(service: Service, pages: (used: number) => number): Promise<void> {
  await service.daemon.context.store.write('none', async ({ db }) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String(pages(rows[0]?.page_count ?? 0)))}`.execute(db);
  });
}

const makeRoom = (service: Service) => limitPages(service, () => 1_000_000);

/** The time after which work is taken up again passes, and what it starts ends. */
async function later(service: Service): Promise<void> {
  service.clock.moveTo(service.clock.now() + RETRY_AFTER);
  await service.drain();
}

/** Lets no row change into this state, or enter in it. */
async function breakRows(
  service: Service,
  change: 'insert' | 'update',
  state: string,
): Promise<() => Promise<void>> {
  const { store } = service.daemon.context;
  await store.write('none', ({ db }) =>
    sql`create trigger broken before ${sql.raw(change)} on messages when new.state = ${sql.lit(state)}
      begin select raise(abort, 'the disk does not answer'); end`.execute(db),
  );
  return async () => {
    await store.write('none', ({ db }) => sql`drop trigger broken`.execute(db));
  };
}

describe('a full disk', needsSqlite, () => {
  test('is told as such, changes nothing, and is over when there is room', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const mail = {
      from: 'ann@example.org',
      to: mailbox.address,
      subject: 'Large',
      text: LONG,
    };
    const send = () =>
      service.call({ key: admin, headers: { 'idempotency-key': 'once' } }, api.send, {
        from_mailbox: 'helper',
        to: 'bob@example.net',
        subject: 'Large',
        body: LONG,
      });
    await limitPages(service, (used) => used);
    await expect(service.deliver(mail)).rejects.toThrow('452 4.3.1 Insufficient storage for the message');
    const refused = await send();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '60',
    ]);
    await makeRoom(service);
    expect((await send()).body).toMatchObject({ status: 'sent' });
    expect(await service.deliver(mail)).toContain('250 2.0.0');
  });

  test('loses no audit row of a read', async () => {
    const service = await startService();
    const { admin, accountId, mailbox } = await createTenant(service);
    const { readAudit, store } = service.daemon.context;
    await service.deliver({ from: 'ann@example.org', to: mailbox.address, text: 'Hello Bob' });
    await service.drain();
    const { body } = await service.call(admin, api.listMessages, { id: mailbox.id });
    const id = body.messages[0]?.id ?? '';
    const audited = async () => {
      const rows = store.read.selectFrom('audit_log').select('id').where('account_id', '=', accountId);
      return (await rows.where('kind', '=', 'message.content.read').execute()).length;
    };
    await limitPages(service, (used) => used);
    for (let count = 0; count < 300; count += 1) await service.call(admin, api.getMessage, { id });
    await readAudit.flushed();
    expect(await audited()).toBeLessThan(300);
    await makeRoom(service);
    await later(service);
    expect(await audited()).toBe(300);
  });

  test('keeps accepted mail waiting, which is read by itself when there is room', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    // Accepted it is a file and one row; read, it needs as much again in the database.
    await limitPages(service, (used) => used + 12);
    const text = 'A long letter about nothing in particular. '.repeat(5_000);
    expect(await service.deliver({ from: 'ann@example.org', to: mailbox.address, text })).toContain('250');
    await service.drain();
    const list = () => service.call(admin, api.listMessages, { id: mailbox.id });
    expect((await list()).body.messages).toMatchObject([{ state: 'received' }]);
    await makeRoom(service);
    await later(service);
    expect((await list()).body.messages).toMatchObject([{ state: 'available' }]);
  });
});

describe('a send that the disk interrupts', needsSqlite, () => {
  test('before it is stored leaves nothing, and goes out when its caller repeats it', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const repair = await breakRows(service, 'insert', 'delivered');
    const send = () =>
      service.call({ key: admin, headers: { 'idempotency-key': 'once' } }, api.send, {
        from_mailbox: 'helper',
        to: 'bob@example.net',
        subject: 'Hello',
        body: 'A line.',
      });
    expect((await send()).status).toBe(500);
    await later(service);
    expect((await service.must(admin, api.listMessages, { id: mailbox.id })).messages).toEqual([]);
    expect(await sentToday(service, admin)).toBe(0);
    await repair();
    await later(service);
    expect((await service.operator(api.listOutbox)).body.items).toEqual([]);
    expect((await send()).body).toMatchObject({ status: 'sent' });
    expect((await service.operator(api.listOutbox)).body.items).toHaveLength(1);
  });

  test('as a draft goes on by itself, once', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const repair = await breakRows(service, 'update', 'delivered');
    const { id } = await service.must(admin, api.createDraft, {
      mailbox_id: mailbox.id,
      to: 'bob@example.net',
      subject: 'Hello',
      body: 'A line.',
    });
    const send = () =>
      service.call({ key: admin, headers: { 'idempotency-key': 'once' } }, api.sendDraft, { id });
    expect((await send()).status).toBe(500);
    await later(service);
    await repair();
    await later(service);
    expect((await send()).body).toMatchObject({ status: 'sent' });
    expect((await service.operator(api.listOutbox)).body.items).toHaveLength(1);
  });

  test('after the relay took it counts as delivered as soon as that can be written', async () => {
    const relay = await scriptedMailServer((peer) => takeEverything(peer));
    const service = await startService({
      config: {
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
      },
    });
    const { admin, mailbox } = await createTenant(service);
    const repair = await breakRows(service, 'update', 'delivered');
    const body = { from_mailbox: 'helper', to: 'bob@there.example', subject: 'Hello', body: 'A line.' };
    expect((await service.call(admin, api.send, body)).status).toBe(500);
    await later(service);
    await repair();
    await later(service);
    const list = await service.call(admin, api.listMessages, { id: mailbox.id, direction: 'outbound' });
    expect(list.body).toMatchObject({ messages: [{ state: 'delivered' }] });
    expect(relay.peers.map(({ heard }) => heard.match(/^DATA/gm)?.length)).toEqual([1]);
  });
});
