import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

interface Item {
  readonly id: string;
  readonly extracted?: { otp?: string | null; links?: string[] };
}

describe('extracting codes and links over HTTP', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  const base = () => `/v1/mailboxes/${tenant.mailbox.id}/messages`;
  const list = (query: string) => service.request<{ messages: Item[] }>(agent, `GET ${base()}${query}`);

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const mails = [
      ['Lunch on Friday?', 'See you at noon.'],
      ['Sign in', 'Your verification code is 482 913.\r\n\r\nOr open https://example.org/in?t=1.'],
    ] as const;
    for (const [subject, text] of mails) {
      await service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject, text });
      await service.drain();
    }
  });

  it('adds what was asked for to lists, reads, waits and conversations', async () => {
    const both = { otp: '482913', links: ['https://example.org/in?t=1'] };
    const [newest, oldest] = (await list('?extract=otp,links')).body.messages;
    expect([newest?.extracted, oldest?.extracted]).toEqual([both, { otp: null, links: [] }]);
    const one = await service.call(agent, api.getMessage, { id: newest?.id ?? '', extract: 'otp' });
    expect(one.body.extracted).toEqual({ otp: '482913' });
    const waited = await service.request<{ message: Item }>(
      agent,
      `GET ${base()}/wait?timeout=1&extract=links`,
    );
    expect(waited.body.message.extracted).toEqual({ links: both.links });
  });

  it('adds nothing unless asked, and refuses other words', async () => {
    for (const message of (await list('')).body.messages) expect(message).not.toHaveProperty('extracted');
    for (const asked of ['', 'otp,', 'codes', 'otp,otp2']) {
      expect(codeOf(await list(`?extract=${asked}`))).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('finds nothing in text that is withheld from the reader', async () => {
    await setMailbox(service, tenant, { agent_quarantine_access: 'metadata' });
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'quarantined' }).where('subject', '=', 'Sign in').execute(),
    );
    const [held] = (await list('?extract=otp,links')).body.messages;
    expect(held?.extracted).toEqual({ otp: null, links: [] });
  });
});
