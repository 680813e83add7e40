import type { Context } from '../../context.ts';
import { probeRelay, type RelayProbe } from '../../mail/outbound/transports/relay.ts';
import { ownName } from '../../network/smtp-client/own-name.ts';
import { SECOND } from '../../platform/system/clock.ts';

/** Shorter than a delivery's timeout, for ports that drop packets. */
const TIMEOUT = 10 * SECOND;

/** Connects to a mail server, says EHLO and quits. */
export async function visit(context: Context, address: string, name: string): Promise<RelayProbe> {
  const { clock, config } = context;
  const server = {
    host: address,
    name,
    port: config.mail.port,
    tls: 'offered' as const,
    verify: false,
    ownName: ownName(config),
  };
  const probe = await probeRelay(server, clock, AbortSignal.timeout(TIMEOUT));
  return probe.reason === 'stopped' ? { ...probe, reason: 'no response' } : probe;
}
