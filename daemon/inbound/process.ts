import { MB } from '../../shared/contract/limits.ts';
import type { MessageState } from '../../shared/contract/messages.ts';
import type { Scan, ScanVerdict } from '../../shared/contract/scan.ts';
import { incompleteInbound } from '../analysis/incomplete.ts';
import { scanScope } from '../analysis/scope.ts';
import type { InboundResult } from '../analysis/tasks.ts';
import {
  hasDocuments,
  leftForLater,
  type ReadAttachments,
  readAttachments,
} from '../attachments/previews/arrival.ts';
import { insertAttachments } from '../attachments/previews/insert.ts';
import type { Context } from '../context.ts';
import { recordEvent } from '../events/record.ts';
import { scannerHold } from '../messages/hold.ts';
import { indexMessage } from '../messages/search-index.ts';
import { moveState } from '../messages/states.ts';
import { preview } from '../messages/text.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { MessageBodiesTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { isoTime } from '../system/iso-time.ts';
import { readPeer } from './authentication/peer.ts';
import { Proof } from './authentication/proof.ts';
import { keepOut } from './firewall.ts';

/** State of an inbound message by the verdict of its scan (decisions 8.6). */
const STATE_OF_VERDICT: Readonly<Record<ScanVerdict, 'available' | 'quarantined' | 'blocked'>> = {
  clean: 'available',
  warning: 'available',
  review_required: 'quarantined',
  quarantined: 'quarantined',
  blocked: 'blocked',
};

/** Bytes that one trip to a thread carries, beyond its first message. */
const TRIP_BYTES = 1 * MB;

/** Reads and scans accepted messages and makes them readable, or holds them. */
export async function processArrivals(context: Context, ids: readonly string[]): Promise<void> {
  const loaded = await Promise.all(ids.map((id) => loadUnread(context, id)));
  const admitted = await Promise.all(loaded.map((row) => row && admit(context, row)));
  const rows = admitted.filter((row) => row !== null);
  for (const trip of trips(rows)) {
    const results = await analyse(context, trip);
    await Promise.all(
      trip.map((row, index) =>
        takeUp(context, row, results[index] ?? incompleteInbound('The scan gave no result.')),
      ),
    );
  }
}

/** The message, or null when the sender policy keeps it out. One that a person let in is not asked again. */
async function admit(context: Context, row: Unread): Promise<Unread | null> {
  return row.state === 'received' && (await keepOut(context, row)) ? null : row;
}

/** Cuts a batch so that large messages travel alone. */
function trips(rows: readonly Unread[]): Unread[][] {
  const cut: Unread[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    bytes += row.size_bytes;
    if (bytes > TRIP_BYTES) {
      cut.push([]);
      bytes = row.size_bytes;
    }
    cut.at(-1)?.push(row);
  }
  return cut;
}

/** Results of a trip, in its order. */
async function analyse(context: Context, trip: readonly Unread[]): Promise<InboundResult[]> {
  const { blobs, read } = context.store;
  // Large messages are files, which the thread reads itself: copying them would hold up everything else.
  const raws = await Promise.all(
    trip.map((row) => (row.raw_blob_id === null ? null : blobs.locate(read, row.raw_blob_id))),
  );
  for (const row of trip) row.proof = await authenticate(context, row);
  const present = raws.flatMap((raw, index) => {
    const row = trip[index];
    return raw && row ? [{ raw, scope: scanScope(context, row) }] : [];
  });
  const results = await context.analysis.inbound(present);
  return raws.map(
    (raw) => (raw && results.shift()) || incompleteInbound('The bytes of the message are missing.'),
  );
}

/** Messages wait for name servers and for the text of their documents beside the line, so that slow ones hold nobody else up. */
async function takeUp(context: Context, row: Unread, result: InboundResult): Promise<void> {
  const { proof } = row;
  const documents = hasDocuments(result);
  const asItIs: ReadAttachments = { result, previews: new Map() };
  const lists = context.dnsBlocklists.concerns(result);
  if (!documents && !lists && (!proof || proof.outcome !== null)) return settleSafely(context, row, asItIs);
  const read = documents ? readSafely(context, row, result) : Promise.resolve(asItIs);
  context.intake.hold(
    Promise.all([read.then((found) => withListings(context, found)), proof?.found])
      .then(([found]) => settleSafely(context, row, found))
      .catch((error: unknown) => {
        // The row stays as it is; the next start takes it up again.
        context.log.error({ err: error, message_id: row.id }, 'a message could not be settled');
      }),
  );
}

async function withListings(context: Context, read: ReadAttachments): Promise<ReadAttachments> {
  return { ...read, result: await context.dnsBlocklists.complete(read.result) };
}

async function readSafely(context: Context, row: Unread, result: InboundResult): Promise<ReadAttachments> {
  try {
    return await readAttachments(context, row, result, scanScope(context, row));
  } catch (error) {
    context.log.error({ err: error, message_id: row.id }, 'attachments could not be read');
    return leftForLater(result);
  }
}

/** Begins to find out who sent a message; local mail needs no proof, and what was proven once stays so. */
async function authenticate(context: Context, row: Unread): Promise<Proof | null> {
  const { blobs, read } = context.store;
  if (row.peer === null || row.raw_blob_id === null) return null;
  const raw = await blobs.read(read, row.raw_blob_id);
  if (raw === null) return null;
  return new Proof(
    context.senderAuthentication.authenticate({
      peer: readPeer(row.peer),
      mailFrom: row.envelope_sender ?? '',
      fromAddress: row.from_address,
      raw,
    }),
  );
}

/** Never left in between: what cannot be stored as read is held, and later messages are not kept waiting. */
async function settleSafely(context: Context, row: Unread, read: ReadAttachments): Promise<void> {
  try {
    await context.store.write((transaction) => settle(context, transaction, row, read));
  } catch (error) {
    context.log.error({ err: error, message_id: row.id }, 'the content of a message could not be stored');
    const held = incompleteInbound('The content of the message could not be stored.');
    const nothing = { result: held, previews: new Map() };
    await context.store.write((transaction) => settle(context, transaction, row, nothing));
  }
}

interface Unread {
  readonly seq: number;
  readonly id: string;
  readonly account_id: string;
  readonly mailbox_id: string;
  readonly thread_id: string | null;
  readonly created_at: number;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MessageState;
  readonly raw_blob_id: string | null;
  readonly size_bytes: number;
  readonly scanner_policy: string | null;
  readonly url_reputation_active: 0 | 1;
  readonly envelope_sender: string | null;
  readonly from_address: string | null;
  readonly peer: string | null;
  readonly sender_policy_mode: 'blocklist' | 'allowlist';
  /** Under way while the message is read. */
  proof?: Proof | null;
}

async function loadUnread(context: Context, id: string): Promise<Unread | null> {
  const { rows } = await findUnread(context.store.read, { id });
  return rows[0] ?? null;
}

const findUnread = prepareQuery<{ id: string }>()((db, slot) =>
  db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .select([
      'messages.seq',
      'messages.id',
      'messages.account_id',
      'messages.mailbox_id',
      'messages.thread_id',
      'messages.created_at',
      'messages.sender',
      'messages.recipient',
      'messages.subject',
      'messages.state',
      'messages.raw_blob_id',
      'messages.size_bytes',
      'messages.envelope_sender',
      'messages.from_address',
      'messages.peer',
      'mailboxes.scanner_policy',
      'accounts.url_reputation_active',
      'mailboxes.sender_policy_mode',
    ])
    .where('messages.id', '=', slot('id'))
    .where('messages.direction', '=', 'inbound')
    .where('messages.state', 'in', ['received', 'scanning']),
);

async function settle(
  context: Context,
  transaction: Transaction,
  row: Unread,
  { result, previews }: ReadAttachments,
): Promise<void> {
  const state = STATE_OF_VERDICT[result.scan.verdict];
  const text = result.text ?? '';
  const path: [MessageState, MessageState, ...MessageState[]] =
    row.state === 'received' ? ['received', 'scanning', state] : ['scanning', state];
  const moved = await moveState(transaction, row.id, path, {
    body_preview: preview(text),
    ...(row.proof && { sender_authentication: JSON.stringify(row.proof.outcome), peer: null }),
    has_attachment: result.attachments.length > 0 ? 1 : 0,
    scan: JSON.stringify(result.scan),
    hold_context: state === 'quarantined' ? JSON.stringify(scannerHold(result.scan)) : null,
  });
  if (!moved) return;
  await storeContent(context, transaction, row, result);
  await insertAttachments(context, transaction, row, { result, previews });
  await tell(context, transaction, row, state, result.scan);
  transaction.onCommit(() => context.notifier.mailboxChanged(row.mailbox_id));
}

const insertBody = prepareQuery<MessageBodiesTable>()((db, slot) =>
  db.insertInto('message_bodies').values({
    message_id: slot('message_id'),
    text: slot('text'),
    html: slot('html'),
    pii_spans: slot('pii_spans'),
  }),
);

async function storeContent(
  context: Context,
  transaction: Transaction,
  row: Unread,
  result: InboundResult,
): Promise<void> {
  const { db } = transaction;
  const piiSpans = result.piiSpans && JSON.stringify(result.piiSpans);
  await insertBody(db, { message_id: row.id, text: result.text, html: result.html, pii_spans: piiSpans });
  await indexMessage(context, transaction, row, { text: result.text, pii_spans: piiSpans });
}

async function tell(
  context: Context,
  transaction: Transaction,
  row: Unread,
  state: 'available' | 'quarantined' | 'blocked',
  scan: Scan,
): Promise<void> {
  const of = { accountId: row.account_id, mailboxId: row.mailbox_id };
  const message = {
    message_id: row.id,
    mailbox_id: row.mailbox_id,
    sender: row.sender,
    recipient: row.recipient,
    subject: row.subject,
  };
  if (state === 'available') {
    await recordEvent(context, transaction, {
      ...of,
      type: 'message.received',
      data: { ...message, received_at: isoTime(row.created_at) },
    });
  }
  if (state === 'quarantined') {
    await recordEvent(context, transaction, {
      ...of,
      type: 'message.quarantined',
      data: {
        ...message,
        thread_id: row.thread_id,
        to: row.recipient,
        direction: 'inbound',
        verdict: scan.verdict,
        trigger_source: 'scanner',
        reasons: scannerHold(scan).summary_reasons,
        quarantined_at: isoTime(transaction.now),
      },
    });
  }
}
