import { createTransport } from 'nodemailer';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHeaders } from '../../../daemon/content/mime/headers.ts';
import { acceptMail } from '../../../daemon/mail/inbound/accept.ts';
import { returnPath } from '../../../daemon/network/domains/return-path.ts';
import * as api from '../../support/api.ts';
import { deliveryStatus } from '../../support/reports.ts';
import {
  createMailbox,
  createTenant,
  type Service,
  sharedService,
  splitHostPort,
} from '../../support/service.ts';

const KB = 1000;
const MB = 1000 * KB;
/** The least that can be set; one address may use a tenth of it. */
const BUDGET = 1 * MB;
const DOMAIN = 'agentmail.localhost';

describe('mail that belongs to no account', () => {
  const service = sharedService();
  beforeAll(async () => {
    await service.operator(api.updateSettings, { 'postmaster.storage_limit_bytes': BUDGET });
  });
  beforeEach(async () => {
    await service.drain();
    await service.operator(api.emptyOutbox);
    expect(await used(service)).toBe(0);
  });

  it('is refused beyond the share of one address, whatever the recipient is, and accepted from another', async () => {
    for (const to of ['postmaster', 'abuse', 'complaints', 'postmaster+tag', 'abuse', 'complaints']) {
      await send(service, { to: `${to}@${DOMAIN}`, bytes: 8 * KB });
    }
    await expect(send(service, { to: `abuse@${DOMAIN}`, bytes: 8 * KB })).rejects.toThrow(/^.*452 4\.2\.2/);
    expect(await used(service)).toBeGreaterThan(90 * KB);
    expect(await used(service)).toBeLessThanOrEqual(BUDGET / 10);
    await service.drain();
    expect(await used(service)).toBeGreaterThan(90 * KB);
    await send(service, { to: `postmaster@${DOMAIN}`, bytes: 8 * KB, address: '127.0.0.2' });
  });

  it('is refused beyond the share of an IPv6 /64', async () => {
    const raw = Buffer.from(`From: ann@there.example\r\nSubject: Hello\r\n\r\n${'x'.repeat(40 * KB)}\r\n`);
    const arrive = (address: string) => {
      const peer = { via: 'smtp' as const, address, helo: 'mail.example' };
      const envelope = { peer, mailFrom: 'ann@there.example', recipients: [`postmaster@${DOMAIN}`] };
      return acceptMail(service.daemon.context, { envelope, content: raw, headers: readHeaders(raw) });
    };
    await arrive('2001:db8:0:1::1');
    await expect(arrive('2001:db8:0:1:ffff::2')).rejects.toThrow();
    await arrive('2001:db8:0:2::1');
  });

  it('is refused at RCPT when its announced size does not fit, and for good when it never will', async () => {
    const offer = (size: number, to = 'postmaster') =>
      send(service, { to: `${to}@${DOMAIN}`, bytes: 10, announced: size });
    for (const to of ['postmaster', 'complaints']) {
      await expect(offer(60 * KB, to)).rejects.toMatchObject({ command: 'RCPT TO', responseCode: 552 });
    }
    await send(service, { to: `postmaster@${DOMAIN}`, bytes: 40 * KB });
    await expect(offer(40 * KB)).rejects.toMatchObject({ command: 'RCPT TO', responseCode: 452 });
    await offer(5 * KB);
  });

  it('counts at least a page of the database for each message', async () => {
    for (let n = 1; n <= 3; n++) await send(service, { to: `postmaster@${DOMAIN}`, bytes: 72 });
    expect(await used(service)).toBe(3 * 4096);
  });

  it('does not exceed the budget when many sessions bring it at the same time', {
    tags: 'race',
  }, async () => {
    // Their shares together are more than the budget.
    const addresses = Array.from({ length: 14 }, (_, index) => `127.0.1.${index + 1}`);
    const outcomes = await Promise.allSettled(
      addresses.flatMap((address) =>
        [1, 2, 3].map(() => send(service, { to: `postmaster@${DOMAIN}`, bytes: 45 * KB, address })),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.every(({ responseCode }) => responseCode === 452)).toBe(true);
    expect(outcomes.length - refused.length).toBeGreaterThan(8);
    expect(await used(service)).toBeLessThanOrEqual(BUDGET);
    expect(await kept(service)).toBe(outcomes.length - refused.length);
  });

  it('counts reports until they are read, and frees their room then', async () => {
    const tenant = await createTenant(service);
    const { body } = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'ann@there.example',
      subject: 'Hello',
      body: 'A line.',
    });
    const to = returnPath(
      service.daemon.context.secrets,
      { messageId: body.message_id, recipient: null },
      DOMAIN,
    );
    const bounce = `${deliveryStatus(['Action: failed', 'Status: 5.2.2'])}${'x'.repeat(40 * KB)}\r\n`;
    await Promise.allSettled(Array.from({ length: 6 }, () => service.deliver({ from: '', to, raw: bounce })));
    await service.drain();
    expect(await used(service)).toBe(0);
    const tooMuch = `${bounce}${'x'.repeat(40 * KB)}\r\n`;
    await expect(service.deliver({ from: '', to, raw: tooMuch })).rejects.toThrow('552 5.3.4');
  });

  it('is freed when it is old enough to be deleted', async () => {
    await send(service, { to: `postmaster@${DOMAIN}`, bytes: 40 * KB });
    await expect(send(service, { to: `postmaster@${DOMAIN}`, bytes: 40 * KB })).rejects.toThrow('452 4.2.2');
    await service.operator(api.advanceClock, { seconds: 32 * 24 * 3600 });
    expect(await used(service)).toBe(0);
    await send(service, { to: `postmaster@${DOMAIN}`, bytes: 40 * KB });
  });
});

describe('the quota of an account', () => {
  const service = sharedService();

  it('is not exceeded by large messages that arrive at the same time, to one recipient or to many', {
    tags: 'race',
  }, async () => {
    const { admin, accountId, mailbox } = await createTenant(service);
    const other = await createMailbox(service, admin, 'other');
    const limit = 2 * MB;
    await service.operator(api.operatorUpdateAccount, { id: accountId, storage_limit_bytes: limit });
    const to = [mailbox.address, other.address, mailbox.address.replace('@', '+tag@')];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => send(service, { to, bytes: 200 * KB, announced: 0 })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.every(({ reason }) => reason.responseCode === 452)).toBe(true);
    // Each takes 200 KB twice: two of the three addresses are of one mailbox.
    expect(outcomes.length - refused.length).toBe(5);
    await service.drain();
    const { body } = await service.call(admin, api.getUsage);
    expect(body.storage.used_bytes).toBeLessThanOrEqual(limit);
  });
});

interface Mail {
  readonly to: string | string[];
  readonly bytes: number;
  /** Address that the session comes from. */
  readonly address?: string;
  /** SIZE of MAIL, where it differs; 0 for none. */
  readonly announced?: number;
}

async function send(service: Service, { to, bytes, address = '127.0.0.1', announced }: Mail): Promise<void> {
  const [host, port] = splitHostPort(service.daemon.runtime.smtp);
  const transport = createTransport({ host, port, localAddress: address, ignoreTLS: true });
  const header = 'From: ann@there.example\r\nSubject: Hello\r\n\r\n';
  const size = announced === undefined ? {} : { size: announced };
  try {
    await transport.sendMail({
      envelope: { from: 'ann@there.example', to, ...size },
      raw: `${header}${'x'
        .repeat(70)
        .concat('\r\n')
        .repeat(bytes / 72)}`,
    });
  } finally {
    transport.close();
  }
}

const used = async (service: Service) => {
  const { body } = await service.operator(api.getStatus);
  return body.postmaster_bytes;
};

const kept = async (service: Service) =>
  (await service.operator(api.listOutbox, { purpose: 'postmaster', limit: 500 })).body.items.length;
