import type { Context } from '../../context.ts';
import { routeAddress } from '../../mailboxes/route-address.ts';
import { simulatorScenario } from '../../recipients/simulator.ts';
import { captureTransport } from '../capture.ts';
import { signMail } from '../dkim/sign.ts';
import type { RemoteHandover, Transport } from '../transport.ts';
import type { Carrier } from './carrier.ts';
import { OwnServers } from './own-servers.ts';
import type { Verdict } from './verdict.ts';

/**
 * Mail to this daemon's own mailboxes and to the simulator stays here in every mode. Mail of self-hosted
 * domains leaves through their own servers; all other mail is signed and leaves with the carrier.
 */
export function outsideTransport(
  name: 'relay' | 'direct',
  context: () => Context,
  carrier: Carrier,
): Transport {
  const here = captureTransport(context);
  const ownServers = new OwnServers(context);
  return {
    name,
    leavesMachine: true,
    isHealthy: () => carrier.isHealthy(),
    async prepare(parcel) {
      const { config, store } = context();
      const route = await routeAddress(store.read, config.platformDomain, parcel.to);
      const stays =
        route.kind !== 'elsewhere' || simulatorScenario(parcel.to, config.platformDomain) !== null;
      if (stays) return here.prepare(parcel);
      const own = await ownServers.carrierFor(parcel.headerFrom);
      const raw = await signMail(context(), parcel.raw, parcel.headerFrom);
      // A customer's server only accepts its users' own names as senders.
      const from = own ? parcel.headerFrom : parcel.envelopeFrom;
      const way = own ?? carrier;
      const handover: RemoteHandover = {
        kind: 'remote',
        turn: () => way.turn(parcel.to),
        send: () => sendSafely(context(), parcel.messageId, () => way.send({ from, to: parcel.to, raw })),
      };
      return handover;
    },
    close() {
      ownServers.close();
      carrier.close();
    },
  };
}

/** An internal error leaves the outcome unknown. */
async function sendSafely(
  context: Context,
  messageId: string,
  send: () => Promise<Verdict>,
): Promise<Verdict> {
  const { log } = context;
  try {
    const verdict = await send();
    if (verdict.kind !== 'accepted') {
      log.warn(
        { message_id: messageId, outcome: verdict.kind, reason: verdict.reason },
        'mail was not accepted',
      );
    }
    return verdict;
  } catch (error) {
    log.error({ err: error, message_id: messageId }, 'message handover failed');
    return { kind: 'ambiguous', reason: 'internal' };
  }
}
