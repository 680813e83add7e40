import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../proof/world/account.ts';
import { deliver } from '../proof/world/deliver.ts';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { dovecotIsInstalled, startDovecot } from '../support/dovecot.ts';
import { answer, HttpsReceiver, hang } from '../support/https-receiver.ts';
import { numberedLetter, readingMailbox } from '../support/mail-folder.ts';
import { needsPrograms } from '../support/needs.ts';
import { startNodeProcesses, TAKEOVER } from '../support/node-processes.ts';
import { hasPostgresPrograms } from '../support/postgres.ts';

/** Messages before the node is killed, and after it. */
const EACH = 6;

describe('the lease of a node that is killed', {
  ...needsPrograms({ postgresql: hasPostgresPrograms() }),
  timeout: 600_000,
}, () => {
  const authorities = join(tmpdir(), `agentmail-authority-${process.pid}.pem`);
  const env = { NODE_EXTRA_CA_CERTS: authorities };

  beforeAll(async () => writeFileSync(authorities, (await testAuthority()).certificate));
  afterAll(() => rmSync(authorities));

  it('of a webhook passes to another, which delivers the rest once and what was under way again', async () => {
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());
    const { nodes, holderOf } = await startNodeProcesses({ flags: ['--allow-private-webhooks'], env });
    const [{ program }] = nodes;
    const { admin, mailbox } = await createAccount(program);
    const webhook = { url: receiver.url(), enabled_events: ['message.received' as const] };
    await program.must(admin, api.createWebhook, webhook);
    const receive = async (port: number, number: number) => {
      const { id } = await deliver(port, {
        to: mailbox.address,
        raw: `Subject: Number ${number}\r\n\r\nHello.`,
      });
      return id;
    };
    const ids = [await receive(program.smtpPort, 0)];
    await receiver.received(1);
    // The answer to the next one never comes.
    receiver.behave = hang;
    ids.push(await receive(program.smtpPort, 1));
    await receiver.received(2);
    const [holder, [other]] = await holderOf('webhook:');
    for (let number = 2; number < EACH; number++) ids.push(await receive(program.smtpPort, number));
    await holder.node.kill();
    receiver.behave = answer(200, 'ok');
    const port = other?.program.smtpPort ?? 0;
    for (let number = EACH; number < 2 * EACH; number++) ids.push(await receive(port, number));
    const times = () => {
      const counted = new Map<unknown, number>();
      for (const { event } of receiver.requests)
        counted.set(event.data.message_id, (counted.get(event.data.message_id) ?? 0) + 1);
      return ids.map((id) => counted.get(id) ?? 0);
    };
    const hung = receiver.requests.slice(1).map(({ event }) => event);
    await expect.poll(times, TAKEOVER).not.toContain(0);
    const repeated = new Set(hung.map(({ data }) => data.message_id));
    expect(times()).toEqual(ids.map((id) => (repeated.has(id) ? 2 : 1)));
    expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(ids.length);
  });

  it('of a mail folder passes to another, which reads each message once', {
    ...needsPrograms({ dovecot: dovecotIsInstalled() }),
  }, async () => {
    const dovecot = await startDovecot();
    onTestFinished(() => dovecot.remove());
    const { nodes, holderOf } = await startNodeProcesses({ env });
    const [{ program }] = nodes;
    const { admin } = await createAccount(program);
    const must: typeof program.must = (...call) => program.must(...call);
    const mailbox = await readingMailbox({ must, admin, operator: null }, dovecot);
    const [holder, [other]] = await holderOf('folder:');
    if (!other) throw new Error('no other node');
    const subjects = async () => {
      const { messages } = await other.program.must(admin, api.listMessages, { id: mailbox, limit: 100 });
      return messages.map(({ subject }) => subject).reverse();
    };
    for (let number = 0; number < EACH; number++) dovecot.deliver('Agents', numberedLetter(number));
    // Somewhere among the messages.
    await expect.poll(async () => (await subjects()).length, { interval: 5 }).toBeGreaterThan(1);
    await holder.node.kill();
    for (let number = EACH; number < 2 * EACH; number++) dovecot.deliver('Agents', numberedLetter(number));
    const all = Array.from({ length: 2 * EACH }, (_, number) => `Number ${number}`);
    await expect.poll(subjects, TAKEOVER).toEqual(all);
    const [successor] = await holderOf('folder:');
    expect(successor.node.name).not.toBe(holder.node.name);
  });
});
