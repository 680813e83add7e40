import type { RawMail } from '../../../network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';
import { routeAddress } from '../../../rules/mailboxes/route-address.ts';
import { simulatorScenario } from '../../../rules/recipients/simulator.ts';
import type { MailContext } from '../../context.ts';
import { keepHere } from '../capture.ts';
import { signMail } from '../dkim/sign.ts';
import type { LocalTransport, OutboundMail, OutsideTransport, RemoteDelivery } from '../transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { OwnServers, type Sender } from './own-servers.ts';

/**
 * The default transport: all mail stays here. A connected mailbox sends by its own server all the same, which
 * its owner chose for it.
 */
export function captureTransport(context: () => MailContext): LocalTransport {
  const ownServers = new OwnServers(context);
  const keep = (mail: OutboundMail) => keepHere(context(), mail);
  return {
    name: 'capture',
    leavesMachine: false,
    isHealthy: () => true,
    keep,
    async prepare(mail) {
      const { connectedMailbox: id, raw, headerFrom: from } = mail;
      if (id === null || (await staysHere(context(), mail))) return keep(mail);
      return deliveryBy(ownServers.ofMailbox(id), context, { mail, raw, from });
    },
    close: () => ownServers.close(),
  };
}

/**
 * Mail to this daemon's own mailboxes and to the simulator stays here in every mode. Mail of self-hosted
 * domains and of connected mailboxes leaves through their own servers; all other mail is signed and leaves by
 * the transport.
 */
export function outsideTransport(
  name: 'relay' | 'direct',
  context: () => MailContext,
  transport: MailTransport,
): OutsideTransport {
  const ownServers = new OwnServers(context);
  return {
    name,
    leavesMachine: true,
    isHealthy: () => transport.isHealthy(),
    async prepare(mail) {
      if (await staysHere(context(), mail)) return keepHere(context(), mail);
      const { connectedMailbox: id, headerFrom } = mail;
      // A customer's server only accepts its users' own names as senders.
      if (id !== null)
        return deliveryBy(ownServers.ofMailbox(id), context, { mail, raw: mail.raw, from: headerFrom });
      const own = await ownServers.ofDomain(headerFrom);
      const raw = await signMail(context(), mail.raw, headerFrom);
      return deliveryBy(own ?? transport, context, { mail, raw, from: own ? headerFrom : mail.envelopeFrom });
    },
    close() {
      ownServers.close();
      transport.close();
    },
  };
}

async function staysHere(
  { clock, config, store }: MailContext,
  { to }: Pick<OutboundMail, 'to'>,
): Promise<boolean> {
  const asked = { address: to, now: clock.now() };
  const route = await routeAddress(store.read, config.platformDomain, asked);
  return route.kind !== 'elsewhere' || simulatorScenario(to, config.platformDomain) !== null;
}

interface LeavingMail extends Pick<RawMail, 'from' | 'raw'> {
  readonly mail: OutboundMail;
}

function deliveryBy(
  sender: Sender,
  context: () => MailContext,
  { mail: { messageId, to }, ...content }: LeavingMail,
): RemoteDelivery {
  // Another daemon may have this message by now, and report its outcome as unknown.
  const mayFinish = () => context().ownRows.isHeld;
  return {
    kind: 'remote',
    acquire: () => sender.acquire(to),
    send: () => sendSafely(context(), messageId, () => sender.send({ ...content, to, mayFinish })),
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
