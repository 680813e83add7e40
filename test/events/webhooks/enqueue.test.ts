import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, startService, unchecked } from '../../support/service.ts';

/** Example.com never answers here: nothing is delivered, everything is enqueued. */
const URL_OF_RECEIVER = 'https://receiver.example.com/hook';

describe('many deliveries', () => {
  it('are all abandoned when their webhook is disabled, and deleted with it or after 30 days', async () => {
    const service = await startService({
      overrides: {
        lookup: async () => {
          throw new Error('no name server');
        },
      },
    });
    const tenant = await createTenant(service);
    const create = () =>
      service.call(tenant.admin, api.createWebhook, {
        url: URL_OF_RECEIVER,
        enabled_events: ['recipient_blocklist.added'],
      });
    const [kept, deleted] = [(await create()).body.webhook.id, (await create()).body.webhook.id];
    const emails = (from: number) =>
      Array.from({ length: 1000 }, (_, number) => `n${from + number}@example.org`);
    for (const from of [0, 1000]) {
      await service.call(tenant.admin, api.addSuppressions, { emails: emails(from) });
    }
    const count = async (id: string) => {
      const rows = await service.daemon.context.store.read
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('webhook_id', '=', id)
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map((row) => [row.status, row.count]));
    };
    await service.call(tenant.admin, api.updateWebhook, { id: kept, enabled: false });
    await service.call(tenant.admin, api.deleteWebhook, { id: deleted });
    await service.drain();
    expect(await count(kept)).toEqual({ abandoned: 2000 });
    expect(await count(deleted)).toEqual({});
    await service.operator(api.advanceClock, { seconds: 29 * 86_400 });
    expect(await count(kept)).toEqual({ abandoned: 2000 });
    await service.operator(api.advanceClock, { seconds: 2 * 86_400 });
    expect(await count(kept)).toEqual({});
  });
});

describe('an event', () => {
  it('is enqueued for those who subscribe to it, once per webhook, in its own transaction', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const ids: string[] = [];
    for (const events of [['recipient_blocklist.added'], ['message.received'], ['message.received']]) {
      const made = await service.call(
        tenant.admin,
        api.createWebhook,
        unchecked({
          url: URL_OF_RECEIVER,
          enabled_events: events,
        }),
      );
      ids.push(made.body.webhook.id);
    }
    await service.call(tenant.admin, api.updateWebhook, { id: ids[2] ?? '', enabled: false });
    const { context } = service.daemon;
    const write = (fail: boolean) =>
      context.store.write({ account: tenant.accountId }, async (transaction) => {
        await transaction.emit({
          type: 'recipient_allowlist.added',
          accountId: tenant.accountId,
          mailboxId: tenant.mailbox.id,
          data: {
            mailbox_id: tenant.mailbox.id,
            email: 'ann@example.org',
            pattern_type: 'email',
            created_at: '2026-01-01T00:00:00.000Z',
            added_by_actor_type: 'admin',
            added_by_actor_id: 'x',
          },
        });
        await transaction.emit({
          type: 'message.received',
          accountId: tenant.accountId,
          mailboxId: tenant.mailbox.id,
          data: {
            message_id: 'm',
            mailbox_id: tenant.mailbox.id,
            sender: 'ann@example.org',
            recipient: tenant.mailbox.address,
            subject: 'Hello',
            received_at: '2026-01-01T00:00:00.000Z',
          },
        });
        if (fail) throw new Error('rolled back');
      });
    await expect(write(true)).rejects.toThrow('rolled back');
    await write(false);
    const rows = await context.store.read
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.seq', 'webhook_deliveries.event_seq')
      .select(['webhook_id', 'type'])
      .execute();
    expect(rows).toEqual([{ webhook_id: ids[1], type: 'message.received' }]);
  });

  it('about a blocked attempt is told once in 60 seconds for each mailbox and recipient', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const { context } = service.daemon;
    const refuse = (recipient: string) =>
      context.store.write({ account: tenant.accountId }, (transaction) =>
        transaction.emit({
          type: 'recipient_allowlist.blocked_attempt',
          accountId: tenant.accountId,
          mailboxId: tenant.mailbox.id,
          data: {
            mailbox_id: tenant.mailbox.id,
            recipient,
            origin: 'send',
            draft_id: null,
            attempted_at: '2026-01-01T00:00:00.000Z',
            actor_type: 'agent',
            actor_id: 'x',
          },
        }),
      );
    const told = async () => (await context.store.read.selectFrom('events').select('seq').execute()).length;
    await refuse('ann@example.org');
    await refuse('Ann@example.org');
    await refuse('bob@example.org');
    expect(await told()).toBe(2);
    service.clock.moveTo(service.clock.now() + 59_000);
    await refuse('ann@example.org');
    expect(await told()).toBe(2);
    service.clock.moveTo(service.clock.now() + 1_500);
    await refuse('ann@example.org');
    expect(await told()).toBe(3);
  });
});
