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
