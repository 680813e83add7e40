import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHeaders } from '../../../daemon/content/mime/headers.ts';
import { acceptMail, type Envelope } from '../../../daemon/mail/inbound/accept.ts';
import { admitMail } from '../../../daemon/mail/inbound/admission.ts';
import * as api from '../../support/api.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createMailbox, createTenant, type Service, sharedService } from '../../support/service.ts';

const LARGE = Buffer.from(
  `From: Ann <ann@sender.example>\r\nSubject: Large\r\n\r\n${'A line.\r\n'.repeat(12_000)}`,
);

/** A message whose bytes are in files already, as the thread that speaks SMTP hands it over. */
async function acceptFiles(service: Service, ...recipients: string[]): Promise<string[]> {
  const { context } = service.daemon;
  const envelope: Envelope = {
    peer: { via: 'smtp', address: '198.51.100.7', helo: 'sender.example' },
    mailFrom: 'ann@sender.example',
    recipients,
  };
  const admission = await admitMail(context, { ...envelope, bytes: LARGE.length });
  const blobs = await context.store.blobs.prepareCopies(LARGE, admission.copies.length);
  return acceptMail(context, { envelope, content: { admission, blobs }, headers: readHeaders(LARGE) });
}

const filesOf = (service: Service) => readdirSync(join(service.home, 'blobs'));

describe('a message whose bytes were written before it is accepted', needsSqlite, () => {
  const service = sharedService();

  test('has a file for each of its recipients', async () => {
    const { admin, mailbox } = await createTenant(service);
    const other = await createMailbox(service, admin, 'other');
    const before = filesOf(service).length;
    const ids = await acceptFiles(service, mailbox.address, other.address);
    await service.drain();
    expect(filesOf(service)).toHaveLength(before + 2);
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      const { body } = await service.call(admin, api.getMessage, { id });
      expect(body).toMatchObject({
        subject: 'Large',
        state: 'available',
        body: { char_count: 12_000 * 8 - 1 },
      });
    }
  });

  test('leaves no file when one of its recipients takes no mail any more', async () => {
    const { admin, mailbox } = await createTenant(service, { email: 'other@example.com' });
    const before = filesOf(service);
    await expect(
      acceptFiles(service, mailbox.address, 'nobody-of-that-name@agentmail.localhost'),
    ).rejects.toThrow('no longer accepts mail (unknown)');
    expect(filesOf(service)).toEqual(before);
    const { body } = await service.call(admin, api.listMessages, { id: mailbox.id });
    expect(body.messages).toEqual([]);
  });

  test('shows its beginning to the owner of the daemon where it is for the postmaster', async () => {
    await acceptFiles(service, 'postmaster@agentmail.localhost');
    const { body } = await service.operator(api.listOutbox, { purpose: 'postmaster' });
    expect(body.items).toHaveLength(1);
    expect(body.items[0]?.text === LARGE.toString().slice(0, 100_000)).toBe(true);
  });
});

describe('a message to several subaddresses of a mailbox', () => {
  const service = sharedService();

  test.each([
    ['small', 200],
    ['large', 200_000],
  ])('is stored once when it is %s, with the addresses that it was sent to', async (_, bytes) => {
    const { admin, mailbox } = await createTenant(service, { email: `${bytes}@example.com` });
    const other = await createMailbox(service, admin, `other-${bytes}`);
    const tagged = (tag: string) => mailbox.address.replace('@', `+${tag}@`);
    const to = [
      tagged('shop'),
      mailbox.address.toUpperCase(),
      other.address,
      ...['bank', 'news'].map(tagged),
    ];
    await service.deliver({
      from: 'ann@sender.example',
      to,
      raw: `From: Ann <ann@sender.example>\r\nSubject: Once\r\n\r\n${'A line.\r\n'.repeat(bytes / 9)}`,
    });
    await service.drain();
    const [mine, others] = await Promise.all(
      [mailbox.id, other.id].map(async (id) => (await service.call(admin, api.listMessages, { id })).body),
    );
    expect(mine?.messages).toHaveLength(1);
    expect(mine?.messages[0]).toMatchObject({
      recipient: tagged('shop'),
      subaddress_instance_id: 'shop',
      delivered_to: [tagged('shop'), mailbox.address, tagged('bank'), tagged('news')],
    });
    expect(others?.messages).toHaveLength(1);
    expect(others?.messages[0]?.delivered_to).toEqual([other.address]);
    const { body: usage } = await service.call(admin, api.getUsage);
    expect(usage.storage.used_bytes).toBeLessThan(2.5 * bytes + 2000);
  });
});
