import type { HeaderSummary } from '../../content/mime/headers.ts';
import type { EventsContext } from '../../events/context.ts';
import type { PreparedBlob } from '../../platform/store/blobs/blobs.ts';
import type { Peer, SenderAuthentication } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { together } from '../../platform/store/together.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { addUsedBytes, insertMessage, insertOlder, type NewMessage } from '../messages/insert.ts';
import { threadOf } from '../messages/thread.ts';
import { intakeEntry } from './intake-entry.ts';

/** A message for one mailbox, with its prepared bytes. */
export interface Arrival {
  /** `scanning` where the sender policy isn't asked; else `received`. */
  readonly state?: 'scanning';
  readonly mailbox: Pick<MailboxRow, 'id' | 'account_id'>;
  /** Recipient address, lower case. */
  readonly recipient: string;
  /** Further addresses of the mailbox in the envelope, lower case. */
  readonly otherRecipients?: readonly string[];
  readonly tag: string | null;
  /** Empty for a bounce. */
  readonly envelopeSender: string;
  readonly headers: HeaderSummary;
  readonly raw: PreparedBlob;
  /** Null until it's checked. */
  readonly authentication: SenderAuthentication | null;
  /** Peer for sender authentication; null when there is nothing to check. */
  readonly peer: Peer | null;
  /** Time of a message that is older than the connection of its mailbox, milliseconds since 1970. */
  readonly importedAs?: number;
  /** `newestIn` of the mailbox in this transaction, if it's known. */
  readonly newest?: number | undefined;
}

/** Inserts a `received` row with its bytes. The message is parsed and scanned after the commit. */
export async function recordArrival(
  context: EventsContext,
  transaction: Transaction,
  arrival: Arrival,
): Promise<string> {
  const { headers, mailbox, peer } = arrival;
  const id = transaction.newId();
  const messageId = headers.messageId ?? `<${id}@${context.config.platformDomain}>`;
  const insert = async (): Promise<void> => {
    const thread_id = await threadOf(transaction.db, mailbox.id, { ...headers, messageId });
    const row = rowOf(arrival, { id, rfc_message_id: messageId, thread_id });
    const { importedAs } = arrival;
    if (importedAs === undefined) await insertMessage(transaction, row, arrival.newest);
    // Programs that follow new mail, or all that is unread, don't get it.
    else await insertOlder(transaction, { ...row, read_at: transaction.now }, importedAs);
  };
  await together(
    insert(),
    context.store.blobs.record(transaction, arrival.raw, mailbox.account_id),
    addUsedBytes(transaction, mailbox.account_id, arrival.raw.size),
  );
  const message = { id, mailbox_id: mailbox.id, size_bytes: arrival.raw.size, peer };
  transaction.start('intake', intakeEntry(message));
  return id;
}

function rowOf(
  { headers, mailbox, raw, ...arrival }: Arrival,
  ids: Pick<NewMessage, 'id' | 'rfc_message_id' | 'thread_id'>,
): NewMessage {
  const automatic = automaticOf({ headers, ...arrival });
  return {
    ...ids,
    account_id: mailbox.account_id,
    mailbox_id: mailbox.id,
    direction: 'inbound',
    state: arrival.state ?? 'received',
    sender: headers.from ?? arrival.envelopeSender,
    from_address: headers.from,
    other_authors: headers.otherAuthors.length === 0 ? null : headers.otherAuthors,
    header_addresses: headers.addresses,
    recipient: arrival.recipient,
    other_recipients: arrival.otherRecipients?.length ? arrival.otherRecipients : null,
    envelope_sender: arrival.envelopeSender,
    subject: headers.subject,
    automatic: automatic?.kind ?? null,
    automatic_by: automatic?.by ?? null,
    in_reply_to: headers.inReplyTo,
    reference_ids: headers.references,
    subaddress_instance_id: arrival.tag,
    read_at: null,
    raw_blob_id: raw.id,
    size_bytes: raw.size,
    scan: null,
    hold_context: null,
    sender_authentication: arrival.authentication,
    peer: arrival.peer,
    actor_type: null,
    actor_id: null,
    charged_on: null,
    refunded_at: null,
  };
}

/** A folder knows the return path from the header alone. */
function automaticOf({
  headers,
  envelopeSender,
  peer,
}: Pick<Arrival, 'headers' | 'envelopeSender' | 'peer'>) {
  const isNullPath = envelopeSender === '' && peer?.via !== 'imap';
  return isNullPath ? headers.automaticWithoutPath : headers.automatic;
}
