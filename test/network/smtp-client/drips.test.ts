import { describe, expect, it } from 'vitest';
import { Direct } from '../../../daemon/mail/outbound/transports/direct.ts';
import { Relay } from '../../../daemon/mail/outbound/transports/relay.ts';
import type { ServerOptions } from '../../../daemon/network/smtp-client/connection.ts';
import { contentTime, SMTP_LIMITS } from '../../../daemon/network/smtp-client/limits.ts';
import { MINUTE, SECOND } from '../../../daemon/platform/system/clock.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { Drips, stillClock } from '../../support/drips.ts';
import { type Peer, scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';

const EHLO = 'EHLO' as 'MAIL';
type Script = (peer: Peer, drips: Drips) => Promise<void>;

/** The first bytes of a TLS record that would have 16 KB. */
const BEGINNING_OF_TLS = Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]);
const RAW = Buffer.concat([
  Buffer.from('Subject: Hi\r\n\r\n'),
  Buffer.alloc(24_000_000, `${'x'.repeat(70)}\r\n`),
]);
const SMALL = RAW.subarray(0, 1000);
const MAIL = { from: 'a@here.example', to: 'bob@there.example', raw: RAW };
/** Seconds of a step of the clock, in which the end of a session may be seen later. */
const STEP = 5;
const STAGES = ['MAIL', 'RCPT', 'DATA'] as const;

function serverAt(port: number, more: Partial<ServerOptions> = {}): ServerOptions {
  return { host: '127.0.0.1', port, tls: 'offered', verify: false, ownName: 'out.here.example', ...more };
}

const at =
  (stage: Parameters<Peer['until']>[0], piece?: string | Buffer, extensions: string[] = []): Script =>
  async (peer, drips) => {
    await peer.until(stage, extensions);
    drips.drip(peer.socket, piece);
  };

const startTls =
  (piece?: Buffer): Script =>
  async (peer, drips) => {
    await peer.until('STAR' as 'MAIL', ['STARTTLS']);
    peer.say('220 go ahead');
    await peer.bytes(1);
    peer.socket.write(BEGINNING_OF_TLS);
    drips.drip(peer.socket, piece);
  };

interface Opening {
  readonly name: string;
  readonly script: Script;
  readonly more?: Partial<ServerOptions>;
}

/** Ways in which a server keeps a session from opening. */
const OPENINGS: readonly Opening[] = [
  { name: 'says nothing', script: async (peer, drips) => drips.drip(peer.socket) },
  { name: 'greets byte by byte', script: async (peer, drips) => drips.drip(peer.socket, '2') },
  { name: 'greets line after line', script: async (peer, drips) => drips.drip(peer.socket, '220-x\r\n') },
  { name: 'answers EHLO line after line', script: at(EHLO, '250-x\r\n') },
  { name: 'answers EHLO byte by byte', script: at(EHLO, '2') },
  { name: 'answers EHLO with half a line', script: at(EHLO) },
  { name: 'answers EHLO with empty lines', script: at(EHLO, '\r\n') },
  { name: 'drips the handshake after STARTTLS', script: startTls(Buffer.from('x')) },
  { name: 'begins a handshake after STARTTLS', script: startTls() },
  {
    name: 'drips the handshake',
    more: { tls: 'immediate' },
    script: async (peer, drips) => {
      await peer.bytes(1);
      peer.socket.write(BEGINNING_OF_TLS);
      drips.drip(peer.socket, 'x');
    },
  },
  {
    name: 'answers the login line after line',
    more: { login: { username: 'me', password: 'secret' }, plainLogin: true },
    script: at('AUTH' as 'MAIL', '334-x\r\n', ['AUTH PLAIN']),
  },
];

const drippingEhlo = at(EHLO, '250-x\r\n');

/** Mail for a domain with three hosts, of three addresses each. */
function directTo(port: number) {
  const addresses = ['127.0.0.1', '127.0.0.1', '127.0.0.1'];
  const records = addresses.map((_, priority) => ({ exchange: `mx${priority}.there.example`, priority }));
  const clock = stillClock();
  const direct = new Direct({
    dns: {
      records: (name, type) => new ScriptedDns().records(name, type),
      mailExchanges: async () => ({ kind: 'records', records }),
      addresses: async () => ({ kind: 'records', records: addresses }),
    },
    clock,
    ownName: 'out.here.example',
    port,
    reach: 'private',
  });
  return { clock, direct };
}

/** A relay whose server plays `script` in every connection. */
async function dripping(script: Script, more: Partial<ServerOptions> = {}) {
  const drips = new Drips();
  const server = await scriptedMailServer((peer) => script(peer, drips));
  const clock = stillClock();
  return { drips, server, clock, relay: new Relay(serverAt(server.port, more), clock) };
}

describe('a mail server that drips', () => {
  it.each(OPENINGS)('is left when it $name', async ({ script, more }) => {
    const { clock, drips, relay } = await dripping(script, more);
    const sending = relay.send(MAIL);
    expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual(SMTP_LIMITS.open / SECOND + STEP);
    expect(await sending).toMatchObject({ kind: 'deferred' });
    relay.close();
  });

  for (const stage of STAGES) {
    it.each([
      ['says nothing', undefined],
      ['answers byte by byte', '2'],
      ['answers line after line', '250-x\r\n'],
      ['answers with empty lines', '\r\n'],
    ])(`is left when it ${'%s'} after ${stage}`, async (_, piece) => {
      for (const extensions of [[], ['PIPELINING']]) {
        const { clock, drips, relay } = await dripping(at(stage, piece, extensions));
        const sending = relay.send(MAIL);
        expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual(
          SMTP_LIMITS.commands / SECOND + STEP,
        );
        expect(await sending).toMatchObject({ kind: 'deferred', slow: true });
        relay.close();
      }
    });
  }

  it('is left when it reads too slowly, and has got no complete message', async () => {
    const { clock, drips, relay, server } = await dripping(async (peer, each) => {
      await peer.until('BODY');
      await peer.bytes(100_000);
      peer.socket.pause();
      each.drip(peer.socket);
    });
    const sending = relay.send(MAIL);
    const most = contentTime(RAW.length) / SECOND;
    expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual(most + STEP);
    expect(await sending).toMatchObject({ kind: 'deferred', slow: true });
    server.peers[0]?.socket.resume();
    await server.peers[0]?.closed();
    expect(server.peers[0]?.heard).not.toContain('\r\n.\r\n');
    relay.close();
  });

  it.each([
    ['says nothing', undefined],
    ['answers byte by byte', '2'],
    ['answers line after line', '250-x\r\n'],
  ])('may have the message when it %s after the final dot', async (_, piece) => {
    const { clock, drips, relay } = await dripping(async (peer, each) => {
      await peer.until('BODY');
      await peer.message();
      each.drip(peer.socket, piece);
    });
    const sending = relay.send({ ...MAIL, raw: SMALL });
    expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual(SMTP_LIMITS.outcome / SECOND + STEP);
    expect(await sending).toMatchObject({ kind: 'ambiguous' });
    relay.close();
  });

  it('is cut when it sends more than any answer needs', async () => {
    const { relay, server } = await dripping(async (peer) => {
      await peer.until('MAIL');
      for (let kilobytes = 0; kilobytes < 128; kilobytes++) peer.socket.write('\r\n'.repeat(512));
    });
    expect(await relay.send(MAIL)).toMatchObject({
      kind: 'deferred',
      reason: 'before the final dot: too_many_replies',
    });
    await server.peers[0]?.closed();
    relay.close();
  });

  it('does not keep a session that it never resets', async () => {
    const { clock, drips, relay, server } = await dripping(async (peer, each) => {
      await peer.until('RCPT');
      peer.say('550 5.1.1 who?');
      await peer.line();
      each.drip(peer.socket, '250-x\r\n');
    });
    expect(await relay.send(MAIL)).toMatchObject({ kind: 'rejected' });
    const closed = server.peers[0]?.closed() ?? Promise.reject(new Error('never connected'));
    expect(await drips.secondsOf(closed, clock)).toBeLessThanOrEqual(SMTP_LIMITS.commands / SECOND + STEP);
    relay.close();
  });

  it.each([
    ['EHLO', drippingEhlo],
    ['MAIL', at('MAIL', '250-x\r\n')],
  ])('has all of 60 messages deferred after the first limit when it drips after %s', async (_, script) => {
    const { clock, drips, relay } = await dripping(script);
    const sends = Array.from({ length: 60 }, async () => {
      const release = await relay.acquire();
      const verdict = release ? await relay.send(MAIL) : 'no turn';
      release?.();
      return verdict;
    });
    expect(await drips.secondsOf(Promise.all(sends), clock)).toBeLessThanOrEqual(
      SMTP_LIMITS.commands / SECOND + STEP,
    );
    for (const verdict of await Promise.all(sends)) {
      if (verdict !== 'no turn') expect(verdict).toMatchObject({ kind: 'deferred' });
    }
    relay.close();
  });

  it('does not stop messages that others take from the same server', async () => {
    const drips = new Drips();
    const server = await scriptedMailServer(async (peer, index) => {
      if (index > 0) return takeEverything(peer);
      await peer.until('MAIL');
      drips.drip(peer.socket, '250-x\r\n');
    });
    const clock = stillClock();
    const relay = new Relay(serverAt(server.port), clock);
    const slow = relay.send(MAIL);
    await drips.begun;
    clock.moveTo(clock.now() + MINUTE);
    const small = { ...MAIL, raw: SMALL };
    expect(await relay.send(small)).toEqual({ kind: 'accepted' });
    await drips.secondsOf(slow, clock);
    expect(await slow).toMatchObject({ kind: 'deferred' });
    expect(await relay.send(small)).toEqual({ kind: 'accepted' });
    relay.close();
  });

  it('does not keep a message from the next host of its domain', async () => {
    const drips = new Drips();
    const server = await scriptedMailServer((peer, index) =>
      index === 0 ? drippingEhlo(peer, drips) : takeEverything(peer),
    );
    const { clock, direct } = directTo(server.port);
    const sending = direct.send({ ...MAIL, raw: SMALL });
    expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual(SMTP_LIMITS.open / SECOND + STEP);
    expect(await sending).toEqual({ kind: 'accepted' });
    direct.close();
  });

  it('does not keep a message for as many times as its domain has hosts', async () => {
    const drips = new Drips();
    const server = await scriptedMailServer((peer) => drippingEhlo(peer, drips));
    const { clock, direct } = directTo(server.port);
    const sending = direct.send({ ...MAIL, raw: SMALL });
    expect(await drips.secondsOf(sending, clock)).toBeLessThanOrEqual((2 * SMTP_LIMITS.open) / SECOND + STEP);
    expect(await sending).toMatchObject({ kind: 'deferred' });
    direct.close();
  });

  it.each([
    ['a session opens', drippingEhlo, 'deferred'],
    ['it answers MAIL', at('MAIL', '250-x\r\n'), 'deferred'],
    [
      'it has the message',
      async (peer: Peer, drips: Drips) => {
        await peer.until('BODY');
        await peer.message();
        drips.drip(peer.socket, '250-x\r\n');
      },
      'ambiguous',
    ],
  ] as const)('is left at once when the transport closes while %s', async (_, script, kind) => {
    const { drips, relay } = await dripping(script);
    const sending = relay.send({ ...MAIL, raw: SMALL });
    await drips.begun;
    relay.close();
    expect(await sending).toMatchObject({ kind });
    expect(await relay.acquire()).toBeNull();
  });
});
