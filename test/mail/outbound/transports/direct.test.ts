import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Direct, type DirectOptions } from '../../../../daemon/mail/outbound/transports/direct.ts';
import { SystemClock } from '../../../../daemon/platform/system/clock.ts';
import type { Dns, DnsAnswer } from '../../../../daemon/platform/system/dns.ts';
import { testAuthority } from '../../../support/certificates.ts';
import { ScriptedDns } from '../../../support/dns.ts';
import { freePort, MailSink } from '../../../support/mail-sink.ts';
import { scriptedMailServer, takeEverything } from '../../../support/scripted-mail-server.ts';

const RAW = Buffer.from('Subject: Hi\r\n\r\nHi\r\n');

/** Mail exchanges as `10 host`, addresses by host. */
function names(
  mail: Readonly<Record<string, readonly string[] | DnsAnswer<never>>>,
  hosts: Readonly<Record<string, readonly string[] | 'unavailable'>> = {},
): Dns & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    records: (name, type) => new ScriptedDns().records(name, type),
    async mailExchanges(domain) {
      const found = mail[domain] ?? { kind: 'no_domain' };
      if ('kind' in found) return found;
      return {
        kind: 'records',
        records: found.map((text) => {
          const [priority = '', exchange = ''] = text.split(' ');
          return { exchange, priority: Number(priority) };
        }),
      };
    },
    async addresses(host) {
      asked.push(host);
      const found = hosts[host];
      if (found === 'unavailable') return { kind: 'unavailable', reason: 'ESERVFAIL' };
      return found ? { kind: 'records', records: found } : { kind: 'no_domain' };
    },
  };
}

function directTo(dns: Dns, port: number, more: Partial<DirectOptions> = {}): Direct {
  return new Direct({
    dns,
    port,
    clock: new SystemClock(),
    ownName: 'out.here.example',
    reach: 'private',
    ...more,
  });
}

const mail = (to: string) => ({ from: 'bounces+1@here.example', to, raw: RAW });

describe('delivering to the mail hosts of a domain', () => {
  it('asks the best host first and the next ones when it does not talk', async () => {
    const good = await scriptedMailServer((peer) => takeEverything(peer));
    const dns = names(
      { 'there.example': ['20 second.example', '10 first.example.', '30 third.example'] },
      {
        'first.example': ['127.0.0.2', '127.0.0.3'],
        'second.example': ['127.0.0.1'],
        'third.example': ['127.0.0.9'],
      },
    );
    const direct = directTo(dns, good.port);
    expect(await direct.send(mail('bob@There.Example'))).toEqual({ kind: 'accepted' });
    expect(dns.asked).toEqual(['first.example', 'second.example']);
    expect(good.peers[0]?.heard).toContain('EHLO out.here.example\r\n');
    direct.close();
  });

  it('goes on to the next host when one greets with a refusal, but not when the recipient is refused', async () => {
    const one = await listenOn('127.0.0.2', '554 no service here');
    const good = await scriptedMailServer((peer) => takeEverything(peer), one.port);
    const hosts = { 'a.example': ['127.0.0.2'], 'b.example': ['127.0.0.1'] };
    const direct = directTo(names({ 'there.example': ['1 a.example', '2 b.example'] }, hosts), one.port);
    expect(await direct.send(mail('bob@there.example'))).toEqual({ kind: 'accepted' });
    direct.close();
    await one.close();
    await good.stop();

    const refusing = await scriptedMailServer(async (peer) => {
      await peer.until('RCPT');
      peer.say('550 5.1.1 who?');
    });
    const dns = names({ 'there.example': ['1 b.example', '2 a.example'] }, hosts);
    const again = directTo(dns, refusing.port);
    expect(await again.send(mail('bob@there.example'))).toMatchObject({
      kind: 'rejected',
      noSuchRecipient: true,
    });
    expect(dns.asked).toEqual(['b.example']);
    again.close();
  });

  it('falls back to the address of a domain without mail exchanges', async () => {
    const good = await scriptedMailServer((peer) => takeEverything(peer));
    const dns = names({ 'there.example': { kind: 'no_records' } }, { 'there.example': ['127.0.0.1'] });
    const direct = directTo(dns, good.port);
    expect(await direct.send(mail('bob@there.example'))).toEqual({ kind: 'accepted' });
    direct.close();
  });

  it('rejects what can never arrive and defers what the name system cannot tell', async () => {
    const dns = names(
      {
        'null.example': ['0 '],
        'dot.example': ['0 .'],
        'empty.example': { kind: 'no_records' },
        'silent.example': { kind: 'unavailable', reason: 'ETIMEOUT' },
        'gone.example': ['10 gone.host.example'],
        'unknown.example': ['10 unknown.host.example'],
        'loop.example': ['10 out.here.example', '20 worse.example'],
        'literal.example': ['10 127.0.0.1'],
      },
      { 'unknown.host.example': 'unavailable', 'worse.example': ['127.0.0.1'] },
    );
    const direct = directTo(dns, await freePort());
    const never = { kind: 'rejected', noSuchRecipient: true };
    expect(await direct.send(mail('a@nowhere.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@null.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@dot.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@empty.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@gone.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@literal.example'))).toMatchObject(never);
    expect(await direct.send(mail('a@loop.example'))).toEqual({
      kind: 'rejected',
      reason: '5.4.6 mail loop',
      noSuchRecipient: false,
    });
    expect(await direct.send(mail('a@silent.example'))).toMatchObject({ kind: 'deferred' });
    expect(await direct.send(mail('a@unknown.example'))).toMatchObject({ kind: 'deferred' });
    direct.close();
  });

  it('never reaches into this machine or its network, whatever the name system says', async () => {
    const inside = await scriptedMailServer((peer) => takeEverything(peer));
    const addresses = [
      '127.0.0.1',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      '0.0.0.0',
    ];
    for (const address of addresses) {
      const dns = names({ 'evil.example': ['10 mx.evil.example'] }, { 'mx.evil.example': [address] });
      const direct = directTo(dns, inside.port, { reach: 'public' });
      expect([address, await direct.send(mail('a@evil.example'))]).toMatchObject([
        address,
        { kind: 'deferred', reason: expect.stringMatching(/address_refused/) },
      ]);
      direct.close();
    }
    expect(inside.peers).toEqual([]);
  });

  it('uses TLS where it is offered, with any certificate, and goes on without where it fails', async () => {
    const certificate = await (await testAuthority()).issue('somebody.else.example');
    const offering = await MailSink.start({ tls: certificate });
    const dns = names({ 'there.example': ['10 mx.example'] }, { 'mx.example': ['127.0.0.1'] });
    const direct = directTo(dns, offering.port);
    expect(await direct.send(mail('bob@there.example'))).toEqual({ kind: 'accepted' });
    expect(offering.received[0]?.secure).toBe(true);
    direct.close();
    await offering.die();

    const broken = await scriptedMailServer(async (peer, index) => {
      if (index > 0) return takeEverything(peer, ['STARTTLS']);
      await peer.until('STAR' as 'MAIL', ['STARTTLS']);
      peer.say('220 go ahead');
      await peer.bytes(1);
      peer.say('this is no handshake');
    });
    const plain = directTo(dns, broken.port);
    expect(await plain.send(mail('bob@there.example'))).toEqual({ kind: 'accepted' });
    expect(broken.peers).toHaveLength(2);
    plain.close();
  });

  it('keeps to four connections for a domain, and uses them again', async () => {
    let open = 0;
    let most = 0;
    const server = await scriptedMailServer(async (peer) => {
      most = Math.max(most, ++open);
      peer.socket.on('close', () => open--);
      await takeEverything(peer);
    });
    const dns = names({ 'there.example': ['10 mx.example'] }, { 'mx.example': ['127.0.0.1'] });
    const direct = directTo(dns, server.port);
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, (_, number) => direct.send(mail(`n${number}@there.example`))),
    );
    expect(verdicts.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect([most, server.peers.length]).toEqual([4, 4]);
    direct.close();
  });

  it('asks another time at once when a kept connection has ended meanwhile', async () => {
    const server = await scriptedMailServer(async (peer, index) => {
      if (index > 0) return takeEverything(peer);
      await peer.until('BODY');
      await peer.message();
      peer.say('250 2.0.0 taken');
      await peer.line();
      peer.socket.destroy();
    });
    const dns = names({ 'there.example': ['10 mx.example'] }, { 'mx.example': ['127.0.0.1'] });
    const direct = directTo(dns, server.port);
    expect(await direct.send(mail('one@there.example'))).toEqual({ kind: 'accepted' });
    expect(await direct.send(mail('two@there.example'))).toEqual({ kind: 'accepted' });
    expect(server.peers[1]?.heard).toContain('RCPT TO:<two@there.example>');
    direct.close();
  });
});

async function listenOn(host: string, greeting: string): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => socket.end(`${greeting}\r\n`));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
