import type { Context } from '../context.ts';
import { probeRelay, type RelayProbe } from '../outbound/transports/relay.ts';
import { ownName } from '../smtp-client/own-name.ts';
import { SECOND } from '../system/clock.ts';

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
  const late = new Promise<RelayProbe>((resolve) => {
    setTimeout(resolve, TIMEOUT, {
      ok: false,
      stage: 'connect',
      reason: 'no response',
      secure: false,
    }).unref();
  });
  return Promise.race([probeRelay(server, clock), late]);
}
