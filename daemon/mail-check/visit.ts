import type { Context } from '../context.ts';
import { ownName } from '../outbound/transports/own-name.ts';
import { probeRelay, type RelayProbe } from '../outbound/transports/relay.ts';
import { SECOND } from '../system/clock.ts';

/** A port that swallows everything is given up sooner than mail would give it up. */
const PATIENCE = 10 * SECOND;

/** Greets the mail server at an address and leaves again. */
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
    setTimeout(resolve, PATIENCE, {
      ok: false,
      stage: 'connect',
      reason: 'no answer',
      secure: false,
    }).unref();
  });
  return Promise.race([probeRelay(server, clock), late]);
}
