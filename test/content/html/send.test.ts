import { beforeAll, describe, expect, it } from 'vitest';
import { parseMessage } from '../../../daemon/content/mime/parse.ts';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sentToday, sharedService, type Tenant } from '../../support/service.ts';

/** A parser opens all of these anew in each paragraph. */
const OPEN_FORMATS = Array.from({ length: 300 }, (_, index) => `<b id="${index}">`).join('');

describe('HTML of a send', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const send = (html: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    service.call({ key: agent, headers }, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: 'Our week',
      body: 'The week in plain text.',
      html,
      ...more,
    });
  const kept = async (messageId: string) => {
    const { items } = (await service.operator(api.listOutbox, { kind: 'email' })).body;
    const item = items.find((each) => each.message_id === messageId);
    const raw = await service.operator(api.getOutboxRaw, { id: item?.id ?? '' });
    return { item, raw: String(raw.body) };
  };
  const charged = () => sentToday(service, agent);

  it('goes out beside the text, as it was when nothing had to be taken out', async () => {
    const html = '<h1 style="color:#336699">Our week</h1><p>Everything <b>went</b> well.</p>';
    const sent = await send(html);
    expect([sent.status, sent.body]).toMatchObject([
      200,
      { status: 'sent', html_sanitized: true, removed_categories: [] },
    ]);
    const { item, raw } = await kept(sent.body.message_id);
    expect(item?.html).toBe(html);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    const parsed = await parseMessage(Buffer.from(raw));
    expect(parsed.text?.trim()).toBe('The week in plain text.');
    expect(parsed.html?.trim()).toBe(html);
  });

  it('is what `html_sanitized` reports: a message without HTML has none', async () => {
    const sent = await send('', { html: undefined });
    expect(sent.body).toMatchObject({ status: 'sent', html_sanitized: false, removed_categories: [] });
  });

  it('loses passive content that mail must not have, says which, and says it again on a replay', async () => {
    const html =
      '<style>p { color: red }</style><p style="position:fixed;margin:4px">Hello <a href="https://example.org/a">there</a></p>' +
      '<video></video><img src="https://example.org/open.gif" alt="Our logo"><img src="cid:chart" alt="Chart">';
    const key = { 'idempotency-key': 'newsletter-1' };
    const sent = await send(html, {}, key);
    const expected = {
      status: 'sent',
      html_sanitized: true,
      removed_categories: ['external_link', 'filtered_styles', 'remote_image', 'unsupported_elements'],
    };
    expect(sent.body).toMatchObject(expected);
    expect((await send(html, {}, key)).body).toMatchObject({
      ...expected,
      message_id: sent.body.message_id,
    });
    const { item } = await kept(sent.body.message_id);
    expect(item?.html).toBe(
      '<p style="margin:4px">Hello <a>there</a></p>Our logo<img src="cid:chart" alt="Chart">',
    );
  });

  it.each([
    ['script', '<p>Hi</p><script>alert(1)</script>'],
    ['iframe', '<iframe src="https://example.org"></iframe>'],
    ['form', '<form action="/login"><input name="password"></form>'],
    ['event_handler', '<p onclick="alert(1)">Hi</p>'],
    ['javascript_url', '<a href=" java&#9;script:alert(1)">Hi</a>'],
    ['javascript_url', '<a href="data:text/html,<script>alert(1)</script>">Hi</a>'],
    ['unsafe_element', '<object data="x.swf"></object>'],
    ['unsafe_element', '<meta http-equiv="refresh" content="0;url=https://example.org">'],
    ['unsafe_element', '<svg><script>alert(1)</script></svg>'],
    ['unsafe_element', '<base href="https://example.org/">'],
  ])('with active content of the kind %s fails the send: %s', async (category, html) => {
    const before = await charged();
    const refused = await send(html);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      'OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED',
      { categories: [category] },
    ]);
    expect(await charged()).toBe(before);
  });

  it.each([
    ['before the page', '<!--[if mso]><p>x</p><![endif]--><p>y</p>'],
    [
      'before the head',
      '<!doctype html><html><!--[if mso]>x<![endif]--><head></head><body><p>y</p></body></html>',
    ],
    ['after the head', '<html><head></head><!--[if mso]>x<![endif]--><body><p>y</p></body></html>'],
    ['after the body', '<html><body><p>y</p></body><!--[if mso]>x<![endif]--></html>'],
    ['after the page', '<html><body><p>y</p></body></html><!--[if mso]>x<![endif]-->'],
  ])('tells that a conditional comment %s was taken out', async (_name, html) => {
    expect((await send(html)).body).toMatchObject({
      html_sanitized: true,
      removed_categories: ['unsupported_elements'],
    });
  });

  it('names every kind of active content at once', async () => {
    const refused = await send('<script></script><p onload="x">a</p><button>b</button>');
    expect(refused.body.details).toEqual({ categories: ['script', 'form', 'event_handler'] });
  });

  it.each([
    ['too large', 'ä'.repeat(500_001), 'too_large'],
    ['nested without end', '<div>'.repeat(10_000), 'unparsable'],
    ['growing while it is read', `<p>${OPEN_FORMATS}</p>${'<p>x</p>'.repeat(1000)}`, 'unparsable'],
  ])('that is %s fails closed', async (_case, html, reason) => {
    const refused = await send(html);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      'OUTBOUND_HTML_SANITIZE_FAILED',
      { reason },
    ]);
  });

  it('of exactly a million bytes is sent', async () => {
    const html = `<p>${'x'.repeat(1_000_000 - 7)}</p>`;
    expect(Buffer.byteLength(html)).toBe(1_000_000);
    expect((await send(html)).body).toMatchObject({ status: 'sent' });
  });

  it('of which nothing is left to see is left out, and the text goes alone', async () => {
    const sent = await send('<img src="https://example.org/open.gif" width="1" height="1">');
    expect(sent.body).toMatchObject({ status: 'sent', removed_categories: ['remote_image'] });
    const { item, raw } = await kept(sent.body.message_id);
    expect(item?.html).toBeNull();
    expect(raw).toMatch(/^Content-Type: text\/plain/m);
  });

  it('is scanned too, not the text alone', async () => {
    const sent = await send('<p>The card is 4111 1111 1111 1111, valid until May.</p>');
    expect(sent.body).toMatchObject({ status: 'quarantined' });
    expect(JSON.stringify(sent.body)).toContain('credit_card');
  });

  it('is refused after the recipient rules and before the deliverability of the address', async () => {
    await service.call(tenant.admin, api.addSuppression, { email: 'gone@example.org' });
    const active = '<script></script>';
    const suppressed = await send(active, { to: 'gone@example.org' });
    expect(suppressed.body.code).toBe('RECIPIENT_SUPPRESSED');
    const nowhere = await send(active, { to: 'x@example.invalid' });
    expect(nowhere.body.code).toBe('OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED');
  });

  it('goes with replies as with sends', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello.',
    });
    await service.drain();
    const { message } = await service.must(agent, api.waitForMessage, { id: 'helper', timeout: 5 });
    const refused = await service.call(agent, api.reply, {
      id: message?.id ?? '',
      body: 'Hi',
      html: '<p onclick=x>Hi</p>',
    });
    expect(refused.body.code).toBe('OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED');
    const sent = await service.call(agent, api.reply, {
      id: message?.id ?? '',
      body: 'Hi',
      html: '<p class="x">Hi</p>',
    });
    expect(sent.body).toMatchObject({ status: 'sent', html_sanitized: true });
    expect((await kept(sent.body.message_id)).item?.html).toBe('<p>Hi</p>');
  });
});
