import { describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { EventSource } from '../support/event-source.ts';
import { HttpsReceiver } from '../support/https-receiver.ts';
import { createTenant, type Service, startService, type Tenant } from '../support/service.ts';

/** A reader that follows a log from cursor to cursor sees each row once, however many writers there are. */

const SENDS = 60;

function sendAtOnce(service: Service, { admin, mailbox }: Tenant) {
  return Promise.all(
    Array.from({ length: SENDS }, (_, index) =>
      service.must(admin, api.send, {
        from_mailbox: mailbox.id,
        to: `person${index}@example.org`,
        subject: `Note ${index}`,
        body: 'The report is ready.',
      }),
    ),
  );
}

/** Each of them records one event. */
function blockAtOnce(service: Service, { admin }: Tenant) {
  return Promise.all(people.map((email) => service.must(admin, api.addSuppression, { email })));
}

const people = Array.from({ length: SENDS }, (_, index) => `person${index}@example.org`);

describe('writers at once', { tags: 'race' }, () => {
  it('give the messages of a mailbox distinct times, in the order of their numbers', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await sendAtOnce(service, tenant);
    const rows = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('created_at')
      .orderBy('seq')
      .execute();
    const times = rows.map(({ created_at }) => created_at);
    expect(new Set(times).size).toBe(SENDS);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  });

  it('hide no event from a stream that follows the log', async () => {
    const service = await startService();
    const tenants = [
      await createTenant(service, { email: 'a@example.com', mailbox: 'first' }),
      await createTenant(service, { email: 'b@example.com', mailbox: 'second' }),
    ] as const;
    const sources = await Promise.all(tenants.map(({ admin }) => EventSource.open(service, admin)));
    onTestFinished(() => {
      for (const source of sources) source.close();
    });
    await Promise.all(tenants.map((tenant) => blockAtOnce(service, tenant)));
    for (const source of sources) {
      await source.until(() => source.events.length >= SENDS);
      const seen = source.events.map(({ envelope }) => envelope.data.email);
      expect(seen.toSorted()).toEqual(people.toSorted());
      const cursors = source.events.map(({ cursor }) => cursor);
      expect(new Set(cursors).size).toBe(cursors.length);
    }
  });

  it('hide no delivery attempt from a stream that follows them', async () => {
    const authority = await testAuthority();
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());
    receiver.behave = (response) => response.writeHead(200).end();
    const service = await startService({
      config: { allowPrivateWebhooks: true },
      overrides: { extraAuthorities: [authority.certificate] },
    });
    const tenant = await createTenant(service);
    const webhooks = ['/a', '/b', '/c', '/d'];
    for (const path of webhooks) {
      await service.must(tenant.admin, api.createWebhook, {
        url: receiver.url(path),
        enabled_events: ['recipient_blocklist.added'],
      });
    }
    const source = await EventSource.open(service, tenant.admin, {}, {}, '/v1/webhooks/deliveries/stream');
    onTestFinished(() => source.close());
    await blockAtOnce(service, tenant);
    const expected = SENDS * webhooks.length;
    await source.until(() => source.events.length >= expected);
    expect(new Set(source.events.map(({ cursor }) => cursor)).size).toBe(expected);
  });

  it('put messages of one thread that arrive together into it', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const deliver = (id: string, parent?: string) =>
      service.deliver({
        from: 'ann@example.org',
        to: mailbox.address,
        raw: [
          'From: ann@example.org',
          `To: ${mailbox.address}`,
          'Subject: Plans',
          `Message-ID: <${id}@example.org>`,
          ...(parent === undefined ? [] : [`In-Reply-To: <${parent}@example.org>`]),
          '',
          `A note called ${id}.`,
        ].join('\r\n'),
      });
    await deliver('first');
    await service.drain();
    await Promise.all(Array.from({ length: 8 }, (_, index) => deliver(`reply${index}`, 'first')));
    await service.drain();
    const { threads } = await service.must(admin, api.listThreads, { id: mailbox.id });
    expect(threads).toMatchObject([{ message_count: 9 }]);
  });
});
