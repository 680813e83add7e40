import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

const DOMAIN = 'simulator.agentmail.localhost';

describe('the simulator', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service, { tier: 'sandbox' });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const send = (to: string) =>
    service.call(agent, api.send, {
      from_mailbox: 'helper',
      to,
      subject: 'Trying the simulator',
      body: 'Just to see what happens with this message.',
    });
  const state = async (id: string) => (await service.call(agent, api.getMessage, { id })).body.state;
  const advance = (seconds: number) => service.operator(api.advanceClock, { seconds });
  const db = () => service.daemon.context.store.read;
  const audited = (kind: string) =>
    db().selectFrom('audit_log').select(['target', 'actor_id']).where('kind', '=', kind).execute();
  const setMailboxStatus = (status: 'active' | 'paused') =>
    service.daemon.context.store.write('none', async (transaction) => {
      await transaction.db
        .updateTable('mailboxes')
        .set({ status })
        .where('id', '=', tenant.mailbox.id)
        .execute();
    });
  const inbound = (body: unknown, key = agent) => service.call(key, api.simulateInbound, unchecked(body));

  it.each([
    ['delivered', 'delivered'],
    ['bounced', 'bounced'],
    ['suppressed', 'bounced'],
    ['complained', 'delivered'],
  ])('takes mail for %s@ at once, and three seconds later it is %s', async (scenario, end) => {
    for (const label of ['', '+run-7']) {
      const sent = await send(`${scenario}${label}@${DOMAIN}`);
      expect([sent.status, sent.body.status]).toEqual([200, 'sent']);
      const id = sent.body.message_id;
      await advance(2);
      expect(await state(id)).toBe('delivered');
      await advance(1);
      expect(await state(id)).toBe(end);
      const bounce = (await audited('message.bounce.recorded')).find(({ target }) => target === id);
      expect(bounce).toEqual(
        end === 'bounced' ? expect.objectContaining({ actor_id: 'simulator' }) : undefined,
      );
      const complaints = (await audited('message.complaint.recorded')).filter(({ target }) => target === id);
      expect(complaints).toHaveLength(scenario === 'complained' ? 1 : 0);
    }
    const suppressed = await service.call(agent, api.listSuppressions);
    expect(suppressed.body.suppressions).toEqual([]);
  });

  it('tells a suppressed address by the reason of its bounce', async () => {
    const sent = await send(`suppressed@${DOMAIN}`);
    await advance(3);
    const events = await db()
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.bounced')
      .execute();
    const data = events.map((event) => event.data);
    expect(data.find((each) => each.message_id === sent.body.message_id)).toMatchObject({
      bounce_type: 'hard',
      bounce_reason: 'suppressed',
    });
  });

  it.each([`nobody@${DOMAIN}`, `delivered.x@${DOMAIN}`, `delivered@sub.${DOMAIN}`])(
    'lends nothing to %s',
    async (address) => {
      expect((await send(address)).body.code).toBe('SANDBOX_RECIPIENT_NOT_VERIFIED');
    },
  );

  it('delivers a clean message that can be answered, past the sender policy', async () => {
    await service.call(tenant.admin, api.blockSender, { email: `@${DOMAIN}` });
    const made = await inbound({ mailbox_id: 'helper', scenario: 'clean', label: 'run 7' });
    expect([made.status, made.body]).toEqual([200, { status: 'available', message_id: expect.any(String) }]);
    const row = await service.call(agent, api.getMessage, { id: made.body.message_id });
    expect(row.body).toMatchObject({
      state: 'available',
      sender: `delivered+inbound@${DOMAIN}`,
      subject: 'Simulated message: run 7',
      sender_authentication: { verdict: 'verified_aligned' },
    });
    const answer = await service.call(agent, api.reply, {
      id: made.body.message_id,
      body: 'Thank you for the message.',
    });
    expect(answer.body).toMatchObject({ status: 'sent' });
  });

  it('delivers an attack that is quarantined, by the mailbox id too', async () => {
    const made = await inbound({ mailbox_id: tenant.mailbox.id, scenario: 'prompt_injection_quarantined' });
    expect(made.body.status).toBe('quarantined');
    const row = await service.call(agent, api.getMessage, { id: made.body.message_id });
    expect(row.body.scan?.categories.map(({ category }) => category)).toContain('prompt_injection');
  });

  it.each([
    ['an unknown scenario', { mailbox_id: 'helper', scenario: 'spam' }, 400],
    ['a blank label', { mailbox_id: 'helper', scenario: 'clean', label: ' ' }, 400],
    ['a label that starts a header', { mailbox_id: 'helper', scenario: 'clean', label: 'a\r\nBcc: b' }, 400],
    ['an unknown mailbox', { mailbox_id: 'ghost', scenario: 'clean' }, 404],
  ])('refuses %s', async (_case, body, status) => {
    expect((await inbound(body)).status).toBe(status);
  });

  it('refuses a paused mailbox, and agents of other mailboxes', async () => {
    const request = { mailbox_id: tenant.mailbox.id, scenario: 'clean' };
    await setMailboxStatus('paused');
    expect((await inbound(request)).body.code).toBe('MAILBOX_SUSPENDED');
    await setMailboxStatus('active');
    const other = await createTenant(service, { email: 'second@example.com', mailbox: 'friend' });
    expect((await inbound(request, other.admin)).status).toBe(404);
  });
});
