import type { Context } from '../context.ts';
import { recordArrival } from '../inbound/record.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { readHeaders } from '../mime/headers.ts';
import { keepInOutbox } from '../outbox/keep.ts';
import type { SenderAuthentication } from '../store/schema.ts';
import type { LocalDelivery, OutboundMail, Transport } from './transport.ts';

/**
 * The default transport: mail to this daemon's mailboxes passes the inbound pipeline as MIME, all other mail
 * goes to the outbox. Either commits together with the sender's state, so no outcome is unknown.
 */
export function captureTransport(
  context: () => Context,
): Transport & { prepare(mail: OutboundMail): Promise<LocalDelivery> } {
  return {
    name: 'capture',
    leavesMachine: false,
    isHealthy: () => true,
    close: () => undefined,
    async prepare(mail) {
      const { store } = context();
      const raw = await store.blobs.prepare(mail.raw);
      return {
        kind: 'local',
        discard: () => store.blobs.discard(raw),
        async commit(transaction) {
          const { config, store } = context();
          const route = await routeAddress(transaction.db, config.platformDomain, {
            address: mail.to,
            bytes: mail.raw.length,
          });
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
                recipient: mail.to.toLowerCase(),
                envelopeSender: mail.envelopeFrom,
                headers: readHeaders(mail.raw),
                raw,
                authentication: localAuthentication(mail),
                peer: null,
              });
              return 'accepted';
            default:
              await store.blobs.record(transaction, raw, mail.accountId);
              await keepInOutbox(transaction, {
                kind: 'email',
                purpose: 'message',
                from: mail.headerFrom,
                to: mail.to,
                subject: mail.subject,
                text: mail.text,
                html: mail.html,
                rawBlobId: raw.id,
                accountId: mail.accountId,
                messageId: mail.messageId,
              });
              return 'accepted';
          }
        },
      };
    },
  };
}

/** Mail between mailboxes of this daemon is aligned: the daemon wrote it. */
function localAuthentication(mail: OutboundMail): SenderAuthentication {
  const domain = mail.headerFrom.slice(mail.headerFrom.lastIndexOf('@') + 1);
  return { verdict: 'verified_aligned', from_domain: domain, signing_domain: domain, provenance: 'managed' };
}
