import { describe, expect, it } from 'vitest';
import type { ServerOptions } from '../../../../daemon/network/smtp-client/connection.ts';
import { SmtpSession } from '../../../../daemon/network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../../daemon/network/smtp-client/verdict.ts';
import { SystemClock } from '../../../../daemon/platform/system/clock.ts';
import {
  type Peer,
  type ScriptedMailServer,
  scriptedMailServer,
  takeEverything,
} from '../../../support/scripted-mail-server.ts';

const RAW = Buffer.from('From: a@here.example\r\nSubject: Hi\r\n\r\nOne line.\r\n.dot\r\n..two\r\nend\r\n');
const MAIL = { from: 'bounces+1@here.example', to: 'bob@there.example', raw: RAW };

function serverAt(port: number, more: Partial<ServerOptions> = {}): ServerOptions {
  return { host: '127.0.0.1', port, tls: 'offered', verify: false, ownName: 'out.here.example', ...more };
}

/** Sends one message to a server that plays `script`. */
async function attempt(
  script: (peer: Peer) => Promise<void>,
  raw: Buffer = RAW,
): Promise<{ verdict: DeliveryVerdict; server: ScriptedMailServer; session: SmtpSession }> {
  const server = await scriptedMailServer(script);
  const session = await SmtpSession.open(serverAt(server.port), new SystemClock());
  return { verdict: await session.send({ ...MAIL, raw }), server, session };
}

const LINES = { MAIL: 'MAIL FROM', RCPT: 'RCPT TO', DATA: 'DATA' } as const;

describe.each([
  ['one command at a time', []],
  ['with pipelining', ['PIPELINING', 'ENHANCEDSTATUSCODES']],
])('handing over a message, %s', (_name, extensions) => {
  it('puts the bytes on the wire unchanged but for the dots that SMTP doubles', async () => {
    const { verdict, server } = await attempt((peer) => takeEverything(peer, extensions));
    expect(verdict).toEqual({ kind: 'accepted' });
    const [peer] = server.peers;
    expect(peer?.heard).toBe(
      'EHLO out.here.example\r\n' +
        'MAIL FROM:<bounces+1@here.example>\r\n' +
        'RCPT TO:<bob@there.example>\r\n' +
        'DATA\r\n' +
        'From: a@here.example\r\nSubject: Hi\r\n\r\nOne line.\r\n..dot\r\n...two\r\nend\r\n.\r\n',
    );
  });

  for (const stage of ['MAIL', 'RCPT', 'DATA'] as const) {
    it(`takes 5xx to ${stage} for a rejection and 4xx for a deferral`, async () => {
      const answering = (reply: string) => async (peer: Peer) => {
        await peer.until(stage, extensions);
        peer.say(reply);
        // Pipelined commands get their refusal too.
        for (;;) {
          const verb = (await peer.line()).slice(0, 4);
          peer.say(verb === 'RSET' ? '250 ok' : '503 5.5.1 not now');
        }
      };
      const rejected = await attempt(answering('554 5.7.1 no'));
      expect(rejected.verdict).toEqual({
        kind: 'rejected',
        reason: `${LINES[stage]}: 554 5.7.1`,
        noSuchRecipient: false,
      });
      await rejected.session.recover();
      expect(rejected.session.isOpen).toBe(true);
      const deferred = await attempt(answering('451 4.7.1 later'));
      expect(deferred.verdict).toMatchObject({ kind: 'deferred', reason: `${LINES[stage]}: 451 4.7.1` });
    });

    it(`takes a connection that ends instead of a reply to ${stage} for a deferral`, async () => {
      for (const end of [(peer: Peer) => peer.socket.end(), (peer: Peer) => peer.socket.resetAndDestroy()]) {
        const { verdict, session } = await attempt(async (peer) => {
          await peer.until(stage, extensions);
          end(peer);
        });
        expect(verdict).toMatchObject({ kind: 'deferred', lost: true });
        expect(session.isOpen).toBe(false);
      }
    });
  }

  it('knows an address that does not exist from other refusals', async () => {
    const refusing = async (reply: string): Promise<DeliveryVerdict> => {
      const { verdict } = await attempt(async (peer) => {
        await peer.until('RCPT', extensions);
        peer.say(reply);
        for (;;) {
          await peer.line();
          peer.say('503 not now');
        }
      });
      return verdict;
    };
    expect(await refusing('550 5.1.1 who?')).toMatchObject({ kind: 'rejected', noSuchRecipient: true });
    expect(await refusing('556 5.1.10 null MX')).toMatchObject({ noSuchRecipient: true });
    expect(await refusing('550 5.7.1 policy')).toMatchObject({ noSuchRecipient: false });
    expect(await refusing('550 No such user 5.1.1')).toMatchObject({ noSuchRecipient: false });
    expect(await refusing('553 5.1.8 sender domain')).toMatchObject({ noSuchRecipient: false });
  });

  it('remembers a refused recipient although the connection ends before the rest is answered', async () => {
    const { verdict } = await attempt(async (peer) => {
      await peer.until('RCPT', extensions);
      peer.say('550 5.1.1 no such user');
      peer.socket.end();
    });
    expect(verdict).toMatchObject({ kind: 'rejected', noSuchRecipient: true });
  });

  it('cuts the session instead of the final dot when the message may not be finished', async () => {
    const server = await scriptedMailServer((peer) => takeEverything(peer, extensions));
    const session = await SmtpSession.open(serverAt(server.port), new SystemClock());
    const verdict = await session.send({ ...MAIL, mayFinish: () => false });
    expect(verdict).toMatchObject({ kind: 'deferred', lost: true });
    await expect.poll(() => server.peers[0]?.heard).toMatch(/\r\nend\r\n$/);
    expect(session.isOpen).toBe(false);
  });

  it('judges the reply to the final dot', async () => {
    const afterDot = async (...lines: string[]): Promise<DeliveryVerdict> => {
      const { verdict } = await attempt(async (peer) => {
        await peer.until('BODY', extensions);
        await peer.message();
        peer.say(...lines);
        for (;;) {
          await peer.line();
          peer.say('250 ok');
        }
      });
      return verdict;
    };
    expect(await afterDot('250 2.0.0 queued')).toEqual({ kind: 'accepted' });
    expect(await afterDot('250-2.0.0 queued', '250 as 1')).toEqual({ kind: 'accepted' });
    expect(await afterDot('554 5.7.1 spam')).toMatchObject({ kind: 'rejected', reason: 'DATA: 554 5.7.1' });
    expect(await afterDot('451 4.3.0 disk')).toMatchObject({ kind: 'deferred', reason: 'DATA: 451 4.3.0' });
    expect(await afterDot('421 4.3.2 closing')).toMatchObject({ kind: 'deferred' });
    expect(await afterDot('354 what?')).toMatchObject({ kind: 'ambiguous' });
    expect(await afterDot('hello')).toMatchObject({ kind: 'ambiguous' });
  });

  it('cannot tell what became of a message whose final dot is not answered', async () => {
    for (const end of [
      (peer: Peer) => peer.socket.end(),
      (peer: Peer) => peer.socket.resetAndDestroy(),
      (peer: Peer) => peer.socket.end('250 2.0.0 half a repl'),
      (peer: Peer) => peer.socket.end('550 5.1.1 half a repl'),
      (peer: Peer) => peer.socket.end('250-2.0.0 to be continued\r\n'),
    ]) {
      const { verdict, session } = await attempt(async (peer) => {
        await peer.until('BODY', extensions);
        await peer.message();
        end(peer);
      });
      expect(verdict).toMatchObject({ kind: 'ambiguous' });
      expect(session.isOpen).toBe(false);
    }
  });

  it('gives up after 60 seconds of silence that follow the final dot', async () => {
    const clock = new SystemClock({ settable: true });
    let heard = (): void => undefined;
    const dot = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const server = await scriptedMailServer(async (peer) => {
      await peer.until('BODY', extensions);
      await peer.message();
      heard();
    });
    const session = await SmtpSession.open(serverAt(server.port), clock);
    const sending = session.send(MAIL);
    await dot;
    clock.moveTo(clock.now() + 59_000);
    expect(await Promise.race([sending, Promise.resolve('still waiting')])).toBe('still waiting');
    clock.moveTo(clock.now() + 1_500);
    expect(await sending).toEqual({ kind: 'ambiguous', reason: 'final dot: silence' });
    expect(session.isOpen).toBe(false);
  });

  it('has delivered nothing when the connection breaks in the middle of a message', async () => {
    const large = Buffer.concat([RAW, Buffer.alloc(24_000_000, `${'x'.repeat(70)}\r\n`)]);
    const { verdict } = await attempt(async (peer) => {
      await peer.until('BODY', extensions);
      await peer.bytes(100_000);
      peer.socket.resetAndDestroy();
    }, large);
    expect(verdict).toMatchObject({ kind: 'deferred', lost: true });
  });

  it('takes a refusal in the middle of a message as such, and does not use the connection again', async () => {
    const large = Buffer.concat([RAW, Buffer.alloc(24_000_000, `${'x'.repeat(70)}\r\n`)]);
    const { verdict, session } = await attempt(async (peer) => {
      await peer.until('BODY', extensions);
      await peer.bytes(100_000);
      peer.socket.pause();
      peer.say('552 5.3.4 too large');
    }, large);
    expect(verdict).toMatchObject({ kind: 'rejected', reason: 'DATA: 552 5.3.4' });
    expect(session.isOpen).toBe(false);
  });

  it('does not believe an acceptance that comes before the final dot', async () => {
    const large = Buffer.concat([RAW, Buffer.alloc(24_000_000, `${'x'.repeat(70)}\r\n`)]);
    const { verdict, session } = await attempt(async (peer) => {
      await peer.until('BODY', extensions);
      await peer.bytes(100_000);
      peer.socket.pause();
      peer.say('250 2.0.0 thanks, that is enough');
    }, large);
    expect(verdict).toMatchObject({ kind: 'deferred' });
    expect(session.isOpen).toBe(false);
  });
});

describe('opening a session', () => {
  const opening = async (
    script: (peer: Peer) => Promise<void>,
    more: Partial<ServerOptions> = {},
  ): Promise<unknown> => {
    const server = await scriptedMailServer(script);
    return SmtpSession.open(serverAt(server.port, more), new SystemClock()).then(
      () => 'open',
      (error: { stage?: string; reason?: string }) => [error.stage, error.reason],
    );
  };

  it('says at which step it failed', async () => {
    expect(await opening(async (peer) => peer.say('554 5.3.2 no service'))).toEqual(['connect', '554']);
    expect(await opening(async (peer) => peer.say('421 too many'))).toEqual(['connect', '421']);
    expect(await opening(async (peer) => void peer.socket.end())).toEqual(['connect', 'econnection']);
    const withoutTls = async (peer: Peer): Promise<void> => {
      await peer.until('STAR' as 'MAIL');
      peer.say('502 5.5.1 unknown command');
    };
    expect(await opening(withoutTls, { tls: 'required' })).toEqual(['tls', '502']);
    const brokenTls = async (peer: Peer): Promise<void> => {
      await peer.until('STAR' as 'MAIL', ['STARTTLS']);
      peer.say('220 go ahead');
      await peer.bytes(1);
      peer.say('this is no handshake');
    };
    expect(await opening(brokenTls)).toEqual(['tls', expect.any(String)]);
    const login = { username: 'me', password: 'secret' };
    expect(await opening((peer) => takeEverything(peer, ['AUTH PLAIN']), { login })).toEqual([
      'login',
      'no_tls',
    ]);
    const refusing = async (peer: Peer): Promise<void> => {
      await peer.until('AUTH' as 'MAIL', ['AUTH PLAIN']);
      peer.say('535 5.7.8 wrong');
    };
    expect(await opening(refusing, { login, plainLogin: true })).toEqual(['login', '535']);
    expect(await opening((peer) => takeEverything(peer), { login, plainLogin: true })).toEqual([
      'login',
      'not_offered',
    ]);
  });

  it('fails when nobody listens', async () => {
    const server = await scriptedMailServer(async () => undefined);
    await server.stop();
    await expect(SmtpSession.open(serverAt(server.port), new SystemClock())).rejects.toMatchObject({
      stage: 'connect',
      reason: 'econnrefused',
    });
  });
});
