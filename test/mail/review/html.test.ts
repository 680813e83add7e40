import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, setMailbox, sharedService, type Tenant } from '../../support/service.ts';

/** Reviewers are shown what is sent: the text, and the HTML that its recipient sees instead. */

const service = sharedService();
let tenant: Tenant;
let agent: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `html${count}@example.com`, mailbox: `html${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const TEXT = 'Pay 100 to Ann.';
const OTHER = '<p>Pay 900 to <b>Eve</b>.</p>';

async function send(html: string | undefined, { key = agent, body = TEXT, to = 'ann@example.com' } = {}) {
  const content = { from_mailbox: tenant.mailbox.id, to, subject: 'Bill', body, ...(html && { html }) };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { body: sent } = await service.call({ key, headers }, api.send, content);
  return sent;
}
const show = async (id: string, key = tenant.admin) => (await service.call(key, api.getMessage, { id })).body;
/** The recipient is known, so that only what the mail says can be a risk. */
const known = async () => {
  await send(undefined);
  await setMailbox(service, tenant, { hitl_mode: 'risky_only' });
};

function twoParts(to: string, text: string, html: string): string {
  return [
    `From: ann@example.com\r\nTo: ${to}\r\nSubject: Two parts\r\nMIME-Version: 1.0`,
    'Content-Type: multipart/alternative; boundary=b\r\n',
    `--b\r\nContent-Type: text/plain\r\n\r\n${text}`,
    `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
  ].join('\r\n');
}

describe('HTML that says something else than the text', () => {
  it('is a risk: an agent waits for a person, who is shown what it says', async () => {
    await known();
    const { message_id: id, status } = await send(OTHER);
    expect(status).toBe('pending_review');
    const shown = await show(id);
    expect(shown).toMatchObject({
      has_html: true,
      html_text: { format: 'text', content: 'Pay 900 to Eve.', truncated: false },
      hold_context: { summary_reasons: ['hitl_risky_only:verdict'] },
      scan: {
        verdict: 'warning',
        categories: expect.arrayContaining([{ category: 'html_differs', decision: 'allow_with_warning' }]),
        findings: [{ category: 'html_differs', reason: 'The HTML and the text differ.' }],
      },
    });
  });

  it('is only noted where risky mail is not reviewed', async () => {
    const { message_id: id, ...sent } = await send(OTHER);
    expect(sent).toMatchObject({ status: 'sent', warning: null });
    const { scan, html_text } = (await service.call(tenant.admin, api.getMessage, { id, view: 'verbose' }))
      .body;
    expect(scan?.verdict).toBe('clean');
    expect(scan?.findings).toContainEqual(
      expect.objectContaining({ category: 'html_differs', decision: 'allow' }),
    );
    expect(html_text?.content).toBe('Pay 900 to Eve.');
  });

  it('holds nothing that a person sends', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'risky_only' });
    expect(await send(OTHER, { key: tenant.admin })).toMatchObject({
      status: 'sent',
      warning: 'The HTML and the text differ.',
    });
  });

  it('is cut for keys as the body is', async () => {
    const { message_id: id } = await send(`<p>${'word '.repeat(10_000)}</p>`);
    const { html_text } = await show(id, agent);
    expect(html_text).toMatchObject({ truncated: true, returned_char_count: 20_000 });
  });
});

describe('HTML that says the same as the text', () => {
  it('is no risk and is not shown twice', async () => {
    await known();
    const { message_id: id, status, warning } = await send('<p>Pay <b>100</b> to Ann.</p>');
    expect([status, warning]).toEqual(['sent', null]);
    const shown = await show(id);
    expect(shown.has_html).toBe(true);
    expect(shown).not.toHaveProperty('html_text');
    const plain = await show((await send(undefined)).message_id);
    expect(plain.has_html).toBe(false);
    expect(plain).not.toHaveProperty('html_text');
  });
});

describe('the text of HTML', () => {
  it('is told where messages are: list, wait, thread and draft', async () => {
    await service.deliver({
      from: 'ann@example.com',
      to: tenant.mailbox.address,
      raw: twoParts(tenant.mailbox.address, 'The text.', '<p>The HTML.</p><p hidden>Hidden words.</p>'),
    });
    await service.drain();
    const { messages } = (await service.call(agent, api.listMessages, { id: tenant.mailbox.id })).body;
    expect(messages).toMatchObject([{ has_html: true }]);
    const waited = await service.call(agent, api.waitForMessage, { id: tenant.mailbox.id, timeout: 1 });
    expect(waited.body.message).toMatchObject({ has_html: true });
    const [{ id } = { id: '' }] = messages;
    const html_text = { content: 'The HTML.\n[hidden: Hidden words.]' };
    const thread = await service.call(agent, api.getThread, { thread_id: id });
    expect(thread.body.messages).toMatchObject([{ has_html: true, html_text }]);
    await setMailbox(service, tenant, { hitl_mode: 'risky_only' });
    const written = { mailbox_id: tenant.mailbox.id, to: 'ann@example.com', subject: 'Bill', body: TEXT };
    const draft = await service.call(agent, api.createDraft, { ...written, html: OTHER });
    expect(draft.body).toMatchObject({
      has_html: true,
      worst_decision: 'allow_with_warning',
      html_text: { content: 'Pay 900 to Eve.' },
    });
    const cleared = await service.call(agent, api.updateDraft, { id: draft.body.id, html: null });
    expect(cleared.body).toMatchObject({ has_html: false, worst_decision: 'allow' });
    expect(cleared.body).not.toHaveProperty('html_text');
  });

  it('is not repeated for mail in HTML alone, unless words in it are hidden', async () => {
    const deliver = async (subject: string, html: string) => {
      const head = `From: ann@example.com\r\nSubject: ${subject}\r\nContent-Type: text/html`;
      await service.deliver({
        from: 'ann@example.com',
        to: tenant.mailbox.address,
        raw: `${head}\r\n\r\n${html}\r\n`,
      });
    };
    const letter =
      '<p>See <a href="https://example.com/a?b">this</a>.<img src="https://example.com/x" alt="Logo"></p>';
    await deliver('plain', letter);
    await deliver('hidden', `${letter}<p hidden>Unseen.</p>`);
    await service.drain();
    const { messages } = (await service.call(agent, api.listMessages, { id: tenant.mailbox.id })).body;
    const [hidden, plain] = await Promise.all(messages.map(({ id }) => show(id)));
    expect(plain).not.toHaveProperty('html_text');
    expect(hidden?.html_text?.content).toBe('See this <https://example.com>.\n\n[hidden: Unseen.]');
  });

  it('is cleared of personal data as the body is', async () => {
    const { message_id: id } = await send('<p>Write to eve@evil.example.</p>');
    await setMailbox(service, tenant, { pii_mode: 'redacted' });
    expect((await show(id)).html_text?.content).toBe('Write to <EMAIL_ADDRESS>.');
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('message_bodies').set({ html_pii_spans: null }).where('message_id', '=', id).execute(),
    );
    expect((await show(id)).html_text?.content).toBeNull();
  });

  it('of a version that did not read it is null, not missing', async () => {
    const { message_id: id } = await send(OTHER);
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('message_bodies').set({ html_text: null }).where('message_id', '=', id).execute(),
    );
    expect((await show(id)).html_text).toMatchObject({ content: null });
  });

  it('goes with the message', async () => {
    const { message_id: id } = await send(OTHER);
    await service.call(tenant.admin, api.deleteMessage, { id });
    const left = await service.daemon.context.store.read
      .selectFrom('message_bodies')
      .select('html_text')
      .where('message_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});
