import type { Selectable } from 'kysely';
import type { MessageState } from '../../shared/contract/messages.ts';
import type { Scan, ScanVerdict } from '../../shared/contract/scan.ts';
import type { InboundResult } from '../analysis/tasks.ts';
import type { ReadAttachments } from '../attachments/previews/arrival.ts';
import { insertAttachments } from '../attachments/previews/insert.ts';
import { scannerHold } from '../messages/hold.ts';
import { htmlTextColumns } from '../messages/scanned.ts';
import { moveState } from '../messages/states.ts';
import { preview } from '../messages/text.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { MessageBodiesTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { isoTime } from '../system/iso-time.ts';
import { weighSender } from './sender-evidence.ts';
import type { Unread } from './unread.ts';

/** State of an inbound message by its verdict. */
const STATE_OF_VERDICT: Readonly<Record<ScanVerdict, 'available' | 'quarantined' | 'blocked'>> = {
  clean: 'available',
  warning: 'available',
  review_required: 'quarantined',
  quarantined: 'quarantined',
  blocked: 'blocked',
};

/** Stores the parsed message, applies its verdict and records the event. */
export async function settle(
  transaction: Transaction,
  row: Unread,
  { result: scanned, previews }: ReadAttachments,
): Promise<void> {
  const result = await weighSender(transaction, row, scanned);
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
  await storeContent(transaction, row, result);
  await insertAttachments(transaction, row, { result, previews });
  await tell(transaction, row, state, result.scan);
  transaction.wake('mailbox', row.mailbox_id);
}

const insertBody = prepareQuery<Selectable<MessageBodiesTable>>()((db, slot) =>
  db.insertInto('message_bodies').values({
    message_id: slot('message_id'),
    text: slot('text'),
    html: slot('html'),
    pii_spans: slot('pii_spans'),
    html_text: slot('html_text'),
    html_pii_spans: slot('html_pii_spans'),
  }),
);

async function storeContent(transaction: Transaction, row: Unread, result: InboundResult): Promise<void> {
  const { db } = transaction;
  const piiSpans = result.piiSpans && JSON.stringify(result.piiSpans);
  await insertBody(db, {
    message_id: row.id,
    text: result.text,
    html: result.html,
    pii_spans: piiSpans,
    ...htmlTextColumns(result.htmlText),
  });
  await transaction.index(row, { text: result.text, pii_spans: piiSpans });
}

async function tell(
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
    await transaction.emit({
      ...of,
      type: 'message.received',
      data: { ...message, received_at: isoTime(row.created_at) },
    });
  }
  if (state === 'quarantined') {
    await transaction.emit({
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
