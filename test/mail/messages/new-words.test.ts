import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, setMailbox, sharedService, type Tenant } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const QUOTE = [
  'On Mon, 2 Mar 2026 at 10:00, Support <support@example.com> wrote:',
  '> At noon?',
  '> Or later?',
];
const HTML = `<div>Noon works.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, 2 Mar 2026 at 10:00, Support
  &lt;support@example.com&gt; wrote:<br></div><blockquote class="gmail_quote">At noon?</blockquote></div>`;

async function arrived(type: string, body: string, from = 'ann@example.org') {
  const head = [`From: ${from}`, `To: ${tenant.mailbox.address}`, 'Subject: Plan', 'MIME-Version: 1.0'];
  const raw = [...head, `Content-Type: ${type}; charset=utf-8`, '', body, ''].join('\r\n');
  const answer = await service.deliver({ from, to: tenant.mailbox.address, raw });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}
const get = (id: string, query: object = { extract: 'reply' }, key = agent) =>
  service.must(key, api.getMessage, { id, ...query });
const text = (...lines: string[]) => arrived('text/plain', lines.join('\r\n'));

describe('the words that a message adds', () => {
  it('come without the quoted text, which the body has', async () => {
    const id = await text('Noon works.', '', ...QUOTE);
    const message = await get(id);
    expect(message.reply_text).toBe('Noon works.');
    expect(message.body.content).toContain('> At noon?');
    expect((await get(id, {})).reply_text).toBeUndefined();
    expect(await get(id, { extract: 'otp,reply' })).toMatchObject({
      reply_text: 'Noon works.',
      extracted: { otp: null },
    });
  });

  it('are read from HTML that has no text beside it', async () => {
    expect((await get(await arrived('text/html', HTML))).reply_text).toBe('Noon works.');
  });

  it('are in lists, waits and threads for those who ask', async () => {
    const id = await text('Tea at four.', '', ...QUOTE);
    const query = { id: 'helper', extract: 'reply' };
    const { messages } = await service.must(agent, api.listMessages, query);
    expect(messages[0]).toMatchObject({ id, reply_text: 'Tea at four.' });
    const { message } = await service.must(agent, api.waitForMessage, { ...query, timeout: 1 });
    expect(message).toMatchObject({ id, reply_text: 'Tea at four.' });
    await service.must(agent, api.reply, { id, body: 'Good.' });
    const thread = await service.must(agent, api.getThread, { thread_id: id, extract: 'reply' });
    expect(thread.messages.map(({ reply_text }) => reply_text)).toEqual(['Tea at four.', undefined]);
  });

  it('of a message without any are its whole text, and of a very long one unknown', async () => {
    expect((await get(await text(...QUOTE))).reply_text).toBe(QUOTE.join('\n'));
    expect((await get(await text('word '.repeat(21_000)))).reply_text).toBeNull();
    const long = await get(await text('x'.repeat(30_000)));
    expect(long.reply_text).toHaveLength(20_000);
  });

  it('are withheld and redacted as the text is', async () => {
    await setMailbox(service, tenant, { pii_mode: 'redacted' });
    const id = await text('Call me: +49 30 901820, or write to zoe@example.net.', '', ...QUOTE);
    const { reply_text: words } = await get(id);
    expect(words).not.toMatch(/zoe@|901820/);
    expect(words).toContain('Call me');
    await setMailbox(service, tenant, { pii_mode: 'passthrough', agent_quarantine_access: 'metadata' });
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'quarantined' }).where('id', '=', id).execute(),
    );
    expect((await get(id)).reply_text).toBeNull();
    await setMailbox(service, tenant, { agent_quarantine_access: 'full' });
  });
});
