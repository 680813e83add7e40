import type { Context } from '../context.ts';
import { type DeliveryTarget, routeAddress } from '../mailboxes/route-address.ts';
import { newestIn } from '../messages/insert.ts';
import type { HeaderSummary } from '../mime/headers.ts';
import type { PreparedBlob } from '../store/blobs/blobs.ts';
import { SERVICE_ACCOUNT } from '../store/lock-scope.ts';
import type { Peer } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { together } from '../store/together.ts';
import { acceptReport } from './accept-report.ts';
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

/** The message's bytes, or one prepared blob per recipient. */
export type ReceivedContent = Buffer | readonly PreparedBlob[];

interface AcceptMailInput {
  readonly envelope: Envelope;
  readonly content: ReceivedContent;
  readonly headers: HeaderSummary;
}

/** Stores a message with one row per recipient, all or none; resolves with the ids after the commit. */
export function acceptMail(context: Context, input: AcceptMailInput): Promise<string[]> {
  return context.metrics.operations.run('accept', () => storeCopies(context, input));
}

async function storeCopies(
  context: Context,
  { envelope, content, headers }: AcceptMailInput,
): Promise<string[]> {
  const { blobs } = context.store;
  const copies = Buffer.isBuffer(content)
    ? await blobs.prepareCopies(content, envelope.recipients.length)
    : content;
  try {
    if (!Buffer.isBuffer(content)) await blobs.adopt(content);
    const expected = await routesOf(context, envelope.recipients);
    const accounts = [...new Set(expected.map((mailbox) => mailbox?.account_id ?? SERVICE_ACCOUNT))];
    const accepted = await context.store.write({ accounts }, async (transaction) => {
      const ids: string[] = [];
      for (const [index, copy] of copies.entries()) {
        const recipient = envelope.recipients[index] ?? '';
        const item = { ...envelope, recipient, headers, copy, accounts, expected: expected[index] ?? null };
        ids.push(await acceptOne(context, transaction, item));
      }
      return ids;
    });
    context.metrics.operations.note({ message_ids: accepted });
    return accepted;
  } catch (error) {
    await Promise.all(copies.map((copy) => blobs.discard(copy)));
    throw error;
  }
}

/** The mailboxes of the recipients; mail for reports and for the postmaster belongs to the service. */
async function routesOf(
  context: Context,
  recipients: readonly string[],
): Promise<readonly (DeliveryTarget | null)[]> {
  const { read: db } = context.store;
  const targets: (DeliveryTarget | null)[] = [];
  for (const address of recipients) {
    const route = await routeAddress(db, context.config.platformDomain, { address });
    targets.push(route.kind === 'mailbox' ? route.mailbox : null);
  }
  return targets;
}

interface AcceptedItem {
  readonly peer: Peer;
  readonly mailFrom: string;
  readonly recipient: string;
  readonly headers: HeaderSummary;
  readonly copy: PreparedBlob;
  /** Of the transaction's scope. */
  readonly accounts: readonly string[];
  /** The mailbox of the recipient before the transaction. */
  readonly expected: DeliveryTarget | null;
}

async function acceptOne(context: Context, transaction: Transaction, item: AcceptedItem): Promise<string> {
  const { headers, mailFrom, recipient, copy } = item;
  const { platformDomain } = context.config;
  const report = await reportAddress(context, transaction.db, recipient);
  if (report) {
    await recordUnowned(context, transaction, { peer: item.peer, copy });
    const accepted = { recipient, sender: mailFrom, peer: item.peer, blobId: copy.id };
    return acceptReport(transaction, report, accepted);
  }
  const { expected } = item;
  const [route, newest] = await together(
    routeAddress(transaction.db, platformDomain, { address: recipient, bytes: copy.size }),
    expected ? newestIn(transaction, expected.id) : Promise.resolve(undefined),
  );
  if (route.kind === 'mailbox') {
    // The address was of the service when the transaction was submitted.
    if (!item.accounts.includes(route.mailbox.account_id)) throw new RecipientGoneError('moved');
    return recordArrival(context, transaction, {
      mailbox: route.mailbox,
      tag: route.tag,
      recipient: recipient.toLowerCase(),
      envelopeSender: mailFrom,
      headers,
      raw: copy,
      authentication: null,
      peer: item.peer,
      newest: route.mailbox.id === expected?.id ? newest : undefined,
    });
  }
  if (route.kind === 'postmaster') {
    const text = context.store.blobs.beginningOf(copy, SHOWN_BYTES).toString('utf8');
    await recordUnowned(context, transaction, { peer: item.peer, copy });
    const mail = { recipient, sender: mailFrom, headers, text, blobId: copy.id };
    return keepForPostmaster(transaction, mail);
  }
  throw new RecipientGoneError(route.kind);
}
