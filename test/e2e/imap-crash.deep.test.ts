import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAuthority } from '../support/certificates.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { type Dovecot, dovecotIsInstalled, startDovecot } from '../support/dovecot.ts';
import { needsPrograms } from '../support/needs.ts';

const MESSAGES = 10;
const KILLS = 2;

const dovecotNeeded = needsPrograms({ dovecot: dovecotIsInstalled() });

describe('a daemon that is killed while it reads a mail folder', dovecotNeeded, () => {
  const authorities = join(tmpdir(), `agentmail-authority-${process.pid}.pem`);
  let dovecot: Dovecot;

  beforeAll(async () => {
    writeFileSync(authorities, (await testAuthority()).certificate);
    process.env.NODE_EXTRA_CA_CERTS = authorities;
    dovecot = await startDovecot();
  });
  afterAll(async () => {
    delete process.env.NODE_EXTRA_CA_CERTS;
    rmSync(authorities);
    await dovecot.remove();
  });

  it('brings each message once and in its order', async () => {
    let daemon = await startDaemon();
    const { home } = daemon;
    const mailbox = await readingMailbox(daemon, dovecot);
    for (let round = 0; round < KILLS; round++) {
      for (let number = 0; number < MESSAGES / KILLS; number++) {
        dovecot.deliver('Agents', letter((round * MESSAGES) / KILLS + number));
      }
      // Somewhere among the messages of this round.
      await atLeast(daemon, mailbox, (round * MESSAGES) / KILLS + 1 + round);
      await killDaemon(daemon);
      daemon = await startDaemon({ home });
    }
    await atLeast(daemon, mailbox, MESSAGES);
    await daemon.drain();
    expect(await subjects(daemon, mailbox)).toEqual(
      Array.from({ length: MESSAGES }, (_, n) => `Number ${n}`),
    );
    await killDaemon(daemon);
  });
});

/** A mailbox that reads the folder, of a domain that the owner vouches for. */
async function readingMailbox(daemon: CrashingDaemon, dovecot: Dovecot): Promise<string> {
  const { admin, call, operatorToken } = daemon;
  const settings = { 'self_hosted.allow_private_hosts': true };
  await call(operatorToken, 'PATCH', '/operator/v1/settings', settings);
  const server = { host: '127.0.0.1', port: dovecot.port, security: 'tls' };
  const login = { username: dovecot.username, password: dovecot.password };
  const added = await call(admin, 'POST', '/v1/domains', {
    domain: 'own.example',
    transport_mode: 'self_hosted',
    self_hosted_config: {
      network_mode: 'public',
      smtp: { ...server, ...login },
      imap: { ...server, ...login },
    },
  });
  const { id } = added.body as { id?: string };
  await call(operatorToken, 'PATCH', `/operator/v1/domains/${id}`, { verified: true });
  dovecot.makeFolder('Agents');
  const made = await call(admin, 'POST', '/v1/mailboxes', {
    name: 'sales',
    domain_id: id,
    self_hosted_imap_folder: 'Agents',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return (made.body as { id: string }).id;
}

function letter(number: number): string {
  return [
    'From: Ann <ann@there.example>',
    'To: sales@own.example',
    `Subject: Number ${number}`,
    // Some programs name their messages, and some do not.
    ...(number % 2 === 0 ? [`Message-ID: <${number}@there.example>`] : []),
    '',
    'Hello.',
    '',
  ].join('\r\n');
}

async function subjects({ admin, get }: CrashingDaemon, mailbox: string): Promise<string[]> {
  const path = `/v1/mailboxes/${mailbox}/messages?limit=200`;
  const { messages } = await get<{ messages: { subject: string }[] }>(admin, path);
  return messages.map(({ subject }) => subject).reverse();
}

async function atLeast(daemon: CrashingDaemon, mailbox: string, count: number): Promise<void> {
  await expect
    .poll(async () => (await subjects(daemon, mailbox)).length, { interval: 5 })
    .toBeGreaterThanOrEqual(count);
}
