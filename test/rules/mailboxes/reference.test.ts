import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { codeOf, createAgent, createMailbox, createTenant, sharedService } from '../../support/service.ts';

describe('a mailbox in a request', () => {
  const service = sharedService();
  const letter = { to: 'ann@example.org', subject: 'Hi', body: 'Hello.' };

  it('is named by its address as by its name or id, in bodies and in paths', async () => {
    const { admin, mailbox } = await createTenant(service);
    for (const reference of [mailbox.id, mailbox.name, mailbox.address, mailbox.address.toUpperCase()]) {
      const sent = await service.call(admin, api.send, { from_mailbox: reference, ...letter });
      expect([sent.status, sent.body]).toMatchObject([200, { status: 'sent' }]);
      const draft = await service.call(admin, api.createDraft, { mailbox_id: reference, ...letter });
      expect([draft.status, draft.body]).toMatchObject([201, { mailbox_id: mailbox.id }]);
      const read = await service.call(admin, api.getMailbox, { id: reference });
      expect(read.body).toMatchObject({ id: mailbox.id });
    }
  });

  it('is found by its address only where its name would be', async () => {
    const { admin, mailbox } = await createTenant(service, { email: 'two@example.com', mailbox: 'two' });
    const other = await createMailbox(service, admin, 'other');
    const stranger = await createTenant(service, { email: 'three@example.com', mailbox: 'three' });
    const agent = await createAgent(service, admin, mailbox.id);
    const send = (key: string, from: string) =>
      service.call(key, api.send, { from_mailbox: from, ...letter });
    for (const [key, from] of [
      [agent, other.address],
      [stranger.admin, mailbox.address],
      [admin, 'two+tag@agentmail.localhost'],
      [admin, 'nobody@agentmail.localhost'],
    ] as const) {
      expect(codeOf(await send(key, from))).toEqual([404, 'NOT_FOUND']);
    }
    await service.call(admin, api.deleteMailbox, { id: other.id });
    expect(codeOf(await send(admin, other.address))).toEqual([404, 'NOT_FOUND']);
  });
});
