import { afterEach, expect, test } from 'vitest';
import type { SmtpListenerOptions } from '../../../daemon/entry/smtp/listener.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { listen, type TestListener } from '../../support/smtp-listener.ts';

let server: TestListener;
afterEach(() => server.listener.stop());

async function session(overrides: Partial<SmtpListenerOptions> = {}): Promise<SmtpClient> {
  server = await listen(overrides);
  return SmtpClient.greeted(server.port);
}

const MESSAGE = 'From: a@there.example\r\nSubject: hello\r\n\r\nbody';

test('EHLO offers what a receiving server needs and nothing else', async () => {
  server = await listen();
  const client = await SmtpClient.connect(server.port);
  expect(await client.reply()).toBe('220 mx.here.example ESMTP');
  const offered = (await client.command('EHLO client.example')).split('\n').map((line) => line.slice(4));
  expect(offered.slice(1).sort()).toEqual([
    '8BITMIME',
    'ENHANCEDSTATUSCODES',
    'PIPELINING',
    'SIZE 25000000',
    'SMTPUTF8',
  ]);
  expect(await client.command('AUTH PLAIN AGEAYg==')).toMatch(/^500 5\.5\.2 /);
  expect(await client.command('STARTTLS')).toMatch(/^500 5\.5\.2 /);
});

test.each([
  ['inbox', '250 2.1.5'],
  ['unknown', '550 5.1.1'],
  ['elsewhere', '550 5.7.1'],
  ['paused', '450 4.2.1'],
  ['full', '452 4.2.2'],
])('RCPT for the mailbox "%s" is answered with %s', async (mailbox, code) => {
  const client = await session();
  await client.command('MAIL FROM:<>');
  expect((await client.command(`RCPT TO:<${mailbox}@here.example>`)).slice(0, 9)).toBe(code);
});

test('a recipient that cannot be checked is deferred with 451 4.3.0', async () => {
  const client = await session({ checkRecipient: () => Promise.reject(new Error('the store is down')) });
  await client.command('MAIL FROM:<>');
  expect(await client.command('RCPT TO:<inbox@here.example>')).toMatch(/^451 4\.3\.0 /);
});

test('the null sender and postmaster without a domain reach the recipient check', async () => {
  const client = await session();
  expect(await client.command('MAIL FROM:<>')).toMatch(/^250 2\.1\.0 /);
  expect(await client.command('RCPT TO:<postmaster>')).toMatch(/^250 2\.1\.5 /);
  expect(server.asked[0]).toMatchObject({
    address: 'postmaster',
    context: { mailFrom: '', helo: 'client.example' },
  });
});

test('an accepted message is answered with 250 2.0.0 and its ids', async () => {
  const client = await session();
  await client.command('MAIL FROM:<a@There.Example>');
  await client.command('RCPT TO:<one@here.example>');
  await client.command('RCPT TO:<unknown@here.example>');
  await client.command('RCPT TO:<two+tag@HERE.example>');
  await client.command('DATA');
  client.write(`${MESSAGE}\r\n.\r\n`);
  expect(await client.reply()).toMatch(/^250 2\.0\.0 .*\bid-1-0 id-1-1$/);
  expect(server.accepted).toHaveLength(1);
  expect(server.accepted[0]).toMatchObject({
    raw: `${MESSAGE}\r\n`,
    headers: { from: 'a@there.example', subject: 'hello' },
    envelope: {
      mailFrom: 'a@there.example',
      recipients: ['one@here.example', 'two+tag@here.example'],
      remoteAddress: '127.0.0.1',
      helo: 'client.example',
      tls: false,
    },
  });
});

test('the ids of a hundred recipients are spread over lines that SMTP allows', async () => {
  const id = '0197f0c0-0000-7000-8000-000000000000';
  const client = await session({ accept: async ({ recipients }) => recipients.map(() => id) });
  await client.command('MAIL FROM:<>');
  for (let index = 0; index < 100; index++) await client.command(`RCPT TO:<box${index}@here.example>`);
  await client.command('DATA');
  client.write(`${MESSAGE}\r\n.\r\n`);
  const lines = (await client.reply()).split('\n');
  expect(lines.every((line) => line.length <= 510 && /^250[ -]2\.0\.0 /.test(line))).toBe(true);
  expect(lines.join(' ').split(id)).toHaveLength(101);
});

test('the recipient after the last allowed one is answered with 452 4.5.3, the message goes to the others', async () => {
  const client = await session({ limits: { recipients: 2 } });
  await client.command('MAIL FROM:<>');
  await client.command('RCPT TO:<one@here.example>');
  await client.command('RCPT TO:<two@here.example>');
  expect(await client.command('RCPT TO:<three@here.example>')).toMatch(/^452 4\.5\.3 /);
  await client.command('DATA');
  client.write(`${MESSAGE}\r\n.\r\n`);
  expect(await client.reply()).toMatch(/^250 2\.0\.0 /);
  expect(server.accepted[0]?.envelope.recipients).toHaveLength(2);
});

test('a message announced too large is refused at MAIL with 552 5.3.4', async () => {
  const client = await session();
  expect(await client.command('MAIL FROM:<a@there.example> SIZE=25000001')).toMatch(/^552 5\.3\.4 /);
  expect(await client.command('MAIL FROM:<a@there.example> SIZE=25000000')).toMatch(/^250 /);
});

test('a message that turns out too large is drained and refused with 552 5.3.4, the next one is taken', async () => {
  const client = await session({ limits: { messageBytes: 100_000 } });
  expect(await client.deliver('x'.repeat(100_001))).toMatch(/^552 5\.3\.4 /);
  expect(await client.deliver(MESSAGE)).toMatch(/^250 2\.0\.0 /);
  expect(server.accepted).toHaveLength(1);
});

test('a message that does not fit into what all sessions may hold is deferred with 452 4.3.1', async () => {
  const client = await session({ limits: { unfinishedBytes: 50_000 } });
  expect(await client.deliver('x'.repeat(60_000))).toMatch(/^452 4\.3\.1 /);
  expect(await client.deliver(MESSAGE)).toMatch(/^250 2\.0\.0 /);
});

test('51 Received lines are a mail loop, 554 5.4.6; 50 are not', async () => {
  const client = await session();
  const received = 'Received: from a by b; Tue, 1 Jul 2003 10:52:37 +0200\r\n';
  expect(await client.deliver(received.repeat(51) + MESSAGE)).toMatch(/^554 5\.4\.6 /);
  expect(await client.deliver(received.repeat(50) + MESSAGE)).toMatch(/^250 2\.0\.0 /);
  expect(server.accepted).toHaveLength(1);
});

test.each([
  ['a rejection', (): Promise<string[]> => Promise.reject(new Error('disk full'))],
  [
    'a throw',
    (): Promise<string[]> => {
      throw new Error('bug');
    },
  ],
])('a store failure (%s) is answered with 451 4.3.0 and the session goes on', async (_, accept) => {
  const client = await session({ accept });
  expect(await client.deliver(MESSAGE)).toMatch(/^451 4\.3\.0 /);
  expect(await client.command('NOOP')).toMatch(/^250 /);
});

test.each([
  ['MAIL before EHLO', ['MAIL FROM:<a@b.example>'], /^503 5\.5\.1 /],
  ['RCPT before MAIL', ['EHLO x', 'RCPT TO:<inbox@here.example>'], /^503 5\.5\.1 /],
  ['DATA before RCPT', ['EHLO x', 'MAIL FROM:<>', 'DATA'], /^503 5\.5\.1 /],
  ['a second MAIL', ['EHLO x', 'MAIL FROM:<>', 'MAIL FROM:<>'], /^503 5\.5\.1 /],
  ['an unknown command', ['EHLO x', 'FOO'], /^500 5\.5\.2 /],
  ['a sender without brackets', ['EHLO x', 'MAIL FROM:a@b.example'], /^501 5\.1\.7 /],
  ['a recipient without a domain', ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<inbox>'], /^501 5\.1\.3 /],
  ['a sender that is postmaster only', ['EHLO x', 'MAIL FROM:<postmaster>'], /^501 5\.1\.7 /],
  ['a sender with two @', ['EHLO x', 'MAIL FROM:<a@b@c.example>'], /^501 5\.1\.7 /],
  ['white space in a path', ['EHLO x', 'MAIL FROM:<a b@c.example>'], /^501 5\.1\.7 /],
  ['a comment in a path', ['EHLO x', 'MAIL FROM:<a(b)@c.example>'], /^501 5\.1\.7 /],
  ['a domain that is none', ['EHLO x', 'MAIL FROM:<a@-b.example>'], /^501 5\.1\.7 /],
  ['an address of no host', ['EHLO x', 'MAIL FROM:<a@[1.2.3]>'], /^501 5\.1\.7 /],
  ['a path of 255 characters', ['EHLO x', `MAIL FROM:<${'a'.repeat(245)}@b.example>`], /^501 5\.1\.7 /],
  ['an unknown parameter of MAIL', ['EHLO x', 'MAIL FROM:<"a> b"@c.example> SIZE=1 X=1'], /^555 5\.5\.4 /],
  ['an unknown parameter of RCPT', ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@here.example> X'], /^555 5\.5\.4 /],
  ['a parameter that comes twice', ['EHLO x', 'MAIL FROM:<> SIZE=1 SIZE=2'], /^501 /],
  ['a NUL in an address', ['EHLO x', 'MAIL FROM:<a\0b@c.example>'], /^501 5\.1\.7 /],
  ['a non-ASCII sender without SMTPUTF8', ['EHLO x', 'MAIL FROM:<j\xc3\xbcrgen@b.example>'], /^553 5\.6\.7 /],
  [
    'a non-ASCII recipient without SMTPUTF8',
    ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<\xc3\xbc@here.example>'],
    /^553 5\.6\.7 /,
  ],
  ['an unknown BODY', ['EHLO x', 'MAIL FROM:<> BODY=BINARYMIME'], /^501 5\.5\.4 /],
])('%s gets its code', async (_, commands, code) => {
  server = await listen();
  const client = await SmtpClient.connect(server.port);
  await client.reply();
  const replies: string[] = [];
  for (const command of commands) replies.push(await client.command(command));
  expect(replies.at(-1)).toMatch(code);
  expect(replies.slice(0, -1).every((reply) => reply.startsWith('250'))).toBe(true);
});

test.each([
  ['quotes that are needed', '"q q"@b.example', '"q q"@b.example'],
  ['an @ in quotes', '"q@q"@b.example', '"q@q"@b.example'],
  ['a bracket in quotes', '"q\\"> SIZE=9"@b.example', '"q\\"> SIZE=9"@b.example'],
  ['quotes that are not needed', '"agent"@here.example', 'agent@here.example'],
  ['a host with an underscore', 'a@b_c.example', 'a@b_c.example'],
  ['dots where they are common', 'user..x.@b.example', 'user..x.@b.example'],
  ['a source route', '@one.example,@two.example:a@b.example', 'a@b.example'],
  ['the address of a host', 'a@[192.0.2.1]', 'a@[192.0.2.1]'],
  ['an IPv6 host', 'a@[IPv6:2001:db8::1]', 'a@[ipv6:2001:db8::1]'],
  ['254 characters', `${'n'.repeat(64)}@${'d.'.repeat(94)}d`, `${'n'.repeat(64)}@${'d.'.repeat(94)}d`],
])('a path with %s is taken, as sender and as recipient', async (_, path, address) => {
  const client = await session();
  expect(await client.command(`MAIL FROM:<${path}> SIZE=100`)).toMatch(/^250 /);
  expect(await client.command(`RCPT TO: <${path}>`)).toMatch(/^250 /);
  await client.command('DATA');
  client.write(`${MESSAGE}\r\n.\r\n`);
  await client.reply();
  expect(server.accepted[0]?.envelope).toMatchObject({ mailFrom: address, recipients: [address] });
});

test('with SMTPUTF8 non-ASCII addresses are taken, their domains handed on in ASCII', async () => {
  const client = await session();
  expect(await client.command('MAIL FROM:<j\xc3\xbcrgen@b\xc3\xbccher.example> SMTPUTF8')).toMatch(/^250 /);
  expect(await client.command('RCPT TO:<\xc3\xbc@here.example>')).toMatch(/^250 /);
  await client.command('DATA');
  client.write(`${MESSAGE}\r\n.\r\n`);
  await client.reply();
  expect(server.accepted[0]?.envelope).toMatchObject({
    mailFrom: 'jürgen@xn--bcher-kva.example',
    recipients: ['ü@here.example'],
    smtpUtf8: true,
  });
});
