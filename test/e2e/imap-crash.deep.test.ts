import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { type Dovecot, dovecotIsInstalled, startDovecot } from '../support/dovecot.ts';
import { numberedLetter, readingMailbox } from '../support/mail-folder.ts';
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
