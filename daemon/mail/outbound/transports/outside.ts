import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';
import { routeAddress } from '../../../rules/mailboxes/route-address.ts';
import { simulatorScenario } from '../../../rules/recipients/simulator.ts';
import type { MailContext } from '../../context.ts';
import { captureTransport } from '../capture.ts';
import { signMail } from '../dkim/sign.ts';
import type { OutsideTransport, RemoteDelivery } from '../transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { OwnServers } from './own-servers.ts';

/**
 * Mail to this daemon's own mailboxes and to the simulator stays here in every mode. Mail of self-hosted
 * domains leaves through their own servers; all other mail is signed and leaves by the transport.
 */
export function outsideTransport(
  name: 'relay' | 'direct',
  context: () => MailContext,
  transport: MailTransport,
): OutsideTransport {
  const here = captureTransport(context);
  const ownServers = new OwnServers(context);
  return {
    name,
    leavesMachine: true,
    isHealthy: () => transport.isHealthy(),
    async prepare(mail) {
      const { clock, config, store } = context();
      const route = await routeAddress(store.read, config.platformDomain, {
        address: mail.to,
        now: clock.now(),
      });
      const stays = route.kind !== 'elsewhere' || simulatorScenario(mail.to, config.platformDomain) !== null;
      if (stays) return here.prepare(mail);
      const own = await ownServers.transportFor(mail.headerFrom);
      const raw = await signMail(context(), mail.raw, mail.headerFrom);
      // A customer's server only accepts its users' own names as senders.
      const from = own ? mail.headerFrom : mail.envelopeFrom;
      const chosen = own ?? transport;
      // Another daemon may have this message by now, and report its outcome as unknown.
      const mayFinish = () => context().ownRows.isHeld;
      const delivery: RemoteDelivery = {
        kind: 'remote',
        acquire: () => chosen.acquire(mail.to),
        send: () =>
          sendSafely(context(), mail.messageId, () => chosen.send({ from, to: mail.to, raw, mayFinish })),
      };
      return delivery;
    },
    close() {
      ownServers.close();
      transport.close();
    },
  };
}

/** An internal error leaves the outcome unknown. */
async function sendSafely(
  context: MailContext,
  messageId: string,
  send: () => Promise<DeliveryVerdict>,
): Promise<DeliveryVerdict> {
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
