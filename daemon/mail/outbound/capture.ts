import { readHeaders } from '../../content/mime/headers.ts';
import type { PreparedBlob } from '../../platform/store/blobs/blobs.ts';
import type { SenderAuthentication } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { type Route, routeAddress } from '../../rules/mailboxes/route-address.ts';
import type { MailContext } from '../context.ts';
import { recordArrival } from '../inbound/record.ts';
import { keepInOutbox } from '../outbox/keep.ts';
import type { LocalDelivery, LocalPlan, OutboundMail } from './transport.ts';

/**
 * Keeps mail here: mail to this daemon's mailboxes passes the inbound pipeline as MIME, all other mail goes
 * to the outbox. Either commits together with the sender's state, so no outcome is unknown.
 */
export async function keepHere(context: MailContext, mail: OutboundMail): Promise<LocalDelivery> {
  const { clock, config, store } = context;
  const route = await routeAddress(store.read, config.platformDomain, {
    address: mail.to,
    now: clock.now(),
  });
  const accounts = route.kind === 'mailbox' ? [route.mailbox.account_id] : [];
  const raw = await store.blobs.prepare(mail.raw);
  return {
    kind: 'local',
    accounts,
    plan: (transaction) => plan(context, transaction, { mail, raw, accounts }),
    discard: () => store.blobs.discard(raw),
  };
}

interface PreparedMail {
  readonly mail: OutboundMail;
  readonly raw: PreparedBlob;
  readonly accounts: readonly string[];
}

async function plan(
  context: MailContext,
  transaction: Transaction,
  prepared: PreparedMail,
): Promise<LocalPlan> {
  const { mail } = prepared;
  const route = await routeAddress(transaction.db, context.config.platformDomain, {
    address: mail.to,
    now: transaction.now,
    bytes: mail.raw.length,
  });
  switch (route.kind) {
    case 'paused':
    case 'over_storage':
      return { outcome: 'deferred' };
    case 'unknown':
    case 'closed':
      return { outcome: 'no_such_recipient' };
    case 'mailbox':
      // The mailbox was made or enabled a moment ago.
      if (!prepared.accounts.includes(route.mailbox.account_id)) return { outcome: 'deferred' };
      return { outcome: 'accepted', deliver: () => hand(context, transaction, { ...prepared, ...route }) };
    default:
      return { outcome: 'accepted', deliver: () => keep(context, transaction, prepared) };
  }
}

type ArrivingMail = PreparedMail & Pick<Extract<Route, { kind: 'mailbox' }>, 'mailbox' | 'tag'>;

function hand(context: MailContext, transaction: Transaction, { mail, raw, mailbox, tag }: ArrivingMail) {
  return recordArrival(context, transaction, {
    mailbox,
    tag,
    recipient: mail.to.toLowerCase(),
    envelopeSender: mail.envelopeFrom,
    headers: readHeaders(mail.raw),
    raw,
    authentication: localAuthentication(mail),
    peer: null,
  });
}

async function keep(
  { store }: MailContext,
  transaction: Transaction,
  { mail, raw }: PreparedMail,
): Promise<void> {
  await store.blobs.record(transaction, raw, mail.accountId);
  await keepInOutbox(transaction, {
    kind: 'email',
    purpose: 'message',
    from: mail.headerFrom,
    to: mail.to,
    subject: mail.subject,
    ...(mail.isAsStored ? { text: null, html: null } : { text: mail.text, html: mail.html }),
    rawBlobId: raw.id,
    accountId: mail.accountId,
    messageId: mail.messageId,
  });
}

/** Mail between mailboxes of this daemon is aligned: the daemon wrote it. */
function localAuthentication(mail: OutboundMail): SenderAuthentication {
  const domain = mail.headerFrom.slice(mail.headerFrom.lastIndexOf('@') + 1);
  return { verdict: 'verified_aligned', from_domain: domain, signing_domain: domain, provenance: 'managed' };
}
