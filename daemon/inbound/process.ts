import type { MessageState } from '../../shared/contract/messages.ts';
import type { Scan, ScanVerdict } from '../../shared/contract/scan.ts';
import { incompleteInbound } from '../analysis/incomplete.ts';
import type { InboundResult } from '../analysis/tasks.ts';
import type { Context } from '../context.ts';
import { recordEvent } from '../events/record.ts';
import { scannerHold } from '../messages/hold.ts';
import { moveState } from '../messages/states.ts';
import { foldForSearch, preview } from '../messages/text.ts';
import { indexWords } from '../store/sqlite/search.ts';
import type { Transaction } from '../store/store.ts';

/** State of an inbound message by the verdict of its scan (decisions 8.6). */
const STATE_OF_VERDICT: Readonly<Record<ScanVerdict, 'available' | 'quarantined' | 'blocked'>> = {
  clean: 'available',
  warning: 'available',
  review_required: 'quarantined',
  quarantined: 'quarantined',
  blocked: 'blocked',
};

/** Reads and scans one accepted message and makes it readable, or holds it. */
export async function processArrival(context: Context, id: string): Promise<void> {
  const row = await loadUnread(context, id);
  if (!row) return;
  const raw =
    row.raw_blob_id === null ? null : await context.store.blobs.read(context.store.read, row.raw_blob_id);
  const result = raw
    ? await context.analysis.inbound({ raw, policy: row.scanner_policy && JSON.parse(row.scanner_policy) })
    : incompleteInbound('The bytes of the message are missing.');
  try {
    await context.store.write((transaction) => settle(context, transaction, row, result));
  } catch (error) {
    // Never left in between: what cannot be stored as read is held, and later messages are not kept waiting.
    context.log.error({ err: error, message_id: id }, 'the content of a message could not be stored');
    const held = incompleteInbound('The content of the message could not be stored.');
    await context.store.write((transaction) => settle(context, transaction, row, held));
  }
}

type UnreadRow = NonNullable<Awaited<ReturnType<typeof loadUnread>>>;

function loadUnread(context: Context, id: string) {
  return context.store.read
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
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
      'mailboxes.scanner_policy',
    ])
    .where('messages.id', '=', id)
    .where('messages.direction', '=', 'inbound')
    .where('messages.state', 'in', ['received', 'scanning'])
    .executeTakeFirst();
}

async function settle(
  context: Context,
  transaction: Transaction,
  row: UnreadRow,
  result: InboundResult,
): Promise<void> {
  const state = STATE_OF_VERDICT[result.scan.verdict];
  const text = result.text ?? '';
  const path: [MessageState, MessageState, ...MessageState[]] =
    row.state === 'received' ? ['received', 'scanning', state] : ['scanning', state];
  const moved = await moveState(transaction, row.id, path, {
    body_preview: preview(text),
    has_attachment: result.attachments.length > 0 ? 1 : 0,
    scan: JSON.stringify(result.scan),
    hold_context: state === 'quarantined' ? JSON.stringify(scannerHold(result.scan)) : null,
  });
  if (!moved) return;
  await storeContent(transaction, row, result);
  await tell(context, transaction, row, state, result.scan);
  transaction.onCommit(() => context.notifier.mailboxChanged(row.mailbox_id));
}

async function storeContent(transaction: Transaction, row: UnreadRow, result: InboundResult): Promise<void> {
  const { db, now } = transaction;
  await db
    .insertInto('message_bodies')
    .values({
      message_id: row.id,
      text: result.text,
      html: result.html,
      pii_spans: result.piiSpans && JSON.stringify(result.piiSpans),
    })
    .execute();
  await indexWords(transaction, row.seq, foldForSearch(`${row.subject}\n${result.text ?? ''}`));
  for (const [position, attachment] of result.attachments.entries()) {
    await db
      .insertInto('attachments')
      .values({
        ...attachment,
        message_id: row.id,
        position,
        mime_mismatch: attachment.mime_mismatch ? 1 : 0,
        av_scanned_at: attachment.av_verdict === 'skipped' ? null : now,
      })
      .execute();
  }
}

async function tell(
  context: Context,
  transaction: Transaction,
  row: UnreadRow,
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
      data: { ...message, received_at: new Date(row.created_at).toISOString() },
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
        quarantined_at: new Date(transaction.now).toISOString(),
      },
    });
  }
}
