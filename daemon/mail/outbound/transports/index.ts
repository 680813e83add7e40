import type { ServerOptions } from '../../../network/smtp-client/connection.ts';
import { ownName } from '../../../network/smtp-client/own-name.ts';
import { ConfigError } from '../../../platform/settings/config.ts';
import type { MailContext } from '../../context.ts';
import type { Transport } from '../transport.ts';
import { Direct } from './direct.ts';
import { captureTransport, outsideTransport } from './outside.ts';
import { Relay, serverOf } from './relay.ts';

/** The transport that the settings name. */
export function createTransport(
  context: () => MailContext,
  parts: Pick<MailContext, 'config' | 'clock' | 'dns'>,
  authorities: readonly string[] = [],
): Transport {
  const { config, clock, dns } = parts;
  switch (config.mail.transport) {
    case 'capture':
      return captureTransport(context);
    case 'relay':
      return outsideTransport('relay', context, new Relay(relayServer(config, authorities), clock));
    case 'direct':
      return outsideTransport(
        'direct',
        context,
        new Direct({
          dns,
          clock,
          ownName: ownName(config),
          port: config.mail.port,
          reach: config.mail.allowPrivateHosts ? 'private' : 'public',
        }),
      );
  }
}

/** How to reach the relay that the settings name. */
function relayServer(config: MailContext['config'], authorities: readonly string[] = []): ServerOptions {
  const { relay } = config.mail;
  if (!relay) throw new ConfigError('mail.transport is relay, but mail.relay has no server');
  return serverOf(relay, { ownName: ownName(config), authorities });
}
