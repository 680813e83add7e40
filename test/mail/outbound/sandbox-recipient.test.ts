import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { codeOf, createTenant, sharedService, type Tenant } from '../../support/service.ts';
import { signed } from '../../support/signed-mail.ts';

/**
 * A trial account answers mail whose sender is authentic. Senders choose Message-IDs, so that one may occur
 * twice.
 */

const dns = new ScriptedDns();
const service = sharedService({ overrides: { dns } });
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'sandbox' });
});

interface Letter {
  readonly messageId: string;
  readonly isSigned: boolean;
  readonly from?: string;
  readonly text?: string;
}

async function arrive({
  messageId,
  isSigned,
  from = 'ann@sender.example',
  text = 'Good morning.',
}: Letter): Promise<string> {
  const head = [
    `From: Ann <${from}>`,
    `To: ${tenant.mailbox.address}`,
    `Message-ID: <${messageId}@sender.example>`,
  ];
  const letter = Buffer.from([...head, 'Subject: Hello', '', text, ''].join('\r\n'));
  const raw = isSigned ? await signed(dns, letter, 'sender.example') : letter;
  const answer = await service.deliver({ from, to: tenant.mailbox.address, raw });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

const reply = (id: string) => service.call(tenant.admin, api.reply, { id, body: 'Good morning.' });

const REFUSED = [403, 'SANDBOX_RECIPIENT_NOT_VERIFIED'];

describe('a reply of a trial account', () => {
  it('goes to a sender who is authentic, and to no other', async () => {
    expect((await reply(await arrive({ messageId: 'one', isSigned: true }))).status).toBe(200);
    expect(codeOf(await reply(await arrive({ messageId: 'two', isSigned: false })))).toEqual(REFUSED);
  });

  it('goes nowhere while a forged message carries the Message-ID of the authentic one', async () => {
    const authentic = await arrive({ messageId: 'three', isSigned: true });
    const forged = await arrive({ messageId: 'three', isSigned: false });
    expect(codeOf(await reply(authentic))).toEqual(REFUSED);
    expect(codeOf(await reply(forged))).toEqual(REFUSED);
  });

  it('is not judged by a forged message that the scan blocked', async () => {
    await service.operator(api.updateSettings, { 'scanning.blocked_urls': ['malware.example.net'] });
    const authentic = await arrive({ messageId: 'five', isSigned: true });
    const text = 'Please log in at http://malware.example.net/x now.';
    const forged = await arrive({ messageId: 'five', isSigned: false, text });
    expect((await service.call(tenant.admin, api.getMessage, { id: forged })).body.state).toBe('blocked');
    expect((await reply(authentic)).status).toBe(200);
  });

  it('is judged by messages of the recipient, whoever else uses their Message-ID', async () => {
    const stranger = await arrive({ messageId: 'four', isSigned: false, from: 'bob@unknown.example' });
    const authentic = await arrive({ messageId: 'four', isSigned: true });
    expect(codeOf(await reply(stranger))).toEqual(REFUSED);
    expect((await reply(authentic)).status).toBe(200);
  });
});
