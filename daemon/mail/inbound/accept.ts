import type { HeaderSummary } from '../../content/mime/headers.ts';
import type { PreparedBlob } from '../../platform/store/blobs/blobs.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Peer } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { together } from '../../platform/store/together.ts';
import { type DeliveryTarget, type Route, routeAddress } from '../../rules/mailboxes/route-address.ts';
import type { MailContext } from '../context.ts';
import { newestIn } from '../messages/insert.ts';
import { acceptReport } from './accept-report.ts';
import { type Admission, admitMail } from './admission.ts';
import type { MailCopy } from './mail-copies.ts';
import { keepForPostmaster } from './postmaster.ts';
import { RecipientGoneError } from './recipient-gone.ts';
import { recordArrival } from './record.ts';
import { reportAddress } from './report-address.ts';
import { recordUnowned, SHOWN_BYTES } from './unowned.ts';

/** A message from a peer, for one or more distinct recipients. */
export interface Envelope {
  readonly peer: Peer;
  /** Empty for a bounce. */
  readonly mailFrom: string;
  readonly recipients: readonly string[];
}

/** The message's bytes, or its copies as admitted and written before. */
export type ReceivedContent = Buffer | AdmittedCopies;

interface AdmittedCopies {
  readonly admission: Admission;
  /** One for each copy of the admission. */
  readonly blobs: readonly PreparedBlob[];
}

interface AcceptMailInput {
  readonly envelope: Envelope;
  readonly content: ReceivedContent;
  readonly headers: HeaderSummary;
}

/** Stores a message with one row per mailbox, all or none; resolves with the ids after the commit. */
export function acceptMail(context: MailContext, input: AcceptMailInput): Promise<string[]> {
  return context.metrics.operations.run('accept', () => acceptCopies(context, input));
}

async function acceptCopies(
  context: MailContext,
  { envelope, content, headers }: AcceptMailInput,
): Promise<string[]> {
  const isPrepared = !Buffer.isBuffer(content);
  const copies = isPrepared ? content : await admitAndPrepare(context, envelope, content);
  try {
    if (isPrepared) await adopt(context, content.blobs);
    return await storeCopies(context, { envelope, headers, ...copies });
  } finally {
    copies.admission.release();
  }
}

async function adopt({ store: { blobs } }: MailContext, copies: readonly PreparedBlob[]): Promise<void> {
  try {
    await blobs.adopt(copies);
  } catch (error) {
    await Promise.all(copies.map((copy) => blobs.discard(copy)));
    throw error;
  }
}

async function admitAndPrepare(
  context: MailContext,
  { peer, recipients }: Envelope,
  content: Buffer,
): Promise<AdmittedCopies> {
  const admission = await admitMail(context, { peer, recipients, bytes: content.length });
  try {
    const { length } = admission.copies;
    return { admission, blobs: await context.store.blobs.prepareCopies(content, length) };
  } catch (error) {
    admission.release();
    throw error;
  }
}

interface StoredCopies extends AdmittedCopies {
  readonly envelope: Envelope;
  readonly headers: HeaderSummary;
}

async function storeCopies(
  context: MailContext,
  { envelope, headers, admission: { copies }, blobs }: StoredCopies,
): Promise<string[]> {
  const { store } = context;
  try {
    const accounts = [...new Set(copies.map(({ mailbox }) => mailbox?.account_id ?? SERVICE_ACCOUNT))];
    const accepted = await store.write({ accounts }, async (transaction) => {
      const ids: string[] = [];
      for (const [index, copy] of copies.entries()) {
        const blob = blobs[index];
        if (!blob) throw new Error('a copy has no blob');
        ids.push(await acceptOne(context, transaction, { ...envelope, headers, copy, blob }));
      }
      return ids;
    });
    context.metrics.operations.note({ message_ids: accepted });
    return accepted;
  } catch (error) {
    await Promise.all(blobs.map((blob) => store.blobs.discard(blob)));
    throw error;
  }
}

interface AcceptedItem {
  readonly peer: Peer;
  readonly mailFrom: string;
  readonly headers: HeaderSummary;
  readonly blob: PreparedBlob;
  readonly copy: MailCopy;
}

async function acceptOne(
  context: MailContext,
  transaction: Transaction,
  item: AcceptedItem,
): Promise<string> {
  const { mailbox } = item.copy;
  return mailbox
    ? acceptForMailbox(context, transaction, { ...item, mailbox })
    : acceptForService(context, transaction, item);
}

async function acceptForMailbox(
  context: MailContext,
  transaction: Transaction,
  { headers, mailFrom, blob, peer, copy, mailbox }: AcceptedItem & { readonly mailbox: DeliveryTarget },
): Promise<string> {
  const [routes, newest] = await together(
    routesNow(context, transaction, { addresses: copy.addresses, bytes: blob.size }),
    newestIn(transaction, mailbox.id),
  );
  for (const route of routes) {
    if (route.kind === 'postmaster') throw new RecipientGoneError('moved');
    if (route.kind !== 'mailbox') throw new RecipientGoneError(route.kind);
    if (route.mailbox.id !== mailbox.id) throw new RecipientGoneError('moved');
  }
  const [recipient = '', ...others] = copy.addresses.map((address) => address.toLowerCase());
  const [first] = routes;
  return recordArrival(context, transaction, {
    mailbox,
    tag: first?.kind === 'mailbox' ? first.tag : null,
    recipient,
    otherRecipients: others,
    envelopeSender: mailFrom,
    headers,
    raw: blob,
    authentication: null,
    peer,
    newest,
  });
}

/** Where the addresses lead now: rules may have changed since the admission. */
async function routesNow(
  { config }: MailContext,
  { db, now }: Transaction,
  { addresses, bytes }: { readonly addresses: readonly string[]; readonly bytes: number },
): Promise<readonly Route[]> {
  const routes: Route[] = [];
  for (const address of addresses)
    routes.push(await routeAddress(db, config.platformDomain, { address, now, bytes }));
  return routes;
}

async function acceptForService(
  context: MailContext,
  transaction: Transaction,
  { headers, mailFrom, blob, peer, copy }: AcceptedItem,
): Promise<string> {
  const { db, now } = transaction;
  const [recipient = ''] = copy.addresses;
  const report = await reportAddress(context, db, recipient);
  if (report) {
    await recordUnowned(context, transaction, { peer, copy: blob });
    return acceptReport(transaction, report, { recipient, sender: mailFrom, peer, blobId: blob.id });
  }
  const route = await routeAddress(db, context.config.platformDomain, { address: recipient, now });
  // The address was of the service when the message was admitted.
  if (route.kind === 'mailbox') throw new RecipientGoneError('moved');
  if (route.kind !== 'postmaster') throw new RecipientGoneError(route.kind);
  const text = context.store.blobs.beginningOf(blob, SHOWN_BYTES).toString('utf8');
  await recordUnowned(context, transaction, { peer, copy: blob });
  return keepForPostmaster(transaction, { recipient, sender: mailFrom, headers, text, blobId: blob.id });
}
