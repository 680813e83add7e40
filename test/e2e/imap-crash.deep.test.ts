import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { type Dovecot, dovecotIsInstalled, startDovecot } from '../support/dovecot.ts';
import { numberedLetter, readingMailbox } from '../support/mail-folder.ts';
import { MailSink } from '../support/mail-sink.ts';
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
    const mailbox = await readingMailbox({ ...daemon, operator: daemon.operatorToken }, dovecot);
    for (let round = 0; round < KILLS; round++) {
      for (let number = 0; number < MESSAGES / KILLS; number++) {
        dovecot.deliver('Agents', numberedLetter((round * MESSAGES) / KILLS + number));
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

  it('moves each original of a connected mailbox, and takes none twice', async () => {
    const tls = { ...(await (await testAuthority()).issue('127.0.0.1')), immediate: true };
    const login = { user: dovecot.username, pass: dovecot.password };
    const smtp = await MailSink.start({ tls, login });
    let daemon = await startDaemon();
    const { home } = daemon;
    await daemon.must(daemon.operatorToken, api.updateSettings, { 'self_hosted.allow_private_hosts': true });
    for (const folder of ['Inbox-2', 'Done']) dovecot.makeFolder(folder);
    const server = (port: number) => ({
      host: '127.0.0.1',
      port,
      security: 'tls' as const,
      username: login.user,
      password: login.pass,
    });
    const { id: mailbox } = await daemon.must(daemon.admin, api.createMailbox, {
      name: 'agent',
      connection: {
        address: dovecot.username,
        imap: server(dovecot.port),
        smtp: server(smtp.port),
        folder: 'Inbox-2',
        after: 'move',
        move_to: 'Done',
      },
    });
    for (let round = 0; round < KILLS; round++) {
      const first = (round * MESSAGES) / KILLS;
      for (let number = 0; number < MESSAGES / KILLS; number++) {
        dovecot.deliver('Inbox-2', numberedLetter(first + number));
      }
      await atLeast(daemon, mailbox, first + 1 + round);
      await killDaemon(daemon);
      daemon = await startDaemon({ home });
    }
    await atLeast(daemon, mailbox, MESSAGES);
    const all = Array.from({ length: MESSAGES }, (_, n) => `Number ${n}`);
    await expect.poll(() => dovecot.list('Done')).toEqual(all);
    expect(dovecot.list('Inbox-2')).toEqual([]);
    await daemon.drain();
    expect(await subjects(daemon, mailbox)).toEqual(all);
    await killDaemon(daemon);
    await smtp.die();
  });
});

async function subjects({ admin, must }: CrashingDaemon, mailbox: string): Promise<(string | null)[]> {
  const { messages } = await must(admin, api.listMessages, { id: mailbox, limit: 200 });
  return messages.map(({ subject }) => subject).reverse();
}

async function atLeast(daemon: CrashingDaemon, mailbox: string, count: number): Promise<void> {
  await expect
    .poll(async () => (await subjects(daemon, mailbox)).length, { interval: 5 })
    .toBeGreaterThanOrEqual(count);
}
