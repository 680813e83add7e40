import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession, type Person } from '../../support/people.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

const HOSTILE = [
  '<html><head><style>@import url(https://tracker.example/a.css);</style></head>',
  '<body onload="steal()"><h1 style="color:#336699">Offer</h1>',
  '<script>steal()</script><img src="https://tracker.example/open.gif" alt="A pixel">',
  '<p>See <a href="https://shop.example/offer" onclick="steal()">the offer</a>',
  ' or <a href="javascript:steal()">this</a>.</p><form action="https://evil.example"><input name="pin"></form>',
  '</body></html>',
].join('');

describe('HTML that a person reads', () => {
  const service = sharedService();
  let tenant: Tenant;
  let person: Person;

  beforeAll(async () => {
    tenant = await createTenant(service);
    person = await openSession(service, tenant.accountId);
  });

  /** Receives a letter and answers its id. */
  const receive = async (type: string, content: string): Promise<string> => {
    const raw = [
      'From: shop@example.org',
      `To: ${tenant.mailbox.address}`,
      'Subject: Offer',
      `Content-Type: ${type}; charset=utf-8`,
      '',
      content,
    ].join('\r\n');
    await service.deliver({ from: 'shop@example.org', to: tenant.mailbox.address, raw });
    await service.drain();
    const { messages } = (await service.call(tenant.admin, api.listMessages, { id: 'helper', limit: 1 }))
      .body;
    return messages[0]?.id ?? '';
  };
  const read = async (id: string) =>
    (await person.call(api.getMessage, { id, body_format: 'html' })).body.body;

  it('shows the letter without anything that runs, loads or asks, and with links that can be followed', async () => {
    const body = await read(await receive('text/html', HOSTILE));
    expect(body).toMatchObject({ format: 'html', truncated: false });
    expect(body.content).toBe(
      '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>' +
        '<h1 style="color:#336699">Offer</h1>A pixel<p>See ' +
        '<a href="https://shop.example/offer" target="_blank" rel="noopener noreferrer nofollow">the offer</a>' +
        ' or <a>this</a>.</p></body></html>',
    );
    expect(body.char_count).toBe(body.content?.length);
  });

  it('is the text where there is no HTML, or where it cannot be taken apart', async () => {
    expect(await read(await receive('text/plain', 'Only text.'))).toMatchObject({
      format: 'text',
      content: expect.stringContaining('Only text.'),
    });
    const deep = `<p>Very deep.</p>${'<div>'.repeat(2000)}`;
    expect(await read(await receive('text/html', deep))).toMatchObject({
      format: 'text',
      content: expect.stringContaining('Very deep.'),
    });
  });

  it('is the redacted text where the mailbox hides personal data', async () => {
    const id = await receive('text/html', '<p>The card of Ann is 4111 1111 1111 1111.</p>');
    await service.call(tenant.admin, api.updateMailbox, { id: 'helper', pii_mode: 'redacted' });
    const body = await read(id);
    expect(body.format).toBe('text');
    expect(body.content).toContain('<CREDIT_CARD>');
    expect(body.content).not.toContain('4111');
    await service.call(tenant.admin, api.updateMailbox, { id: 'helper', pii_mode: 'passthrough' });
  });

  it('is refused to keys', async () => {
    const id = await receive('text/html', '<p>Hi</p>');
    const refused = await service.call(tenant.admin, api.getMessage, { id, body_format: 'html' });
    expect(refused.body.code).toBe('BODY_FORMAT_HTML_SESSION_ONLY');
  });
});
