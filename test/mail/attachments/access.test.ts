import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { pdf } from '../../support/documents.ts';
import { createAgent, createMailbox, sharedService, type Tenant } from '../../support/service.ts';
import { type File, receive, tenantWith } from './support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RAW = 'raw_download_selected_types';
const ALL = ['pdf', 'text', 'csv', 'image'] as const;

interface Link {
  readonly url: string;
  readonly expires_at: string;
  readonly content_type: string;
  readonly filename: string;
  readonly size: number;
  readonly av_verdict: string;
}

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await tenantWith(service, RAW, { families: ALL, images: true });
});

const path = (id: string, index = 0) => `/v1/messages/${id}/attachments/${index}`;
const link = (key: string, id: string, index = 0) => service.request<Link>(key, `GET ${path(id, index)}`);

async function download(url: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const response = await fetch(url);
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
}

const change = (
  columns: Record<string, unknown>,
  table: 'accounts' | 'mailboxes' | 'messages' | 'attachments',
) => service.daemon.context.store.write('none', ({ db }) => db.updateTable(table).set(columns).execute());

describe('the bytes of an attachment', () => {
  it.each([
    ['paper.pdf', pdf(['Hello']), 'application/pdf'],
    ['notes.txt', Buffer.from('Milk\r\nand bread\n'), 'text/plain'],
    ['table.csv', Buffer.from('a,b\n1,2\n'), 'text/csv'],
    ['photo.png', PNG, 'image/png'],
  ])(
    'of %s come from a link that needs no credential, exactly as they were sent',
    async (name, content, type) => {
      const { id } = await receive(service, tenant, { filename: name, content });
      const reply = await link(tenant.admin, id);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        content_type: type,
        filename: name,
        size: content.length,
        av_verdict: 'skipped',
      });
      const got = await download(reply.body.url);
      expect([got.status, got.bytes.equals(content)]).toEqual([200, true]);
      expect(Object.fromEntries(got.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    },
  );

  it('come at once when the caller accepts nothing else', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    const accept = { accept: 'application/octet-stream' };
    const reply = await service.request<string>(tenant.admin, `GET ${path(id)}`, { headers: accept });
    expect([reply.status, reply.body]).toEqual([200, 'Hello.']);
    expect(reply.headers.get('content-disposition')).toContain('attachment');
  });

  it('have a name that is safe as that of a file', async () => {
    const filename = '../../etc/\u202egnp.\u{1f35e} "x".txt';
    const { id } = await receive(service, tenant, { filename, content: 'Hello.' });
    // Its scan holds such a name; a person let it through.
    await change({ state: 'available' }, 'messages');
    const got = await download((await link(tenant.admin, id)).body.url);
    const disposition = got.headers.get('content-disposition') ?? '';
    expect(disposition).toBe(
      `attachment; filename="_.._etc_gnp.__ _x_.txt"; filename*=UTF-8''_.._etc_gnp.%F0%9F%8D%9E%20_x_.txt`,
    );
  });

  it('are those of the part with that index', async () => {
    const files: File[] = [
      { filename: 'a.txt', content: 'first' },
      { filename: 'b.txt', content: 'second' },
    ];
    const { id } = await receive(service, tenant, ...files);
    const got = await download((await link(tenant.admin, id, 1)).body.url);
    expect(got.bytes.toString()).toBe('second');
    expect((await link(tenant.admin, id, 2)).status).toBe(404);
  });
});

describe('a link', () => {
  it('works in its one spelling only', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    const { body } = await link(tenant.admin, id);
    expect((await download(body.url)).status).toBe(200);
    for (const more of ['.', '=', 'A', '%20', '!junk']) {
      expect([more, (await download(body.url + more)).status]).toEqual([more, 404]);
    }
  });

  it('ends after five minutes', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    const { body } = await link(tenant.admin, id);
    expect(Date.parse(body.expires_at) - service.clock.now()).toBeLessThanOrEqual(300_000);
    service.clock.moveTo(Date.parse(body.expires_at) - 1000);
    expect((await download(body.url)).status).toBe(200);
    service.clock.moveTo(Date.parse(body.expires_at));
    expect((await download(body.url)).status).toBe(404);
  });

  it('that was changed or made up leads nowhere', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    const { url } = (await link(tenant.admin, id)).body;
    const changed = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');
    const cut = url.slice(0, -10);
    for (const wrong of [changed, cut, `${url}AAAA`, url.replace(/[^/]+$/, 'x')]) {
      expect((await download(wrong)).status).toBe(404);
    }
  });

  it('are read by a suspended account too', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    await change({ status: 'suspended' }, 'accounts');
    const reply = await link(tenant.admin, id);
    const { status } = await download(reply.body.url);
    await change({ status: 'active' }, 'accounts');
    expect([reply.status, status]).toEqual([200, 200]);
  });

  it('is no right of its own: what was allowed is asked again', async () => {
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    const { url } = (await link(tenant.admin, id)).body;
    await change({ attachment_exposure_mode: 'metadata_only' }, 'mailboxes');
    expect((await download(url)).status).toBe(403);
    await change({ attachment_exposure_mode: RAW }, 'mailboxes');
    expect((await download(url)).status).toBe(200);
    await service.call(tenant.admin, api.deleteMessage, { id });
    expect((await download(url)).status).toBe(404);
  });
});

describe('no bytes', () => {
  const refusal = async (key: string, id: string) => {
    const { status, body } = await link(key, id);
    return [status, body.code, body.details?.reason];
  };
  const text = { filename: 'a.txt', content: 'Hello.' };

  it('without the plan, the mode, the family, or the word about images', async () => {
    const { id } = await receive(service, tenant, text);
    const image = (await receive(service, tenant, { filename: 'a.png', content: PNG })).id;
    const refused = (reason: string) => [403, 'ATTACHMENT_ACCESS_INELIGIBLE', reason];
    await change({ tier: 'starter' }, 'accounts');
    expect(await refusal(tenant.admin, id)).toEqual(refused('plan'));
    await change({ tier: 'pro' }, 'accounts');
    await change({ attachment_exposure_mode: 'derived_content' }, 'mailboxes');
    expect(await refusal(tenant.admin, id)).toEqual(refused('mode'));
    await change({ attachment_exposure_mode: RAW, attachment_allowed_file_families: '["pdf"]' }, 'mailboxes');
    expect(await refusal(tenant.admin, id)).toEqual(refused('file_family'));
    await change(
      { attachment_allowed_file_families: JSON.stringify(ALL), image_risk_version: null },
      'mailboxes',
    );
    expect(await refusal(tenant.admin, image)).toEqual(refused('image_risk_not_accepted'));
    await change({ image_risk_version: 'v1' }, 'mailboxes');
    expect((await link(tenant.admin, image)).status).toBe(200);
  });

  it('of drawings, pages and programs, which are in no family', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    const { id } = await receive(service, tenant, { filename: 'a.svg', content: svg });
    expect(await refusal(tenant.admin, id)).toEqual([403, 'ATTACHMENT_ACCESS_INELIGIBLE', 'file_family']);
  });

  it('of malware, of what could not be scanned, and of messages that are held', async () => {
    const { id } = await receive(service, tenant, text);
    const refused = (reason: string) => [403, 'ATTACHMENT_ACCESS_INELIGIBLE', reason];
    for (const verdict of ['infected', 'error']) {
      await change({ av_verdict: verdict }, 'attachments');
      expect(await refusal(tenant.admin, id)).toEqual(refused('malware'));
    }
    await change({ av_verdict: 'clean' }, 'attachments');
    await change({ state: 'quarantined' }, 'messages');
    expect(await refusal(tenant.admin, id)).toEqual(refused('message_held'));
    await change({ state: 'available' }, 'messages');
    expect((await link(tenant.admin, id)).status).toBe(200);
  });

  it('for other mailboxes and accounts', async () => {
    const { id } = await receive(service, tenant, text);
    const other = await createMailbox(service, tenant.admin, 'other');
    const stranger = await createAgent(service, tenant.admin, other.id);
    expect((await link(stranger, id)).status).toBe(404);
    expect((await service.request(null, `GET ${path(id)}`)).status).toBe(401);
  });

  it('that differ from what was scanned', async () => {
    const { id } = await receive(service, tenant, text);
    await change({ hash: '0'.repeat(64) }, 'attachments');
    const accept = { accept: 'application/octet-stream' };
    const reply = await service.request(tenant.admin, `GET ${path(id)}`, { headers: accept });
    expect([reply.status, reply.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});

describe('who asked', () => {
  it('stands in the audit for the link and for the bytes', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const { id } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
    await download((await link(agent, id)).body.url);
    await service.drain();
    const rows = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'actor_type'])
      .where('target', '=', id)
      .where('kind', 'like', 'message.attachment%')
      .orderBy('kind')
      .execute();
    expect(rows).toEqual([
      { kind: 'message.attachment_content.read', actor_type: 'agent' },
      { kind: 'message.attachment_link.created', actor_type: 'agent' },
    ]);
  });
});
