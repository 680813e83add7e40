import { existsSync } from 'node:fs';
import { test as base, describe, expect } from 'vitest';
import { type Fixtures, fixtures, startAgentmail } from '../../../cli/tasks/testing/testing.ts';

interface ReadBack {
  readonly subject: string;
  readonly attachments: readonly object[];
  readonly sender_authentication: { readonly verdict: string };
}

const test = base.extend<Fixtures>(fixtures);

describe('the fixtures for Vitest', () => {
  test('give a mailbox whose agent reads mail and answers it', async ({ agentmail, mailbox }) => {
    const id = await agentmail.receive({
      from: 'ann@example.org',
      to: mailbox,
      subject: 'Order 17',
      text: 'When?',
    });
    const answer = { body: 'On Monday.' };
    await agentmail.call('POST', `/v1/messages/${id}/reply`, { body: answer, key: mailbox.key });
    expect(await agentmail.sent()).toMatchObject([
      { from: mailbox.address, to: 'ann@example.org', subject: 'Re: Order 17', text: 'On Monday.' },
    ]);
  });

  test('give each test a mailbox of its own on the same daemon', async ({ agentmail, mailbox }) => {
    const { mailboxes } = await agentmail.call<{ mailboxes: unknown[] }>('GET', '/v1/mailboxes');
    expect(mailboxes.length).toBeGreaterThan(1);
    const unread = await agentmail.call<{ messages: unknown[] }>(
      'GET',
      `/v1/mailboxes/${mailbox.id}/messages`,
    );
    expect(unread.messages).toEqual([]);
  });

  test('give each test no mail of others, also when that is sent late', async ({ agentmail }) => {
    expect(await agentmail.sent()).toEqual([]);
    const { id, key } = await agentmail.createMailbox();
    const letter = { from_mailbox: id, to: 'late@example.org', body: 'Hi.' };
    for (let count = 0; count < 60; count++)
      await agentmail.call('POST', '/v1/messages/send', {
        body: { ...letter, subject: `Letter ${count}` },
        key,
      });
    expect(await agentmail.sent()).toHaveLength(60);
  });

  test('deliver files, whole messages and mail of proven senders', async ({ agentmail, mailbox }) => {
    expect(await agentmail.sent()).toEqual([]);
    const from = 'ann@example.org';
    const read = (id: string) => agentmail.call<ReadBack>('GET', `/v1/messages/${id}`, { key: mailbox.key });
    const files = [{ filename: 'numbers.csv', content: 'a,b\n1,2\n' }];
    const withFile = await agentmail.receive({ from, to: mailbox, text: 'See.', attachments: files });
    expect((await read(withFile)).attachments).toMatchObject([{ filename: 'numbers.csv' }]);
    const raw = `From: ${from}\r\nTo: ${mailbox.address}\r\nSubject: As it is\r\nX-Mine: 1\r\n\r\nHello.\r\n`;
    const whole = await agentmail.receive({ from, to: mailbox, raw });
    expect((await read(whole)).subject).toBe('As it is');
    const [proven, plain] = await Promise.all([
      agentmail.receive({ from, to: mailbox, text: 'It is me.', authenticated: true }),
      agentmail.receive({ from, to: mailbox, text: 'Perhaps me.' }),
    ]);
    expect((await read(proven)).sender_authentication).toMatchObject({ verdict: 'verified_aligned' });
    expect((await read(proven)).sender_authentication).not.toHaveProperty('vouched_by');
    expect((await read(plain)).sender_authentication.verdict).not.toBe('verified_aligned');
  });

  test('move time and apply rules', async ({ agentmail }) => {
    const { id, key } = await agentmail.createMailbox('guarded', { hitl_mode: 'all_outbound' });
    const letter = { from_mailbox: id, to: 'bob@example.org', subject: 'Hi', body: 'Hello.' };
    const held = await agentmail.call<{ status: string }>('POST', '/v1/messages/send', { body: letter, key });
    expect(held.status).toBe('pending_review');
    await agentmail.advance(60);
    expect((await agentmail.sent()).filter(({ to }) => to === letter.to)).toEqual([]);
    await expect(agentmail.call('GET', '/v1/nowhere')).rejects.toThrow('HTTP 404');
  });
});

test('a daemon of a test leaves nothing behind', async () => {
  const service = await startAgentmail();
  await service.stop();
  expect(existsSync(service.home)).toBe(false);
  await expect(fetch(service.url)).rejects.toThrow();
});
