import { rmSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SUBMISSION_LIMITS } from '../../../../daemon/entry/smtp/submission/limits.ts';
import * as api from '../../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  launch,
  sentToday,
  startService,
  type Tenant,
  temporaryHome,
} from '../../../support/service.ts';
import { SmtpClient } from '../../../support/smtp-client.ts';
import {
  idOf,
  SUBMISSION,
  serviceWithTls,
  submissionPort,
  submissionService,
} from '../../../support/submission.ts';

const service = submissionService();
let tenant: Tenant;
let agent: string;
beforeAll(async () => {
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const plain = (user: string, key: string) =>
  `AUTH PLAIN ${Buffer.from(`\0${user}\0${key}`).toString('base64')}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function loggedIn(user = 'helper', key = agent): Promise<SmtpClient> {
  const client = await SmtpClient.greeted(submissionPort(service));
  expect(await client.command(plain(user, key))).toMatch(/^235 2\.7\.0 /);
  return client;
}

const message = (...fields: string[]) =>
  [
    'From: helper@agentmail.localhost',
    'To: ann@example.com',
    'Subject: Numbers',
    ...fields,
    '',
    'Here they are.',
  ].join('\r\n');
/** Gives the commands up to DATA for one recipient, then the message; returns the last reply. */
async function send(client: SmtpClient, text = message(), mail = 'MAIL FROM:<helper@agentmail.localhost>') {
  await client.command(mail);
  await client.command('RCPT TO:<ann@example.com>');
  expect(await client.command('DATA')).toMatch(/^354 /);
  client.write(Buffer.from(`${text}\r\n.\r\n`));
  return client.reply();
}

describe('a login', () => {
  it.each([
    ['the name of the mailbox', () => ['helper', agent]],
    ['its address', () => [tenant.mailbox.address, agent]],
    ['its ID', () => [tenant.mailbox.id, agent]],
    ['an admin key, for any mailbox of the account', () => ['helper', tenant.admin]],
  ])('takes %s', async (_what, credentials) => {
    const [user = '', key = ''] = credentials();
    const client = await loggedIn(user, key);
    expect(await client.command(plain(user, key))).toMatch(/^503 /);
    expect(await send(client)).toMatch(/^250 2\.0\.0 /);
    expect(await client.command('QUIT')).toMatch(/^221 /);
  });

  it('takes LOGIN, and PLAIN without an initial response', async () => {
    const one = await SmtpClient.greeted(submissionPort(service));
    expect(await one.command('AUTH LOGIN')).toBe('334 VXNlcm5hbWU6');
    await one.command(base64('helper'));
    expect(await one.command(base64(agent))).toMatch(/^235 /);
    const other = await SmtpClient.greeted(submissionPort(service));
    expect(await other.command('AUTH PLAIN')).toMatch(/^334/);
    expect(await other.command(base64(`\0helper\0${agent}`))).toMatch(/^235 /);
    one.end();
    other.end();
  });

  it('refuses a wrong key, mailbox and account in the same words, and ends after three', async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    const stranger = await createTenant(service, { email: 'stranger@example.com', mailbox: 'theirs' });
    const wrong = agent.replace(/.{4}$/, agent.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    const replies = [];
    for (const [user, key] of [
      ['helper', wrong],
      [other.name, agent],
      ['nothere', agent],
      ['theirs', agent],
      ['helper', stranger.admin],
      ['helper', 'password'],
    ] as const) {
      const client = await SmtpClient.greeted(submissionPort(service));
      replies.push(await client.command(plain(user, key)));
      client.end();
    }
    expect(new Set(replies)).toEqual(new Set(['535 5.7.8 The mailbox or the API key is wrong']));
    const client = await SmtpClient.greeted(submissionPort(service));
    await client.command(plain('helper', 'one'));
    await client.command(plain('helper', 'two'));
    expect(await client.command(plain('helper', 'three'))).toBe('421 4.7.0 Too many failed logins');
    expect(await client.reply()).toBe('');
  });

  it('counts as a failed request over HTTP does', async () => {
    const { admin, mailbox } = await createTenant(service, {
      email: 'guessed@example.com',
      mailbox: 'guessed',
    });
    const key = await createAgent(service, admin, mailbox.id);
    const wrong = key.replace(/.{4}$/, key.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    const replies = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const client = await SmtpClient.greeted(submissionPort(service));
      replies.push(await client.command(plain('guessed', wrong)));
      client.end();
    }
    expect(replies[9]).toMatch(/^535 /);
    expect(replies[10]).toMatch(/^454 4\.7\.0 /);
    const asked = await service.call(wrong, api.listMailboxes);
    expect([asked.status, asked.body.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('is needed before a message', async () => {
    const client = await SmtpClient.greeted(submissionPort(service));
    expect(await client.command('MAIL FROM:<helper@agentmail.localhost>')).toMatch(/^530 5\.7\.0 AUTH /);
    expect(await client.command('DATA')).toMatch(/^530 /);
    client.end();
  });

  it('ends with its key: a message after that is refused', async () => {
    const asked = { role: 'agent' as const, mailbox_ids: [tenant.mailbox.id] };
    const { id, api_key } = await service.must(tenant.admin, api.createApiKey, asked);
    const client = await loggedIn('helper', api_key);
    expect(await send(client)).toMatch(/^250 /);
    await client.command('MAIL FROM:<helper@agentmail.localhost>');
    await client.command('RCPT TO:<ann@example.com>');
    await client.command('DATA');
    await service.must(tenant.admin, api.revokeApiKey, { id });
    client.write(`${message()}\r\n.\r\n`);
    expect(await client.reply()).toBe('535 5.7.8 API_KEY_REVOKED This API key is revoked.');
    client.end();
  });
});

describe('a session', () => {
  it('sends three messages, with a refusal in between', async () => {
    const client = await loggedIn();
    const before = await sentToday(service, tenant.admin);
    expect(await send(client)).toMatch(/^250 2\.0\.0 /);
    expect(await send(client, message().replace('helper@', 'ceo@'))).toMatch(
      /^554 5\.6\.0 VALIDATION_ERROR /,
    );
    expect(await send(client)).toMatch(/^250 2\.0\.0 /);
    expect(await send(client)).toMatch(/^250 2\.0\.0 /);
    expect(await sentToday(service, tenant.admin)).toBe(before + 3);
    client.end();
  });

  it('offers what mail programs use, and ignores wishes for delivery reports', async () => {
    const client = await SmtpClient.connect(submissionPort(service));
    await client.reply();
    const offered = await client.command('EHLO client.example');
    for (const name of ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'AUTH PLAIN LOGIN', 'SIZE 25000000'])
      expect(offered).toContain(name);
    await client.command(plain('helper', agent));
    const mail = 'MAIL FROM:<helper@agentmail.localhost> RET=HDRS ENVID=x BODY=8BITMIME SMTPUTF8 SIZE=500';
    expect(await client.command(mail)).toMatch(/^250 /);
    expect(
      await client.command('RCPT TO:<ann@example.com> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;a@b.example'),
    ).toMatch(/^250 /);
    expect(await client.command('RSET')).toMatch(/^250 /);
    expect(await client.command('MAIL FROM:<helper@agentmail.localhost> SIZE=99999999')).toMatch(
      /^552 5\.3\.4 /,
    );
    client.end();
  });

  it('takes a pipelined transaction', async () => {
    const client = await loggedIn();
    client.write('MAIL FROM:<helper@agentmail.localhost>\r\nRCPT TO:<ann@example.com>\r\nDATA\r\n');
    for (const code of ['250', '250', '354']) expect((await client.reply()).slice(0, 3)).toBe(code);
    client.write(`${message()}\r\n.\r\nQUIT\r\n`);
    expect(await client.reply()).toMatch(/^250 2\.0\.0 /);
    expect(await client.reply()).toMatch(/^221 /);
  });

  it('takes 8-bit text and header fields as UTF-8', async () => {
    const client = await loggedIn();
    const mail = 'MAIL FROM:<helper@agentmail.localhost> BODY=8BITMIME SMTPUTF8';
    const reply = await send(client, message().replace('Numbers', 'Zählung').replace('Here', 'Größe'), mail);
    const sent = await service.must(tenant.admin, api.getMessage, { id: idOf(reply) });
    expect([sent.subject, sent.body.content]).toEqual(['Zählung', 'Größe they are.']);
    client.end();
  });
});

describe('an attack on a session', () => {
  it('with a message that drips in ends at the limit of the session', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = await SmtpClient.connect(submissionPort(service));
    let isGreeted = false;
    const greeting = client.reply().then(() => {
      isGreeted = true;
    });
    await expect
      .poll(
        () => {
          vi.advanceTimersByTime(1);
          return isGreeted;
        },
        { interval: 1 },
      )
      .toBe(true);
    await greeting;
    await client.command('EHLO client.example');
    await client.command(plain('helper', agent));
    await client.command('MAIL FROM:<helper@agentmail.localhost>');
    await client.command('RCPT TO:<ann@example.com>');
    await client.command('DATA');
    client.write('From: h');
    vi.advanceTimersByTime(SUBMISSION_LIMITS.sessionTime);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
  });

  it('with a bare line feed doesn’t end the message early', async () => {
    const client = await loggedIn();
    const smuggled = `${message()}\n.\nMAIL FROM:<helper@agentmail.localhost>\nRCPT TO:<bea@example.com>\nDATA\nx`;
    const before = await sentToday(service, tenant.admin);
    const reply = await send(client, smuggled);
    const sent = await service.must(tenant.admin, api.getMessage, { id: idOf(reply) });
    expect(sent.body.content).toContain('RCPT TO:<bea@example.com>');
    expect(await sentToday(service, tenant.admin)).toBe(before + 1);
    expect(await client.command('NOOP')).toMatch(/^250 /);
    client.end();
  });

  it('with header fields in encoded words adds none', async () => {
    const client = await loggedIn();
    const subject = `=?utf-8?B?${base64('Hello\r\nBcc: bea@example.com\r\nX-Evil: 1')}?=`;
    const reply = await send(client, message().replace('Numbers', subject));
    const { body } = await service.operator(api.getRawMessage, { id: idOf(reply) });
    expect(String(body)).not.toMatch(/^(?:Bcc|X-Evil):/m);
    client.end();
  });

  it('with a huge header, or too many parts, is refused or read in bounds', async () => {
    const client = await loggedIn();
    const huge = Array.from({ length: 3000 }, (_, index) => `X-${index}: ${'x'.repeat(900)}`);
    expect(await send(client, message(...huge))).toMatch(/^554 5\.6\.0 VALIDATION_ERROR |^250 /);
    const parts = Array.from({ length: 1100 }, () => '--b\r\n\r\nx').join('\r\n');
    const many = message('MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b');
    expect(await send(client, `${many}\r\n${parts}\r\n--b--`)).toMatch(/^554 5\.6\.0 VALIDATION_ERROR /);
    client.end();
  });

  it('with 1,000 recipients sends to none of them', async () => {
    const client = await loggedIn();
    const before = await sentToday(service, tenant.admin);
    await client.command('MAIL FROM:<helper@agentmail.localhost>');
    for (let index = 0; index < 1000; index++) await client.command(`RCPT TO:<a${index}@example.com>`);
    expect(await client.command('RCPT TO:<last@example.com>')).toMatch(/^452 /);
    await client.command('DATA');
    client.write(`${message()}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^554 5\.6\.0 VALIDATION_ERROR .*recipients/);
    expect(await sentToday(service, tenant.admin)).toBe(before);
    client.end();
  });

  it('with a message beyond the limit is refused', async () => {
    const client = await loggedIn();
    expect(
      await send(client, `${message()}\r\n${'x'.repeat(998)}`.padEnd(25_000_001, `\r\n${'x'.repeat(998)}`)),
    ).toMatch(/^552 5\.3\.4 /);
    client.end();
  });
});

const FROM_ELSEWHERE = 'PROXY TCP4 203.0.113.9 198.51.100.1 40000 587\r\n';

/** A client on another machine, as a proxy names it. */
async function elsewhere(port: number): Promise<SmtpClient> {
  const client = await SmtpClient.connect(port, FROM_ELSEWHERE);
  await client.reply();
  return client;
}

describe('without TLS', () => {
  it('a client on another machine can’t log in, and isn’t told that it could', async () => {
    const tls = await serviceWithTls({ 'smtp.trusted_proxies': ['127.0.0.0/8'] });
    const { admin } = await createTenant(tls);
    const client = await elsewhere(submissionPort(tls));
    const offered = await client.command('EHLO client.example');
    expect(offered).toContain('STARTTLS');
    expect(offered).not.toContain('AUTH');
    expect(await client.command(plain('helper', admin))).toBe('538 5.7.11 AUTH requires TLS');
    expect(await client.command('MAIL FROM:<helper@agentmail.localhost>')).toMatch(/^530 /);
    expect(await client.command('STARTTLS')).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO client.example')).toContain('AUTH PLAIN LOGIN');
    expect(await client.command(plain('helper', admin))).toMatch(/^235 /);
    expect(await send(client)).toMatch(/^250 2\.0\.0 /);
    client.end();
  });
});

describe('STARTTLS', () => {
  it('forgets the login, and all that came behind it in the clear', async () => {
    const tls = await serviceWithTls();
    const { admin } = await createTenant(tls);
    const client = await SmtpClient.greeted(submissionPort(tls));
    expect(await client.command(plain('helper', admin))).toMatch(/^235 /);
    client.write('STARTTLS\r\nMAIL FROM:<helper@agentmail.localhost>\r\nRCPT TO:<bea@example.com>\r\n');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO client.example')).toMatch(/^250/);
    expect(await client.command('RCPT TO:<ann@example.com>')).toMatch(/^530 /);
    await client.command(plain('helper', admin));
    expect(await client.command('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
    client.end();
  });
});

describe('TLS from the first byte', () => {
  it('is spoken where the setting says so', async () => {
    const tls = await serviceWithTls({ 'smtp.submission.tls': true });
    const { admin, mailbox } = await createTenant(tls);
    const transport = createTransport({
      host: '127.0.0.1',
      port: submissionPort(tls),
      secure: true,
      auth: { user: 'helper', pass: admin },
      tls: { rejectUnauthorized: false },
    });
    const mail = { from: mailbox.address, to: 'ann@example.com', subject: 'Numbers', text: 'Here.' };
    expect((await transport.sendMail(mail)).response).toMatch(/^250 2\.0\.0 /);
    transport.close();
    const socket = connectTls({ port: submissionPort(tls), host: '127.0.0.1', rejectUnauthorized: false });
    const greeting = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    expect(greeting).toMatch(/^220 /);
    socket.destroy();
  });

  it('needs a certificate', async () => {
    const home = temporaryHome();
    const first = await launch({ home });
    await first.operator(api.updateSettings, { 'smtp.submission.tls': true });
    await first.stop();
    await expect(launch({ home, isSingle: true, config: SUBMISSION })).rejects.toThrow(/smtp\.tls/);
    rmSync(home, { recursive: true, force: true });
  });
});

describe('the listener', () => {
  it('is off where its setting is null, and otherwise shown in the status', async () => {
    const home = temporaryHome();
    const first = await launch({ home, isSingle: true, config: SUBMISSION });
    const { body: shown } = await first.operator(api.getStatus);
    expect(shown.submission).toBe(first.daemon.runtime.submission);
    await first.operator(api.updateSettings, { 'smtp.submission.listen': null });
    await first.stop();
    const service = await startService({ home, isSingle: true });
    expect((await service.operator(api.getStatus)).body.submission).toBeUndefined();
  });

  it('isn’t needed at its default address: a daemon starts beside another one', async () => {
    const port = submissionPort(service);
    const config = { submission: { host: '127.0.0.1', port } };
    const beside = await startService({ isSingle: true, config });
    expect(beside.daemon.runtime.submission).toBeNull();
    const home = temporaryHome();
    const first = await launch({ home, isSingle: true });
    await first.operator(api.updateSettings, { 'smtp.submission.listen': `127.0.0.1:${port}` });
    await first.stop();
    await expect(launch({ home, isSingle: true })).rejects.toThrow(
      `can't listen on 127.0.0.1:${port} (EADDRINUSE)`,
    );
  });

  it('answers a message that came before the stop', async () => {
    const own = await startService({ isSingle: true, config: SUBMISSION });
    const { admin } = await createTenant(own);
    const { requests } = own.daemon.context;
    const begun = Promise.withResolvers<void>();
    const add = requests.add.bind(requests);
    requests.add = (work) => {
      begun.resolve();
      return add(work);
    };
    const client = await SmtpClient.greeted(submissionPort(own));
    await client.command(plain('helper', admin));
    await client.command('MAIL FROM:<helper@agentmail.localhost>');
    await client.command('RCPT TO:<ann@example.com>');
    await client.command('DATA');
    client.write(`${message()}\r\n.\r\n`);
    const reply = client.reply();
    await begun.promise;
    await own.stop();
    expect(await reply).toMatch(/^250 2\.0\.0 /);
    expect(await client.reply()).toMatch(/^421 4\.3\.2 /);
  });
});
