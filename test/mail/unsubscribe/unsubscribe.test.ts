import { describe, expect, it } from 'vitest';
import type { Config } from '../../../daemon/platform/settings/config.ts';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

const send = (service: Service, tenant: Tenant, to = 'Bob.Example@there.example') =>
  service.call(tenant.admin, api.send, { from_mailbox: 'helper', to, subject: 'Hello', body: 'A line.' });

/** The mail that was kept, and the link that it carries. */
async function keptLink(service: Service): Promise<{ raw: string; link: string | undefined }> {
  const { items } = (await service.operator(api.listOutbox)).body;
  const raw = String((await service.operator(api.getOutboxRaw, { id: items[0]?.id ?? '' })).body);
  return { raw, link: /^List-Unsubscribe: <([^>]+)>\r$/m.exec(raw)?.[1] };
}

const suppressions = async (service: Service, tenant: Tenant) =>
  (await service.call(tenant.admin, api.listSuppressions)).body.suppressions;

describe('unsubscribing', () => {
  it('takes one click of a mail program, and repeating it is harmless', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await send(service, tenant);
    const { raw, link = '' } = await keptLink(service);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(link).not.toContain('there.example');
    for (const _ of [1, 2]) {
      const answer = await fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('unsubscribed')]);
    }
    expect(await suppressions(service, tenant)).toMatchObject([
      {
        email: 'bob.example@there.example',
        reason: 'unsubscribe',
        source: 'unsubscribe_link',
        added_by_actor_type: 'system',
      },
    ]);
    const events = await service.daemon.context.store.read
      .selectFrom('events')
      .select('type')
      .where('type', '=', 'recipient_blocklist.added')
      .execute();
    expect(events).toHaveLength(1);
    expect((await send(service, tenant)).body.code).toBe('RECIPIENT_SUPPRESSED');
  });

  it('shows people a page first, which changes nothing, and still works for a deleted message', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    const { message_id: id } = (await send(service, tenant)).body;
    const { link = '' } = await keptLink(service);
    await service.call(tenant.admin, api.deleteMessage, { id });
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Stop email</button>')]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await suppressions(service, tenant)).toEqual([]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await (await fetch(link)).text()).not.toContain('<button');
  });

  it('knows no link that was changed, made up, or of an account that is gone', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await send(service, tenant);
    const { link = '' } = await keptLink(service);
    const at = link.lastIndexOf('/') + 1;
    const changed = link.slice(0, at + 30) + (link[at + 30] === 'A' ? 'B' : 'A') + link.slice(at + 31);
    const made = [link.slice(0, -4), `${link.slice(0, at)}AAAA`, `${link.slice(0, at)}%00`];
    const otherSpellings = ['.', '=', '!junk', '%20', 'A'].map((more) => link + more);
    for (const wrong of [changed, ...made, ...otherSpellings]) {
      for (const method of ['GET', 'POST']) {
        expect([wrong, (await fetch(wrong, { method })).status]).toEqual([wrong, 404]);
      }
    }
    expect(await suppressions(service, tenant)).toEqual([]);
    await service.call(tenant.admin, api.deleteAccount, { confirm_email: 'owner@example.com' });
    expect((await fetch(link, { method: 'POST' })).status).toBe(404);
  });

  it('is offered in mail that leaves only where recipients can reach the page', async () => {
    const relay = await scriptedMailServer((peer) => takeEverything(peer));
    const config: Partial<Config> = {
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
    };
    const inside = await startService({ config });
    await send(inside, await createTenant(inside));
    expect(relay.peers[0]?.heard).toContain('Subject: Hello');
    expect(relay.peers[0]?.heard).not.toContain('List-Unsubscribe');
    const outside = await startService({ config: { ...config, publicBase: 'https://mail.example.com' } });
    await send(outside, await createTenant(outside));
    expect(relay.peers[1]?.heard).toContain('List-Unsubscribe: <https://mail.example.com/unsubscribe/');
  });
});
