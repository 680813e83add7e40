import type { Config } from '../../daemon/platform/settings/config.ts';
import { DEFAULTS } from '../../daemon/platform/settings/config.ts';
import { type Peer, scriptedMailServer } from './scripted-mail-server.ts';
import { createTenant, startService } from './service.ts';

/** A service whose mail for others goes to a relay that plays `script`. */
export async function relaying(
  script: (peer: Peer, index: number) => Promise<void>,
  options: { home?: string } = {},
) {
  const relay = await scriptedMailServer(script);
  const service = await startService({
    ...options,
    config: relayConfig(relay.port),
  });
  const tenant = await createTenant(service);
  return { relay, service, tenant };
}

export function relayConfig(port: number): Partial<Config> {
  return {
    deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
    mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${port}` } },
  };
}

/** A relay that refuses each message at a stage. */
export const refusingWith =
  (stage: 'RCPT' | 'BODY', reply: string) =>
  async (peer: Peer): Promise<void> => {
    await peer.until(stage);
    if (stage === 'BODY') await peer.message();
    peer.say(reply);
    for (;;) {
      const verb = (await peer.line()).slice(0, 4);
      if (verb !== 'MAIL' || stage !== 'RCPT') peer.say('250 ok');
      else {
        peer.say('250 ok');
        await peer.line();
        peer.say(reply);
      }
    }
  };

/**
 * A relay that answers each RCPT by its address, and takes the messages of those whom it doesn't refuse; for
 * `drop`, it goes away in place of an answer to the final dot.
 */
export const judgingEach =
  (judge: (address: string) => string | undefined) =>
  async (peer: Peer): Promise<void> => {
    let answer: string | undefined;
    peer.say('220 mx.example ESMTP');
    for (;;) {
      const line = await peer.line();
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') {
        peer.say('354 go ahead');
        await peer.message();
        if (answer === 'drop') peer.socket.destroy();
        else peer.say('250 2.0.0 taken');
      } else if (verb === 'RCPT') {
        answer = judge(/<(.*)>/.exec(line)?.[1] ?? '');
        peer.say(answer === undefined || answer === 'drop' ? '250 ok' : answer);
      } else peer.say(verb === 'QUIT' ? '221 bye' : '250 ok');
    }
  };

/** The mails that a relay took, with the recipient of each. */
export function mailsOf(peers: readonly Peer[]): { to: string; from: string; raw: string }[] {
  return peers.flatMap(({ heard }) =>
    heard
      .split(/^(?=MAIL FROM:)/m)
      .slice(1)
      .flatMap((talk) => {
        const [, raw] = talk.split('\r\nDATA\r\n');
        if (raw === undefined) return [];
        return [
          {
            to: named(talk, 'RCPT TO'),
            from: named(talk, 'MAIL FROM'),
            raw: raw.split('\r\n.\r\n')[0] ?? '',
          },
        ];
      }),
  );
}

function named(talk: string, command: string): string {
  return new RegExp(`^${command}:<(.*?)>`, 'm').exec(talk)?.[1] ?? '';
}
