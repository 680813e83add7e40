import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tlsDefaults from 'smtp-server/lib/tls-options.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SmtpListenerOptions } from '../../../daemon/entry/smtp/listener.ts';
import { NotAccepted, REPLIES } from '../../../daemon/entry/smtp/replies.ts';
import {
  SmtpListenerThread,
  type SmtpListenerThreadOptions,
  startSmtpThread,
} from '../../../daemon/entry/smtp/thread/listener-thread.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { listen, type TestListener } from '../../support/smtp-listener.ts';

let server: TestListener | null = null;
let blobFolder: string;
beforeEach(() => {
  blobFolder = mkdtempSync(join(tmpdir(), 'agentmail-blobs-'));
});
afterEach(async () => {
  await server?.listener.stop();
  server = null;
  rmSync(blobFolder, { recursive: true, force: true });
});

/**
 * `content` is told of each message as the thread hands it over; the listener of the tests gets its bytes.
 */
async function listenInThread(
  overrides: Partial<SmtpListenerOptions> = {},
  content: (handed: Handed) => void = () => undefined,
): Promise<TestListener> {
  server = await listen(overrides, ({ accept, ...options }) => {
    return new SmtpListenerThread(startSmtpThread(), {
      ...options,
      blobFolder,
      admit: async ({ recipients }) => ({
        copies: recipients.map((address) => ({ mailbox: null, addresses: [address] })),
        release: () => undefined,
      }),
      accept: (envelope, handed, headers) => {
        content(handed);
        return accept(envelope, Buffer.isBuffer(handed) ? handed : readBlob(handed.blobs[0]?.id), headers);
      },
    });
  });
  return server;
}

type Handed = Parameters<SmtpListenerThreadOptions['accept']>[1];

const readBlob = (id = '') => readFileSync(join(blobFolder, id));

const MESSAGE = 'Subject: hello\r\n\r\nbody';

test('messages of every size arrive whole, with what the session and their headers say', async () => {
  const { port, accepted, asked } = await listenInThread();
  const client = await SmtpClient.greeted(port);
  const bodies = ['', 'short', 'x'.repeat(70_000), `${'line of text\r\n'.repeat(40_000)}end`];
  for (const body of bodies) {
    expect(await client.deliver(`From: Ann <ann@sender.example>\r\nSubject: hello\r\n\r\n${body}`)).toMatch(
      /^250 2\.0\.0 Stored as id-\d-0/,
    );
  }
  expect(accepted.map(({ raw }) => raw.slice(raw.indexOf('\r\n\r\n') + 4).trimEnd())).toEqual(bodies);
  expect(accepted[0]?.headers).toMatchObject({ from: 'ann@sender.example', subject: 'hello' });
  expect(accepted[0]?.envelope).toMatchObject({ remoteAddress: '127.0.0.1', tls: false });
  expect(asked[0]?.context).toMatchObject({ remoteAddress: '127.0.0.1' });
});

test('a large message is in a file for each delivery when it is handed over, a small one in none', async () => {
  const handed: Handed[] = [];
  const { port } = await listenInThread({}, (content) => handed.push(content));
  const client = await SmtpClient.greeted(port);
  const large = `Subject: large\r\n\r\n${'x'.repeat(64_000)}`;
  expect(await client.deliver(large, 'one@here.example', 'two@here.example')).toMatch(/^250 /);
  expect(await client.deliver(MESSAGE)).toMatch(/^250 /);
  const [files, bytes] = handed;
  if (!files || Buffer.isBuffer(files)) throw new Error('no files');
  expect(readdirSync(blobFolder).sort()).toEqual(files.blobs.map(({ id }) => id).sort());
  expect(files.blobs).toHaveLength(2);
  for (const { id, size } of files.blobs) {
    expect(size).toBe(large.length + 2);
    expect(readBlob(id).equals(Buffer.from(`${large}\r\n`))).toBe(true);
  }
  expect(bytes?.toString()).toBe(`${MESSAGE}\r\n`);
});

test('a large message that cannot be written is refused for now', async () => {
  const { port, accepted, logged } = await listenInThread();
  rmSync(blobFolder, { recursive: true });
  const client = await SmtpClient.greeted(port);
  expect(await client.deliver(`${MESSAGE}${'x'.repeat(70_000)}`)).toMatch(/^451 4\.3\.0 /);
  expect(await client.deliver(MESSAGE)).toMatch(/^250 /);
  expect(accepted).toHaveLength(1);
  await client.command('QUIT');
  const [line] = await logged(1);
  expect(line?.facts.error).toMatch(/^Error: ENOENT/);
});

test('a message does not change when the next one comes in the same packets', async () => {
  const { port, accepted } = await listenInThread();
  const client = await SmtpClient.greeted(port);
  const command = 'MAIL FROM:<a@b.example>\r\nRCPT TO:<inbox@here.example>\r\nDATA\r\n';
  client.write(
    Array.from({ length: 30 }, (_, n) => `${command}Subject: ${n}\r\n\r\nbody ${n}\r\n.\r\n`).join(''),
  );
  for (let replies = 0; replies < 30 * 4; replies++) await client.reply();
  expect(accepted.map(({ raw }) => /body \d+/.exec(raw)?.[0])).toEqual(
    Array.from({ length: 30 }, (_, n) => `body ${n}`),
  );
});

test('what is decided about a recipient, and a failure to decide, is what the peer hears', async () => {
  const { port } = await listenInThread({
    checkRecipient: async (address) => {
      if (address.startsWith('broken')) throw new Error('no database');
      return address.startsWith('full') ? 'over_storage' : { place: null };
    },
  });
  const client = await SmtpClient.greeted(port);
  await client.command('MAIL FROM:<a@b.example>');
  expect(await client.command('RCPT TO:<full@here.example>')).toMatch(/^452 4\.2\.2 /);
  expect(await client.command('RCPT TO:<broken@here.example>')).toMatch(/^451 4\.3\.0 /);
  expect(await client.command('RCPT TO:<inbox@here.example>')).toMatch(/^250 /);
});

test('why a message was not stored is what the peer hears, and what the log has', async () => {
  const failures = [new NotAccepted('the disk is full', REPLIES.noRoom), new Error('no database')];
  const { port, logged } = await listenInThread({ accept: () => Promise.reject(failures.shift()) });
  const client = await SmtpClient.greeted(port);
  expect(await client.deliver(MESSAGE)).toMatch(/^452 4\.3\.1 Insufficient storage/);
  expect(await client.deliver(MESSAGE)).toMatch(/^451 4\.3\.0 /);
  await client.command('QUIT');
  const [line] = await logged(1);
  expect(line).toMatchObject({ level: 'warn', facts: { refusals: 2, error: 'no database' } });
});

test('a certificate, as it was read from its files, is spoken for', async () => {
  const { key, cert } = tlsDefaults({}) as { key: string; cert: string };
  const { port, accepted } = await listenInThread({
    tls: { key: Buffer.from(key), cert: Buffer.from(cert) },
  });
  const client = await SmtpClient.greeted(port);
  expect(await client.command('STARTTLS')).toMatch(/^220 /);
  await client.startTls();
  await client.command('EHLO client.example');
  expect(await client.deliver(`${MESSAGE}${'x'.repeat(100_000)}`)).toMatch(/^250 2\.0\.0 /);
  expect(accepted[0]?.envelope.tls).toBe(true);
  expect(accepted[0]?.raw).toHaveLength(MESSAGE.length + 100_000 + '\r\n'.length);
});

test('a stop lets a message be committed, tells its client so, and ends after everything is told', async () => {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ended: number[] = [];
  const { port, listener, log } = await listenInThread({
    accept: async () => {
      begun.resolve();
      await gate.promise;
      return ['held-id'];
    },
    sessionEnded: ({ messages }) => ended.push(messages),
  });
  const client = await SmtpClient.greeted(port);
  const delivered = client.deliver(MESSAGE);
  await begun.promise;
  const stopped = listener.stop();
  gate.resolve();
  expect(await delivered).toMatch(/^250 2\.0\.0 Stored as held-id/);
  expect(await client.reply()).toMatch(/^421 4\.3\.2 /);
  await stopped;
  expect(ended).toEqual([1]);
  expect(log).toHaveLength(1);
  expect(listener.stop()).toBe(stopped);
});

test('an address that is taken is told as the system tells it, and a stop afterwards ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const failure = await listenInThread({ listen: { host: '127.0.0.1', port } }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'EADDRINUSE', syscall: 'listen', address: '127.0.0.1', port });
  taken.close();
});

test('a thread that cannot begin fails the start', async () => {
  const tls = { key: 'no key', cert: 'no certificate' };
  await expect(listenInThread({ tls })).rejects.toThrow(/PEM|no start line/);
});
