import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import tlsDefaults from 'smtp-server/lib/tls-options.js';
import { afterEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { needsPrograms } from '../../support/needs.ts';
import { createTenant, startService } from '../../support/service.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { listen, type TestListener } from '../../support/smtp-listener.ts';

const HEADER = 'PROXY TCP4 203.0.113.9 198.51.100.1 40000 25\r\n';
const MESSAGE = 'Subject: hello\r\n\r\nbody';

let server: TestListener | null = null;
afterEach(async () => {
  await server?.listener.stop();
  server = null;
});

async function behindProxy(overrides: Parameters<typeof listen>[0] = {}): Promise<TestListener> {
  server = await listen({ trustedProxies: ['127.0.0.0/8'], ...overrides });
  return server;
}

/** Sends `first`, and returns all that the listener sends until it closes the connection. */
function answerTo(port: number, first: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(first, 'latin1'));
  let answer = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    answer += data;
  });
  socket.on('end', () => resolve(answer)).on('error', reject);
  return promise;
}

describe('a connection from a trusted proxy', () => {
  it('is that of the client which its header names', async () => {
    const { port, accepted, asked, listener, log } = await behindProxy();
    const client = await SmtpClient.connect(port, HEADER);
    expect(await client.reply()).toMatch(/^220 /);
    await client.command('EHLO client.example');
    await client.deliver(MESSAGE);
    expect(asked[0]?.context).toMatchObject({ remoteAddress: '203.0.113.9', remotePort: 40_000 });
    expect(accepted[0]?.envelope).toMatchObject({ remoteAddress: '203.0.113.9', remotePort: 40_000 });
    await listener.stop();
    expect(log.at(-1)?.facts).toMatchObject({ client: '203.0.113.9', messages: 1 });
  });

  it.each([
    ['PROXY TCP6 2001:db8::9 2001:db8::1 40000 25\r\n', '2001:db8::9'],
    ['PROXY TCP6 ::ffff:203.0.113.9 2001:db8::1 40000 25\r\n', '203.0.113.9'],
    // A health check of the proxy itself.
    ['PROXY UNKNOWN\r\n', '127.0.0.1'],
  ])('may have the header %j', async (header, address) => {
    const { port, accepted } = await behindProxy();
    const client = await SmtpClient.connect(port, header);
    await client.reply();
    await client.command('EHLO client.example');
    await client.deliver(MESSAGE);
    expect(accepted[0]?.envelope.remoteAddress).toBe(address);
  });

  it('can switch to TLS', async () => {
    const { port, accepted } = await behindProxy({ tls: tlsDefaults() as { key: string; cert: string } });
    const client = await SmtpClient.connect(port, HEADER);
    await client.reply();
    await client.command('EHLO client.example');
    expect(await client.command('STARTTLS')).toMatch(/^220 /);
    await client.startTls();
    await client.command('EHLO client.example');
    await client.deliver(MESSAGE);
    expect(accepted[0]?.envelope).toMatchObject({ remoteAddress: '203.0.113.9', tls: true });
  });

  it('counts for its client, not for the proxy', async () => {
    const { port } = await behindProxy({ limits: { connectionsPerAddress: 1 } });
    const greeting = async (header: string) => (await SmtpClient.connect(port, header)).reply();
    expect(await greeting(HEADER)).toMatch(/^220 /);
    expect(await greeting(HEADER)).toMatch(/^421 /);
    expect(await greeting(HEADER.replace('203.0.113.9', '203.0.113.10'))).toMatch(/^220 /);
  });

  it.each([
    ['no header', 'EHLO client.example\r\n'],
    ['another command of that length', 'PROXYX TCP4 203.0.113.9 198.51.100.1 40000 25\r\n'],
    ['a name instead of an address', 'PROXY TCP4 mail.example 198.51.100.1 40000 25\r\n'],
    ['an address with more behind it', 'PROXY TCP4 203.0.113.9\r250 198.51.100.1 40000 25\r\n'],
    ['an address alone', 'PROXY TCP4 203.0.113.9\r\n'],
    ['a zone of its own host', 'PROXY TCP6 fe80::1%lo 2001:db8::1 40000 25\r\n'],
    ['a part of an address', 'PROXY TCP4 203.0.113 198.51.100.1 40000 25\r\n'],
    ['an address in octal', 'PROXY TCP4 0313.0.113.9 198.51.100.1 40000 25\r\n'],
    ['a subnet', 'PROXY TCP4 203.0.113.0/24 198.51.100.1 40000 25\r\n'],
    ['a port beyond the last', 'PROXY TCP4 203.0.113.9 198.51.100.1 65536 25\r\n'],
    ['a port below the first', 'PROXY TCP4 203.0.113.9 198.51.100.1 -25 25\r\n'],
    ['a port with a fraction', 'PROXY TCP4 203.0.113.9 198.51.100.1 25.5 25\r\n'],
    ['no destination', 'PROXY TCP4 203.0.113.9\r\n'],
    ['bytes for a header', '\0\x01\x02\xff\xfe'.repeat(400)],
    ['version 2 with 64 KB of values', `\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff${'\x04\0\0'.repeat(20_000)}`],
    ['version 2 without its end', '\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff'],
    ['version 2 for the proxy itself', '\r\n\r\n\0\r\nQUIT\n\x20\0\0\0'],
    ['version 2', '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xcb\0\x71\x09\x7f\0\0\x01\x9c\x40\0\x19'],
    ['a header without an end', 'PROXY TCP4 '.padEnd(2_000, '1')],
  ])('is refused with %s', async (_, first) => {
    const { port, logged } = await behindProxy();
    expect(await answerTo(port, first)).not.toMatch(/^220/);
    expect((await logged(1))[0]).toMatchObject({
      level: 'warn',
      message: 'smtp connection without a valid PROXY header refused',
      facts: { proxy: '127.0.0.1' },
    });
  });

  it('is refused when its client talks before the greeting', async () => {
    const { port } = await behindProxy();
    const client = await SmtpClient.connect(port, `${HEADER}EHLO client.example\r\n`);
    expect(await client.reply()).toMatch(/^(?:421|554) /);
  });

  it('writes no line to the log when it only checks that the port is open', async () => {
    const { port, log, listener } = await behindProxy();
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end());
    await new Promise((resolve) => socket.once('close', resolve));
    await listener.stop();
    expect(log).toEqual([]);
  });

  it('is closed when its header comes a byte at a time, however often', async () => {
    const { port, logged } = await behindProxy({ limits: { idleTime: 300 } });
    const socket = connect({ port, host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // Each byte comes long before the session counts as idle.
    const drip = setInterval(() => socket.write('1'), 20);
    socket.on('error', () => undefined);
    await closed;
    clearInterval(drip);
    expect((await logged(1))[0]?.facts).toMatchObject({ error: 'PROXY header took too long' });
  });

  it('leaves room for others while headers stop half-way, and frees it', async () => {
    const { port } = await behindProxy({ limits: { idleTime: 2_000, connections: 3 } });
    const halves = await Promise.all(
      Array.from({ length: 3 }, () => SmtpClient.connect(port, 'PROXY TCP4 203.0.113.9 ')),
    );
    await Promise.all(halves.map((half) => half.closed()));
    const client = await SmtpClient.connect(port, HEADER);
    expect(await client.reply()).toMatch(/^220 /);
    await client.command('EHLO client.example');
    expect(await client.deliver(MESSAGE)).toMatch(/^250 /);
  });

  it('is closed when the listener stops before its header has come', async () => {
    const { port, listener } = await behindProxy();
    const waiting = await SmtpClient.connect(port, 'PROXY TCP4 ');
    // Accepted after the first, so the listener has that one.
    await SmtpClient.connect(port, HEADER).then((client) => client.reply());
    await listener.stop();
    await waiting.closed();
  });
});

describe('a connection from elsewhere', () => {
  it.each(['203.0.113.0/24', '::1'])('is refused with a header while the proxy is %s', async (proxy) => {
    const { port, accepted } = await behindProxy({ trustedProxies: [proxy] });
    const early = await SmtpClient.connect(port, HEADER);
    expect(await early.reply()).toMatch(/^(?:421|554) /);
    const client = await SmtpClient.greeted(port);
    expect(await client.command(HEADER.trimEnd())).toMatch(/^5/);
    await client.deliver(MESSAGE);
    expect(accepted[0]?.envelope.remoteAddress).toBe('127.0.0.1');
  });
});

describe('a daemon behind a proxy', () => {
  const config = { smtpProxies: ['127.0.0.1'] };

  it.each([true, false])('checks SPF for the client (in a thread: %s)', async (smtpThread) => {
    const dns = new ScriptedDns().publish('there.example', 'TXT', ['v=spf1 ip4:203.0.113.9 -all']);
    const service = await startService({ config: { ...config, smtpThread }, overrides: { dns } });
    const { admin, mailbox } = await createTenant(service);
    const [, port = ''] = service.daemon.runtime.smtp.split(':');
    const client = await SmtpClient.connect(Number(port), HEADER);
    await client.reply();
    await client.command('EHLO client.example');
    const message = `From: <sender@there.example>\r\n${MESSAGE}`;
    const [id = ''] = /[0-9a-f-]{36}/.exec(await client.deliver(message, mailbox.address)) ?? [];
    await service.drain();
    const { body } = await service.call(admin, api.getMessage, { id });
    expect(body.sender_authentication).toMatchObject({ verdict: 'verified_aligned' });
  });

  it('has a listener that doctor finds working', async () => {
    const service = await startService({ config });
    const { checks } = (await agentmail(['doctor'], { home: service.home })).json<{
      checks: { id: string; severity: string; message: string }[];
    }>();
    expect(checks.find(({ id }) => id === 'ports')).toMatchObject({
      severity: 'ok',
      message: expect.stringContaining('behind a proxy'),
    });
  });
});

describe('swaks', needsPrograms({ swaks: spawnSync('swaks', ['--version']).status === 0 }), () => {
  it('delivers with the header that it writes', async () => {
    const { port, accepted } = await behindProxy();
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const argv = ['--server', '127.0.0.1', '--port', String(port), '--to', 'inbox@here.example'];
    const proxy = ['--proxy-version', '1', '--proxy-family', 'TCP4', '--proxy-protocol', 'STREAM'];
    const ends = ['--proxy-source', '203.0.113.9', '--proxy-source-port', '40000'];
    const far = ['--proxy-dest', '198.51.100.1', '--proxy-dest-port', '25'];
    spawn('swaks', [...argv, ...proxy, ...ends, ...far], { stdio: 'ignore' }).once('exit', resolve);
    expect(await promise).toBe(0);
    expect(accepted[0]?.envelope.remoteAddress).toBe('203.0.113.9');
  });
});
