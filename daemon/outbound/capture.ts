import type { Context } from '../context.ts';
import { readHeaders } from '../inbound/headers.ts';
import { recordArrival } from '../inbound/record.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { keepInOutbox } from '../outbox/keep.ts';
import type { LocalHandover, Parcel, Transport } from './transport.ts';

/**
 * The default transport: mail to this daemon's mailboxes passes the inbound pipeline as MIME, all other mail
 * goes to the outbox. Either commits together with the sender's state, so no outcome is unknown.
 */
export function captureTransport(
  context: () => Context,
): Transport & { prepare(parcel: Parcel): Promise<LocalHandover> } {
  return {
    name: 'capture',
    leavesMachine: false,
    isHealthy: () => true,
    close: () => undefined,
    async prepare(parcel) {
      const { store } = context();
      const raw = await store.blobs.prepare(parcel.raw);
      return {
        kind: 'local',
        discard: () => store.blobs.discard(raw),
        async commit(transaction) {
          const { config, store } = context();
          const route = await routeAddress(
            transaction.db,
            config.platformDomain,
            parcel.to,
            parcel.raw.length,
          );
          switch (route.kind) {
            case 'paused':
            case 'over_storage':
              return 'deferred';
            case 'unknown':
              return 'no_such_recipient';
            case 'mailbox':
              await recordArrival(context(), transaction, {
                mailbox: route.mailbox,
                tag: route.tag,
                recipient: parcel.to.toLowerCase(),
                envelopeSender: parcel.envelopeFrom,
                headers: readHeaders(parcel.raw),
                raw,
                authentication: JSON.stringify(localAuthentication(parcel)),
                peer: null,
              });
              return 'accepted';
            default:
              await store.blobs.record(transaction, raw);
              await keepInOutbox(transaction, {
                kind: 'email',
                purpose: 'message',
                from: parcel.headerFrom,
                to: parcel.to,
                subject: parcel.subject,
                text: parcel.text,
                html: parcel.html,
                rawBlobId: raw.id,
                accountId: parcel.accountId,
                messageId: parcel.messageId,
              });
              return 'accepted';
          }
        },
      };
    },
  };
}

/** Mail between mailboxes of this daemon is aligned: the daemon wrote it. */
function localAuthentication(parcel: Parcel) {
  const domain = parcel.headerFrom.slice(parcel.headerFrom.lastIndexOf('@') + 1);
  return { verdict: 'verified_aligned', from_domain: domain, signing_domain: domain, provenance: 'managed' };
}
