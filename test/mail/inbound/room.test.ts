import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MB } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createPerson, signIn } from '../../support/people.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  type Service,
  sharedService,
  splitHostPort,
} from '../../support/service.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { allowFiles, postFile } from '../../support/uploads.ts';

const smtp = (service: Service) => SmtpClient.greeted(splitHostPort(service.daemon.runtime.smtp)[1]);

const large = (bytes: number) => `Subject: Large\r\n\r\n${'A line.\r\n'.repeat(bytes / 9)}`;

describe('the storage of an account', () => {
  const service = sharedService();

  test('is asked at RCPT for every mailbox of the same transaction, and once for its subaddresses', async () => {
    const { admin, accountId, mailbox } = await createTenant(service);
    const other = await createMailbox(service, admin, 'other');
    await service.operator(api.operatorUpdateAccount, { id: accountId, storage_limit_bytes: 7 * MB });
    const client = await smtp(service);
    for (const again of ['first', 'second', 'third']) {
      expect(await client.command(`MAIL FROM:<ann@there.example> SIZE=${5 * MB}`), again).toMatch(/^250/);
      for (const address of [mailbox.address, mailbox.address.replace('@', '+tag@')])
        expect(await client.command(`RCPT TO:<${address}>`)).toMatch(/^250/);
      expect(await client.command(`RCPT TO:<${other.address}>`)).toMatch(/^452 4\.2\.2 /);
      expect(await client.command('RSET')).toMatch(/^250/);
    }
    await client.command('QUIT');
  });

  test('is asked before a message is written to disk', needsSqlite, async () => {
    const { accountId, mailbox } = await createTenant(service, {
      email: 'small@example.com',
      mailbox: 'small',
    });
    await service.operator(api.operatorUpdateAccount, { id: accountId, storage_limit_bytes: 1 * MB });
    const folder = () => statSync(join(service.home, 'blobs')).mtimeMs;
    const before = folder();
    const client = await smtp(service);
    for (const _ of [1, 2, 3])
      expect(await client.deliver(large(1.5 * MB), mailbox.address)).toMatch(/^452 4\.2\.2 /);
    expect(folder()).toBe(before);
    expect(await client.deliver(large(0.5 * MB), mailbox.address)).toMatch(/^250 /);
    expect(folder()).not.toBe(before);
    await client.command('QUIT');
  });
});

describe('with less free space than storage.reserve', () => {
  const service = sharedService();
  const keepFree = (bytes: number | null) =>
    service.operator(api.updateSettings, { 'storage.reserve': bytes });
  const EVERYTHING = Number.MAX_SAFE_INTEGER;

  test('mail and sends are refused for now, and accepted again afterwards', async () => {
    const tenant = await createTenant(service, { tier: 'pro' });
    const { admin, mailbox } = tenant;
    await allowFiles(service, tenant);
    const client = await smtp(service);
    const send = () =>
      service.call(admin, api.send, {
        from_mailbox: mailbox.id,
        to: 'ann@there.example',
        subject: 'Hello',
        body: 'Hello Ann.',
      });
    for (const _ of [1, 2, 3]) {
      await keepFree(EVERYTHING);
      await client.command('MAIL FROM:<ann@there.example>');
      expect(await client.command(`RCPT TO:<${mailbox.address}>`)).toMatch(/^452 4\.3\.1 /);
      await client.command('RSET');
      const refusals = [
        await send(),
        await service.call(admin, api.createDraft, {
          mailbox_id: mailbox.id,
          to: 'ann@there.example',
          subject: 'Hello',
          body: 'Hello.',
        }),
        await postFile(service, admin, { mailbox }),
        await service.call(admin, api.simulateInbound, { mailbox_id: mailbox.id, scenario: 'clean' }),
      ];
      for (const { status, body, headers } of refusals) {
        expect([status, body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
        expect(headers.get('retry-after')).toBe('60');
      }
      await keepFree(null);
      expect(await client.deliver(large(100_000), mailbox.address)).toMatch(/^250 /);
      expect((await send()).status).toBe(200);
    }
    await client.command('QUIT');
  });

  test('people sign in, decide, delete and export', async () => {
    const person = await createPerson(service);
    const mailbox = await createMailbox(service, person.admin, 'held');
    await service.must(person.admin, api.updateMailbox, { id: mailbox.id, hitl_mode: 'all_outbound' });
    const agent = await createAgent(service, person.admin, mailbox.id);
    const held: string[] = [];
    for (const subject of ['One', 'Two', 'Three']) {
      const { message_id } = await service.must(agent, api.send, {
        from_mailbox: mailbox.id,
        to: 'ann@there.example',
        subject,
        body: 'Hello Ann.',
      });
      held.push(message_id);
    }
    await keepFree(EVERYTHING);
    const [one = '', two = '', three = ''] = held;
    const session = await signIn(service);
    expect(await service.must(person.admin, api.approveMessage, { id: one })).toMatchObject({
      status: 'sent',
    });
    expect(await service.must(person.admin, api.denyMessage, { id: two })).toMatchObject({
      status: 'denied',
    });
    expect(await service.must(person.admin, api.denyMessage, { id: three })).toMatchObject({
      status: 'denied',
    });
    expect(await service.must(person.admin, api.deleteMessage, { id: one })).toMatchObject({
      status: 'deleted',
    });
    expect((await session.call(api.exportAccount)).status).toBe(200);
    await keepFree(null);
  });
});
