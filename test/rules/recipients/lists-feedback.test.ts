import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../shared/contract/events.ts';
import * as api from '../../support/api.ts';
import { createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

describe('bounces and complaints', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const send = async (to: string) =>
    (
      await service.call(tenant.admin, api.send, {
        from_mailbox: 'helper',
        to,
        subject: 'Hello',
        body: 'Hello there.',
      })
    ).body.message_id;
  const suppressions = async () => (await service.call(tenant.admin, api.listSuppressions)).body.suppressions;

  it('suppress the recipient of a hard bounce, under the name of the provider', async () => {
    const id = await send('Gone@example.org');
    const bounce = await service.operator(api.reportBounce, { id, type: 'hard', reason: '550 5.1.1 gone' });
    expect([bounce.status, bounce.body]).toEqual([200, { message_id: id, state: 'bounced' }]);
    expect(await suppressions()).toMatchObject([
      {
        email: 'gone@example.org',
        reason: 'hard_bounce',
        source: 'provider_bounce',
        added_by_actor_type: 'system',
        added_by_actor_id: 'provider_bounce',
        latest_complaint_at: null,
        complaint_count: 0,
      },
    ]);
    const message = await service.call(tenant.admin, api.getMessage, { id });
    expect(message.body).toMatchObject({ state: 'bounced', email_effect: { effect_status: 'sent' } });
    const event = await service.daemon.context.store.read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.bounced')
      .executeTakeFirstOrThrow();
    expect(EVENTS['message.bounced'].parse(event.data)).toMatchObject({
      message_id: id,
      bounce_type: 'hard',
      bounce_reason: '550 5.1.1 gone',
    });
    const again = await service.operator(api.reportBounce, { id, type: 'hard' });
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { state: 'bounced' } },
    ]);
    expect(
      (await service.call(tenant.admin, api.removeSuppression, { email: 'gone@example.org' })).status,
    ).toBe(200);
  });

  it('suppress nobody for a soft bounce', async () => {
    const id = await send('full@example.org');
    const bounce = await service.operator(api.reportBounce, { id, type: 'soft' });
    expect(bounce.body).toMatchObject({ state: 'bounced' });
    expect(await suppressions()).toEqual([]);
  });

  it('never suppress a simulator address', async () => {
    const id = await send('bounced+test@simulator.agentmail.localhost');
    await service.operator(api.reportBounce, { id, type: 'hard' });
    expect(await suppressions()).toEqual([]);
  });

  it('are refused for mail that came in, that was never sent, or that there is none of', async () => {
    const unknown = await service.operator(api.reportComplaint, {
      id: '00000000-0000-7000-8000-000000000000',
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const answer = await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      text: 'Hi.',
    });
    await service.drain();
    const inbound = await service.operator(api.reportComplaint, {
      id: /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '',
    });
    expect([inbound.status, inbound.body.code]).toEqual([409, 'CONFLICT']);
    const wrong = await service.operator(
      api.reportBounce,
      unchecked({ id: '00000000-0000-7000-8000-000000000000' }),
    );
    expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('suppress a recipient whom the transport reports as unknown', async () => {
    const { context } = service.daemon;
    const { loadOutgoing } = await import('../../../daemon/mail/outbound/outgoing.ts');
    const { dispatch } = await import('../../../daemon/mail/outbound/dispatch.ts');
    const id = await send('vanished@example.org');
    await context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'quarantined' }).where('id', '=', id).execute(),
    );
    const outgoing = await loadOutgoing(context.store.read, id);
    if (!outgoing) throw new Error('the message is gone');
    const refusing = {
      ...context,
      transport: {
        ...context.transport,
        prepare: async () => ({
          kind: 'local' as const,
          accounts: [],
          discard: async () => undefined,
          plan: async () => ({ outcome: 'no_such_recipient' as const }),
        }),
      },
    };
    await dispatch(refusing, { outgoing, scanned: null, tries: null, decision: null });
    const message = await service.call(tenant.admin, api.getMessage, { id });
    expect(message.body).toMatchObject({ state: 'blocked' });
    expect(await suppressions()).toMatchObject([{ email: 'vanished@example.org', reason: 'hard_bounce' }]);
  });
});
