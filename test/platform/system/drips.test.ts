import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postToGateway } from '../../../daemon/access/sms/gateway.ts';
import { scanWithin } from '../../../daemon/content/scanning/scanners/clamd.ts';
import { attemptPost } from '../../../daemon/events/webhooks/post.ts';
import { imapStep, leaveImap, openImap } from '../../../daemon/network/domains/imap/connect.ts';
import { probeServers } from '../../../daemon/network/domains/probe.ts';
import type { SelfHosted } from '../../../daemon/network/domains/self-hosted.ts';
import { Bucket, sha256Of } from '../../../daemon/platform/store/bucket/bucket.ts';
import { createAddressLookup } from '../../../daemon/platform/system/addresses.ts';
import { CLIENT_LIMITS } from '../../../daemon/platform/system/client-limits.ts';
import { SECOND } from '../../../daemon/platform/system/clock.ts';
import { systemDns } from '../../../daemon/platform/system/dns.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import {
  type ImapStage,
  keepWriting,
  playImap,
  startNames,
  startTcp,
  startTls,
} from '../../support/dripping-servers.ts';
import { Drips } from '../../support/drips.ts';
import { bucketAt } from '../../support/s3.ts';
import { launch, type Service } from '../../support/service.ts';

/** Our clients, each against servers that drip; test/network/smtp-client/drips.test.ts has those of mail. */

/** Seconds of a step of the clock, in which an end may be seen later. */
const STEP = 5;
/** Milliseconds for clients without a clock. */
const SHORT = 100;
const UNFINISHED = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n';

let service: Service;
beforeAll(async () => {
  const authority = await testAuthority();
  service = await launch({
    config: { allowPrivateWebhooks: true },
    overrides: { extraAuthorities: [authority.certificate] },
  });
  await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
});
afterAll(() => service.stop());

/** The parts of the daemon, which stop with `stop`. */
function partsOf() {
  const stop = new AbortController();
  return { stop, context: { ...service.daemon.context, stopping: stop.signal } };
}

function selfHosted(port: number): SelfHosted {
  const server = { host: '127.0.0.1', port, security: 'tls', username: 'me', password: 'secret' } as const;
  return { network_mode: 'public', smtp: server, imap: server };
}

/** Seconds of the clock until the work ends while a server drips, and what it ends with. */
async function endOf(work: Promise<unknown>, drips: Drips) {
  const outcome = work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
  return { seconds: await drips.secondsOf(work, service.clock), outcome: await outcome };
}

const PIECES: readonly [string, string | undefined][] = [
  ['says nothing', undefined],
  ['sends a byte at a time', '*'],
  ['sends a line at a time', '* OK x\r\n'],
];

describe('an IMAP server', () => {
  const stages: readonly ImapStage[] = ['GREETING', 'CAPABILITY', 'LOGIN'];
  for (const stage of stages) {
    it.each(PIECES)(`is left when it ${'%s'} at ${stage} instead of letting us in`, async (_, piece) => {
      const drips = new Drips();
      const port = await startTls(playImap(stage, (socket) => drips.drip(socket, piece)));
      const opening = openImap(partsOf().context, selfHosted(port));
      const { seconds, outcome } = await endOf(opening, drips);
      expect(seconds).toBeLessThanOrEqual(CLIENT_LIMITS.imap.open / SECOND + STEP);
      expect(outcome).toBe('TOO_SLOW');
    });
  }

  /** A session whose server drips at a stage. */
  async function session(stage: ImapStage, drip: Parameters<typeof playImap>[1]) {
    const port = await startTls(playImap(stage, drip));
    const parts = partsOf();
    return { ...parts, client: await openImap(parts.context, selfHosted(port)) };
  }

  it.each(PIECES)('is left when it %s instead of opening a folder', async (_, piece) => {
    const drips = new Drips();
    const { client, context } = await session('EXAMINE', (socket) => drips.drip(socket, piece));
    const opening = imapStep(context, { client }, () => client.mailboxOpen('INBOX', { readOnly: true }));
    const { seconds, outcome } = await endOf(opening, drips);
    expect(seconds).toBeLessThanOrEqual(CLIENT_LIMITS.imap.command / SECOND + STEP);
    expect([outcome, client.usable]).toEqual(['TOO_SLOW', false]);
  });

  const fetching = async (drip: Parameters<typeof playImap>[1]) => {
    const { client, context } = await session('FETCH', drip);
    await client.mailboxOpen('INBOX', { readOnly: true });
    const content = () => client.fetchOne('1', { source: true }, { uid: true });
    return { client, fetch: imapStep(context, { client, messageBytes: 1024 * 1024 }, content) };
  };

  it('is left when it drips a message, later the larger it is', async () => {
    const drips = new Drips();
    const { fetch } = await fetching((socket) => {
      socket.write('* 1 FETCH (UID 1 BODY[] {1000000}\r\n');
      drips.drip(socket, 'x');
    });
    const { seconds, outcome } = await endOf(fetch, drips);
    const most = CLIENT_LIMITS.imap.command / SECOND + 64;
    expect(seconds).toBeGreaterThan(CLIENT_LIMITS.imap.command / SECOND);
    expect(seconds).toBeLessThanOrEqual(most + STEP);
    expect(outcome).toBe('TOO_SLOW');
  });

  it('is left when it announces more bytes than a message may have', async () => {
    const { fetch, client } = await fetching((socket) =>
      socket.write('* 1 FETCH (UID 1 BODY[] {4000000000}\r\nxxx'),
    );
    await expect(fetch).rejects.toThrow();
    expect(client.usable).toBe(false);
  });

  it('is not waited for when it drips at LOGOUT', async () => {
    const drips = new Drips();
    const { client, context } = await session('LOGOUT', (socket) => drips.drip(socket, '* OK x\r\n'));
    const { seconds } = await endOf(leaveImap(context, client), drips);
    expect(seconds).toBeLessThanOrEqual(CLIENT_LIMITS.imap.logout / SECOND + STEP);
  });

  it.each(stages)('is left at once when the daemon stops while it drips at %s', async (stage) => {
    const drips = new Drips();
    const port = await startTls(playImap(stage, (socket) => drips.drip(socket, '* OK x\r\n')));
    const { context, stop } = partsOf();
    const opening = openImap(context, selfHosted(port));
    opening.catch(() => undefined);
    await drips.begun;
    stop.abort();
    await expect(opening).rejects.toMatchObject({ code: 'STOPPED' });
  });

  it('says nothing about its domain when the daemon stops during a check', async () => {
    const drips = new Drips();
    const port = await startTls((socket) => drips.drip(socket, '* OK x\r\n'));
    const { context, stop } = partsOf();
    const probing = probeServers(context, selfHosted(port));
    probing.catch(() => undefined);
    await drips.begun;
    stop.abort();
    await expect(probing).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a receiver of posts', () => {
  const drippingAt = async (drips: Drips, beginning: string, piece?: string) =>
    startTls((socket) =>
      socket.once('data', () => {
        socket.write(beginning);
        drips.drip(socket, piece);
      }),
    );

  it.each([
    ['says nothing', '', undefined, 'retry'],
    ['drips its headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n', 'retry'],
    ['drips its body', UNFINISHED, 'x', 'delivered'],
  ] as const)('is left in time when it %s', async (_, beginning, piece, kind) => {
    const drips = new Drips();
    const port = await drippingAt(drips, beginning, piece);
    const { context, stop } = partsOf();
    const post = {
      url: `https://localhost:${port}/`,
      headers: {},
      body: Buffer.from('{}'),
      receiver: { request_headers: null },
    };
    const attempt = attemptPost(context, post, stop.signal);
    expect((await endOf(attempt, drips)).seconds).toBeLessThanOrEqual(LIMITS.webhookTimeoutSeconds + STEP);
    expect(await attempt).toMatchObject({ kind });
  });
});

describe('a gateway of text messages', () => {
  const post = (port: number, parts = partsOf()) => {
    const { secrets, settings, ...context } = parts.context;
    const gateway = Object.create(settings, {
      get: { value: () => ({ url: `http://127.0.0.1:${port}/` }) },
    }) as typeof settings;
    const sealed = secrets.seal('sms', JSON.stringify({ to: '+1', text: 'Hi' })).toString('base64');
    const payload = { sealed, give_up_at: context.clock.now() + SECOND };
    return postToGateway({ ...context, secrets, settings: gateway }, payload);
  };

  it.each([
    ['says nothing', '', undefined],
    ['drips its headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
  ])('is left in time when it %s', async (_, beginning, piece) => {
    const drips = new Drips();
    const port = await startTcp((socket) =>
      socket.once('data', () => {
        socket.write(beginning);
        drips.drip(socket, piece);
      }),
    );
    const { seconds, outcome } = await endOf(post(port), drips);
    expect(seconds).toBeLessThanOrEqual(CLIENT_LIMITS.textMessage.post / SECOND + STEP);
    expect(outcome).toBe('TOO_SLOW');
  });

  it('is left at once when the daemon stops', async () => {
    const drips = new Drips();
    const port = await startTcp((socket) => drips.drip(socket));
    const parts = partsOf();
    const posting = post(port, parts);
    posting.catch(() => undefined);
    await drips.begun;
    parts.stop.abort();
    await expect(posting).rejects.toMatchObject({ code: 'STOPPED' });
  });
});

describe('a bucket', () => {
  const limits = { attempt: SHORT, request: 2 * SHORT, bytes: 1000, answerBytes: 500 };
  const open = (port: number) =>
    new Bucket(bucketAt(`s3://mail/large?endpoint=http://127.0.0.1:${port}`), {
      limits,
      pause: () => Promise.resolve(),
    });
  const answering = (beginning: string | Buffer, piece?: string) =>
    startTcp((socket) =>
      socket.on('data', () => {
        socket.write(beginning);
        keepWriting(socket, piece);
      }),
    );
  const digest = sha256Of(Buffer.from('x'));

  it.each([
    ['says nothing', '', undefined],
    ['drips its headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['drips an object', UNFINISHED, 'x'],
  ])('is left in time when it %s', async (_, beginning, piece) => {
    const bucket = open(await answering(beginning, piece));
    await expect(bucket.get('key', digest)).rejects.toMatchObject({ code: 'BUCKET_UNAVAILABLE' });
    await expect(bucket.put('key', Buffer.from('x'))).rejects.toMatchObject({ code: 'BUCKET_UNAVAILABLE' });
    bucket.close();
  });

  it('is left in time by requests that wait for their turn too', async () => {
    const bucket = open(await answering(''));
    const requests = Array.from({ length: 40 }, () => bucket.get('key', digest));
    const outcomes = await Promise.allSettled(requests);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    bucket.close();
  });

  const headers = (more: string) => `HTTP/1.1 200 OK\r\nConnection: close\r\n${more}\r\n`;
  it.each([
    ['an object without an end', Buffer.from(`${headers('')}${'x'.repeat(2000)}`)],
    [
      'an object that grows when it is unpacked',
      Buffer.concat([Buffer.from(headers('Content-Encoding: gzip\r\n')), gzipSync(Buffer.alloc(10_000_000))]),
    ],
  ])('is not read further than an object may have bytes when it sends %s', async (_, answer) => {
    const bucket = open(await answering(answer));
    const failure = await bucket.get('key', digest).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'BUCKET_UNAVAILABLE', cause: { code: 'TOO_MANY_BYTES' } });
    bucket.close();
  });

  it('is left at once when the daemon stops', async () => {
    const drips = new Drips();
    const port = await startTcp((socket) => drips.drip(socket));
    const bucket = new Bucket(bucketAt(`s3://mail/large?endpoint=http://127.0.0.1:${port}`));
    const request = bucket.get('key', digest);
    request.catch(() => undefined);
    await drips.begun;
    bucket.close();
    await expect(request).rejects.toMatchObject({ code: 'BUCKET_UNAVAILABLE' });
  });
});

describe('clamd', () => {
  const attachment = { filename: null, content: Buffer.from('x') };
  const scan = (port: number, signal?: AbortSignal) =>
    scanWithin({ scan: SHORT, answerBytes: 100 }, {
      input: { attachments: [attachment, attachment] },
      options: { clamd: { host: '127.0.0.1', port }, ...(signal && { signal }) },
    } as unknown as Parameters<typeof scanWithin>[1]);

  it.each([
    ['says nothing', undefined],
    ['drips its answer', 's'],
  ])('fails the scan in time when it %s', async (_, piece) => {
    const port = await startTcp((socket) => keepWriting(socket, piece));
    await expect(scan(port)).rejects.toThrow('clamd timed out');
  });

  it('fails the scan when its answer is too long', async () => {
    const port = await startTcp((socket) => socket.write('s'.repeat(1000)));
    await expect(scan(port)).rejects.toThrow('too long');
  });

  it('is left at once when the scan ends', async () => {
    const ended = new AbortController();
    const port = await startTcp(() => ended.abort());
    await expect(scan(port, ended.signal)).rejects.toThrow('clamd timed out');
  });
});

describe('a name server', () => {
  it.each([
    ['says nothing', undefined],
    ['drips its answer', Buffer.from([0])],
  ])('counts as unavailable in time when it %s', async (_, piece) => {
    const address = await startNames((socket) => keepWriting(socket, piece));
    const dns = systemDns([address], SHORT);
    const unavailable = { kind: 'unavailable', reason: 'ETIMEOUT' };
    expect(await dns.mailExchanges('there.example')).toEqual(unavailable);
    expect(await dns.addresses('there.example')).toEqual(unavailable);
    expect(await dns.records('there.example', 'TXT')).toEqual(unavailable);
    await expect(createAddressLookup([address], SHORT)('there.example')).rejects.toMatchObject({
      code: 'ETIMEOUT',
    });
  });
});
