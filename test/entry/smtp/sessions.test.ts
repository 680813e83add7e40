import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import tlsDefaults from 'smtp-server/lib/tls-options.js';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SmtpListenerOptions } from '../../../daemon/entry/smtp/listener.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { listen, type TestListener } from '../../support/smtp-listener.ts';

let server: TestListener;
afterEach(() => server.listener.stop());

const SESSION_TIME = 60_000;

/** A client of a listener whose sessions last SESSION_TIME, on timers that only the test moves on. */
async function timedClient(accept?: SmtpListenerOptions['accept']): Promise<SmtpClient> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  server = await listen({ limits: { sessionTime: SESSION_TIME }, ...(accept && { accept }) });
  const client = await SmtpClient.connect(server.port);
  let isGreeted = false;
  const greeting = client.reply().then(() => {
    isGreeted = true;
  });
  const pass = () => {
    vi.advanceTimersByTime(1);
    return isGreeted;
  };
  await expect.poll(pass, { interval: 1 }).toBe(true);
  await greeting;
  await client.command('EHLO client.example');
  return client;
}

const MESSAGE = 'Subject: hello\r\n\r\nbody';

/** An accept that is held open until the test lets it go. */
function heldAccept(): { accept: SmtpListenerOptions['accept']; begun: Promise<void>; letGo: () => void } {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const accept = async (): Promise<string[]> => {
    begun.resolve();
    await gate.promise;
    return ['held-id'];
  };
  return { accept, begun: begun.promise, letGo: () => gate.resolve() };
}

describe('the greeting', () => {
  test('comes before that of a stock smtp-server that was asked first, which waits for 100 ms', async () => {
    server = await listen();
    const stock = new SMTPServer({ disabledCommands: ['STARTTLS'], disableReverseLookup: true });
    await new Promise<void>((resolve) => stock.listen(0, '127.0.0.1', resolve));
    const { port } = stock.server.address() as { port: number };
    const order: string[] = [];
    const greeting = async (name: string, client: SmtpClient): Promise<void> => {
      expect(await client.reply()).toMatch(/^220 /);
      order.push(name);
      client.end();
    };
    const asked = greeting('stock', await SmtpClient.connect(port));
    await greeting('ours', await SmtpClient.connect(server.port));
    await asked;
    expect(order).toEqual(['ours', 'stock']);
    await new Promise<void>((resolve) => stock.close(resolve));
  });

  test('is sent once, also after the time at which smtp-server would send it', async () => {
    server = await listen();
    const client = await SmtpClient.connect(server.port);
    await client.reply();
    // Each command costs the client a round trip; a second greeting would come between the replies.
    const until = performance.now() + 150;
    while (performance.now() < until) expect(await client.command('NOOP')).toMatch(/^250 /);
  });

  test('is refused to a client that talks first', async () => {
    server = await listen();
    const client = await SmtpClient.connect(server.port, 'EHLO early.example\r\n');
    expect(await client.reply()).toMatch(/^421 .*talk too soon/);
    expect(await client.reply()).toBe('');
  });
});

describe('limits of sessions', () => {
  test('one address gets only so many sessions, the next is answered with 421, and one that ends makes room', async () => {
    server = await listen({ limits: { connectionsPerAddress: 2 } });
    const first = await SmtpClient.greeted(server.port);
    await SmtpClient.greeted(server.port);
    const third = await SmtpClient.connect(server.port);
    expect(await third.reply()).toMatch(/^421 /);
    await first.command('QUIT');
    await first.closed();
    const fourth = await SmtpClient.connect(server.port);
    expect(await fourth.reply()).toMatch(/^220 /);
  });

  test('all addresses together get only so many sessions', async () => {
    server = await listen({ limits: { connections: 1 } });
    await SmtpClient.greeted(server.port);
    const second = await SmtpClient.connect(server.port);
    expect(await second.reply()).toMatch(/^421 /);
  });

  test('a silent client is sent away with 421', async () => {
    server = await listen({ limits: { idleTime: 50 } });
    const client = await SmtpClient.greeted(server.port);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
    await client.closed();
    const [line] = await server.logged(1);
    expect(line).toMatchObject({ level: 'warn', facts: { client: '127.0.0.1' } });
  });

  test('a client that never finishes its message is sent away when the session has lasted its time', async () => {
    const client = await timedClient();
    await client.begin();
    client.write('Subject: never\r\n\r\n');
    vi.advanceTimersByTime(SESSION_TIME);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
    await client.closed();
    expect(server.accepted).toHaveLength(0);
    const [line] = await server.logged(1);
    expect(line?.facts).toMatchObject({ unfinished: true, messages: 0 });
  });

  test('a message that is being committed when the time is over still gets its reply', async () => {
    const { accept, begun, letGo } = heldAccept();
    const client = await timedClient(accept);
    await client.begin();
    client.write(`${MESSAGE}\r\n.\r\n`);
    await begun;
    vi.advanceTimersByTime(SESSION_TIME);
    letGo();
    expect(await client.reply()).toMatch(/^250 2\.0\.0 .*held-id/);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
  });
});

describe('stopping', () => {
  test('ends idle sessions and messages in transfer with 421 4.3.2 and frees the port', async () => {
    server = await listen();
    const idle = await SmtpClient.greeted(server.port);
    const sending = await SmtpClient.greeted(server.port);
    await sending.begin();
    sending.write('Subject: half');
    const stopped = server.listener.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    expect(await sending.reply()).toMatch(/^421 4\.3\.2 /);
    await stopped;
    expect(server.accepted).toHaveLength(0);
    const again = await listen({ listen: { host: '127.0.0.1', port: server.port } });
    await again.listener.stop();
  });

  test('lets a message that is being committed finish and tells its client', async () => {
    const { accept, begun, letGo } = heldAccept();
    server = await listen({ accept });
    const client = await SmtpClient.greeted(server.port);
    await client.begin();
    client.write(`${MESSAGE}\r\n.\r\n`);
    await begun;
    let stopped = false;
    const stopping = server.listener.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    letGo();
    expect(await client.reply()).toMatch(/^250 2\.0\.0 .*held-id/);
    expect(await client.reply()).toMatch(/^421 4\.3\.2 /);
    await stopping;
  });

  test('waits for a commit also when its client has left', async () => {
    const { accept, begun, letGo } = heldAccept();
    server = await listen({ accept });
    const client = await SmtpClient.greeted(server.port);
    await client.begin();
    client.write(`${MESSAGE}\r\n.\r\n`);
    await begun;
    client.hangUp();
    const other = await SmtpClient.greeted(server.port);
    other.end();
    const order: string[] = [];
    const stopping = server.listener.stop().then(() => order.push('stopped'));
    order.push('let go');
    letGo();
    await stopping;
    expect(order).toEqual(['let go', 'stopped']);
  });

  test('a port that is taken makes the start fail', async () => {
    server = await listen();
    await expect(listen({ listen: { host: '127.0.0.1', port: server.port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('clients that behave badly', () => {
  const stages: [string, (client: SmtpClient) => Promise<unknown>, boolean][] = [
    ['after the greeting', async () => undefined, false],
    ['after MAIL', (client) => client.command('MAIL FROM:<a@b.example>'), false],
    ['after DATA', (client) => client.begin(), true],
    [
      'in the middle of the message',
      (client) => client.begin().then(() => client.write('Subject: half\r\n')),
      true,
    ],
    [
      'before the last line end',
      (client) => client.begin().then(() => client.write('x\r\n\r\ny\r\n.')),
      true,
    ],
  ];
  test.each(stages)(
    'one that hangs up %s leaves nothing behind but one log line',
    async (_, act, unfinished) => {
      server = await listen();
      const client = await SmtpClient.greeted(server.port);
      await act(client);
      client.hangUp();
      const lines = await server.logged(1);
      expect(server.accepted).toHaveLength(0);
      expect(lines).toHaveLength(1);
      expect(lines[0]?.facts).toMatchObject({ unfinished });
      const next = await SmtpClient.greeted(server.port);
      expect(await next.deliver(MESSAGE)).toMatch(/^250 /);
    },
  );

  test('a message whose client hangs up right after the final dot is kept, and counted in the log line', async () => {
    const { accept, begun, letGo } = heldAccept();
    server = await listen({ accept });
    const client = await SmtpClient.greeted(server.port);
    await client.begin();
    client.write(`${MESSAGE}\r\n.\r\n`);
    await begun;
    client.hangUp();
    const next = await SmtpClient.greeted(server.port);
    letGo();
    const [line] = await server.logged(1);
    expect(line?.facts).toMatchObject({ messages: 1, unfinished: false });
    expect(await next.command('NOOP')).toMatch(/^250 /);
  });

  test('a whole session in one packet after the greeting is answered in order', async () => {
    server = await listen();
    const client = await SmtpClient.greeted(server.port);
    const commands =
      'MAIL FROM:<a@b.example>\r\nRCPT TO:<unknown@here.example>\r\nRCPT TO:<inbox@here.example>\r\nDATA\r\n';
    client.write(`${commands}${MESSAGE}\r\n.\r\nNOOP\r\nQUIT\r\n`);
    const codes: string[] = [];
    for (let index = 0; index < 7; index++) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(['250', '550', '250', '354', '250', '250', '221']);
    expect(server.accepted[0]?.raw).toBe(`${MESSAGE}\r\n`);
  });

  test('one whose recipients were all refused and that sends its message anyway is cut off', async () => {
    server = await listen();
    const client = await SmtpClient.greeted(server.port);
    const lines = 'not a command\r\n'.repeat(20);
    client.write(`MAIL FROM:<a@b.example>\r\nRCPT TO:<unknown@here.example>\r\nDATA\r\n${lines}.\r\n`);
    await client.closed();
    const replies: string[] = [];
    for (let reply = await client.reply(); reply !== ''; reply = await client.reply())
      replies.push(reply.slice(0, 3));
    expect(replies.slice(0, 3)).toEqual(['250', '550', '503']);
    expect(replies.at(-1)).toBe('421');
    expect(server.accepted).toHaveLength(0);
  });

  test('a command line of one megabyte ends the session', async () => {
    server = await listen();
    const client = await SmtpClient.greeted(server.port);
    client.write(`NOOP ${'x'.repeat(1_000_000)}`);
    expect(await client.reply()).toMatch(/^421 /);
    await client.closed();
    expect((await server.logged(1))[0]).toMatchObject({ level: 'warn' });
  });

  test('a line of one megabyte in a message is taken as it is', async () => {
    server = await listen();
    const client = await SmtpClient.greeted(server.port);
    const line = 'x'.repeat(1_000_000);
    expect(await client.deliver(`Subject: long\r\n\r\n${line}`)).toMatch(/^250 /);
    expect(server.accepted[0]?.raw).toBe(`Subject: long\r\n\r\n${line}\r\n`);
  });

  test('a web page that posts to the port is sent away', async () => {
    server = await listen();
    const client = await SmtpClient.connect(server.port);
    await client.reply();
    expect(await client.command('POST / HTTP/1.1')).toMatch(/^421 /);
  });
});

test('an ordinary mail program delivers many messages over a few connections', async () => {
  server = await listen();
  const transport = createTransport({ host: '127.0.0.1', port: server.port, pool: true, maxConnections: 5 });
  const subjects = Array.from({ length: 50 }, (_, index) => `message ${index}`);
  const sent = await Promise.all(
    subjects.map((subject) =>
      transport.sendMail({ from: 'a@b.example', to: 'inbox@here.example', subject, text: '.\n..\nGrüße' }),
    ),
  );
  transport.close();
  expect(sent.every(({ response }) => /^250 2\.0\.0 Stored as id-\d+-0$/.test(response))).toBe(true);
  expect(server.accepted.map(({ headers }) => headers.subject).sort()).toEqual([...subjects].sort());
});

describe('STARTTLS', () => {
  const { key, cert } = tlsDefaults({}) as { key: string; cert: string };

  test('is offered with a certificate, and mail through it is marked so', async () => {
    server = await listen({ tls: { key, cert } });
    const client = await SmtpClient.connect(server.port);
    await client.reply();
    expect(await client.command('EHLO client.example')).toContain('STARTTLS');
    expect(await client.command('STARTTLS')).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('MAIL FROM:<>')).toMatch(/^503 /);
    expect(await client.command('EHLO client.example')).not.toContain('STARTTLS');
    expect(await client.deliver(MESSAGE)).toMatch(/^250 2\.0\.0 /);
    expect(server.accepted[0]?.envelope.tls).toBe(true);
  });

  test('commands sent in clear text behind it are not carried into the encrypted session', async () => {
    server = await listen({ tls: { key, cert } });
    const client = await SmtpClient.greeted(server.port);
    client.write('STARTTLS\r\nMAIL FROM:<smuggled@b.example>\r\n');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    await client.command('EHLO client.example');
    expect(await client.command('RCPT TO:<inbox@here.example>')).toMatch(/^503 /);
  });

  test('a handshake of rubbish ends the session and nothing else', async () => {
    server = await listen({ tls: { key, cert } });
    const client = await SmtpClient.greeted(server.port);
    expect(await client.command('STARTTLS')).toMatch(/^220 /);
    client.write('this is no handshake\r\n'.repeat(10));
    await client.closed();
    expect((await server.logged(1))[0]).toMatchObject({ level: 'warn' });
    const next = await SmtpClient.greeted(server.port);
    expect(await next.command('NOOP')).toMatch(/^250 /);
  });
});
