import { readFile } from 'node:fs/promises';
import { incompleteInbound } from '../../content/analysis/incomplete.ts';
import { scanScope } from '../../content/analysis/scope.ts';
import type { InboundResult } from '../../content/analysis/tasks.ts';
import type { LentBlob } from '../../platform/store/blobs/blobs.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { isOutOfRoom } from '../../platform/store/trouble.ts';
import {
  hasDocuments,
  leftForLater,
  type ReadAttachments,
  readAttachments,
} from '../attachments/previews/arrival.ts';
import type { MailContext } from '../context.ts';
import { PendingAuthentication } from './authentication/pending-authentication.ts';
import { applySenderPolicy } from './firewall.ts';
import { intakeEntry } from './intake-entry.ts';
import { loadPending, type PendingInbound } from './pending-inbound.ts';
import { storeScanResult } from './store-scan-result.ts';

/** Parses and scans accepted messages, and releases or holds them. */
export async function processArrivals(context: MailContext, ids: readonly string[]): Promise<void> {
  const loaded = await Promise.all(ids.map((id) => loadPending(context, id)));
  const admitted = await Promise.all(loaded.map((row) => row && admit(context, row)));
  const rows = admitted.filter((row) => row !== null);
  const results = await analyse(context, rows);
  await Promise.all(
    rows.map((row, index) =>
      complete(context, row, results[index] ?? incompleteInbound('The scan returned no result.')).catch(
        (error: unknown) => retryLater(context, row, error),
      ),
    ),
  );
}

/** Applies the sender policy; null when it refuses. A message that a person released isn't checked again. */
async function admit(context: MailContext, row: PendingInbound): Promise<PendingInbound | null> {
  row.ended = context.metrics.operations.begin('inbound_scan', {
    message_id: row.id,
    account_id: row.account_id,
  });
  if (row.state !== 'received' || !(await applySenderPolicy(context, row))) return row;
  row.ended('refused');
  return null;
}

/** Results in the order of the rows. */
async function analyse(context: MailContext, rows: readonly PendingInbound[]): Promise<InboundResult[]> {
  const ids = rows.map((row) => row.raw_blob_id);
  // Large messages are files that the thread reads itself: copying them would block everything else.
  return context.store.blobs.lend(ids, (raws) => analyseContents(context, rows, raws));
}

async function analyseContents(
  context: MailContext,
  rows: readonly PendingInbound[],
  raws: readonly (LentBlob | null)[],
): Promise<InboundResult[]> {
  for (const [index, row] of rows.entries()) row.proof = await authenticate(context, row, raws[index]);
  const present = raws.flatMap((raw, index) => {
    const row = rows[index];
    return raw && row ? [{ raw, size: row.size_bytes, scope: scanScope(context, row) }] : [];
  });
  const results = await context.analysis.inbound(present);
  return raws.map(
    (raw) => (raw && results.shift()) || incompleteInbound('The bytes of the message are missing.'),
  );
}

/** Waits for DNS and documents outside of the queue, so that slow ones delay nothing else. */
async function complete(context: MailContext, row: PendingInbound, result: InboundResult): Promise<void> {
  context.intake.charge(intakeEntry(row), result.milliseconds);
  const { proof } = row;
  const documents = hasDocuments(result);
  const asItIs: ReadAttachments = { result, previews: new Map() };
  const lists = context.dnsBlocklists.concerns(result);
  if (!documents && !lists && (!proof || proof.outcome !== null)) return storeSafely(context, row, asItIs);
  const read = documents ? readSafely(context, row, result) : Promise.resolve(asItIs);
  context.intake.hold(
    Promise.all([read.then((found) => withListings(context, found)), proof?.found])
      .then(([found]) => storeSafely(context, row, found))
      .catch((error: unknown) => retryLater(context, row, error)),
  );
}

/** The row keeps its state until then. */
function retryLater(context: MailContext, row: PendingInbound, error: unknown): void {
  row.ended?.('failed');
  context.log.error({ err: error, message_id: row.id }, 'message not finished, will retry');
  context.intake.again(intakeEntry(row));
}

async function withListings(context: MailContext, read: ReadAttachments): Promise<ReadAttachments> {
  return { ...read, result: await context.dnsBlocklists.complete(read.result) };
}

async function readSafely(
  context: MailContext,
  row: PendingInbound,
  result: InboundResult,
): Promise<ReadAttachments> {
  try {
    return await readAttachments(context, { message: row, result, scope: scanScope(context, row) });
  } catch (error) {
    context.log.error({ err: error, message_id: row.id }, 'attachments not extracted');
    return leftForLater(result);
  }
}

/** Starts sender authentication. Local mail needs none, and a known result stays. */
async function authenticate(
  context: MailContext,
  row: PendingInbound,
  content: LentBlob | null | undefined,
): Promise<PendingAuthentication | null> {
  if (row.peer === null || !content) return null;
  const raw = typeof content === 'string' ? await readFile(content) : content;
  return new PendingAuthentication(
    context.senderAuthentication.authenticate({
      peer: row.peer,
      mailFrom: row.envelope_sender ?? '',
      fromAddress: row.from_address,
      raw,
    }),
  );
}

/** A message that can't be stored as parsed is held, so that later ones needn't wait for it. */
async function storeSafely(context: MailContext, row: PendingInbound, read: ReadAttachments): Promise<void> {
  try {
    await context.store.write(accountScope(row), (transaction) => storeScanResult(transaction, row, read));
    row.ended?.('done');
  } catch (error) {
    // A full disk isn't the message's fault.
    if (isOutOfRoom(error)) throw error;
    context.log.error({ err: error, message_id: row.id }, 'message content not stored');
    const held = incompleteInbound("The content of the message couldn't be stored.");
    const nothing = { result: held, previews: new Map() };
    await context.store.write(accountScope(row), (transaction) => storeScanResult(transaction, row, nothing));
    row.ended?.('failed');
  }
}
