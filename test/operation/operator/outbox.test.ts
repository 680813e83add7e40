import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

describe('the text of an outbox item', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const send = (to: string, more: object = {}) =>
    service.must(tenant.admin, api.send, {
      from_mailbox: tenant.mailbox.id,
      to,
      subject: 'Figures',
      body: 'The report\nis ready.',
      ...more,
    });
  const itemTo = async (to: string) => {
    const { items } = await service.must(service.daemon.operatorToken, api.listOutbox, { to });
    const [item] = items;
    if (!item) throw new Error(`nothing was sent to ${to}`);
    return item;
  };
  const storedText = (id: string) =>
    service.daemon.context.store.read
      .selectFrom('outbox')
      .select(['text', 'html'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('is that of its message, of which there is no second copy', async () => {
    await send('ann@example.org', { html: '<p>The report is <b>ready</b>.</p>' });
    const item = await itemTo('ann@example.org');
    expect(item.text).toBe('The report\nis ready.');
    expect(item.html).toContain('<b>ready</b>');
    expect(await storedText(item.id)).toEqual({ text: null, html: null });
    const { body } = await service.operator(api.getOutboxItem, { id: item.id });
    expect(body).toEqual(item);
  });

  it('stays when the message is deleted', async () => {
    const { message_id: id } = await send('ben@example.org', { html: '<p>The report is <i>ready</i>.</p>' });
    const item = await itemTo('ben@example.org');
    await service.must(tenant.admin, api.deleteMessage, { id });
    expect(await itemTo('ben@example.org')).toEqual(item);
    expect((await storedText(item.id)).text).toBe('The report\nis ready.');
  });

  it('has the footer of a trial, which the message does not have', async () => {
    const trial = await createTenant(service, {
      email: 'trial@example.com',
      tier: 'sandbox',
      mailbox: 'trial',
    });
    await service.must(trial.admin, api.send, {
      from_mailbox: trial.mailbox.id,
      to: 'trial@example.com',
      subject: 'Figures',
      body: 'The report is ready.',
    });
    expect((await itemTo('trial@example.com')).text).toMatch(/^The report is ready\.\n\nSent by an AI agent/);
  });

  it('is found by the recipient in capital and small letters, also beyond ASCII', async () => {
    await service.daemon.context.store.write('service', ({ db }) =>
      db
        .insertInto('outbox')
        .values({
          id: 'international',
          kind: 'email',
          purpose: 'message',
          at: 0,
          sender: 'bot@example.com',
          recipient: 'É@Example.org',
          text: 'Salut',
        })
        .execute(),
    );
    for (const to of ['É@Example.org', 'É@example.ORG', 'é@example.org'])
      expect((await itemTo(to)).id).toBe('international');
  });
});
