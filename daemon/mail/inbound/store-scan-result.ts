import type { ScanVerdict } from '../../../shared/contract/scan.ts';
import type { InboundResult } from '../../content/analysis/tasks.ts';
import { preview } from '../../content/stored-text/text.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { ReadAttachments } from '../attachments/previews/arrival.ts';
import { insertAttachments } from '../attachments/previews/insert.ts';
import { insertBody } from '../messages/body-row.ts';
import { htmlTextColumns, storedText } from '../messages/scanned.ts';
import { transition } from '../messages/transitions/transition.ts';
import type { PendingInbound } from './pending-inbound.ts';
import { weighSender } from './sender-evidence.ts';

/** State of an inbound message by its verdict. */
const STATE_OF_VERDICT: Readonly<Record<ScanVerdict, 'available' | 'quarantined' | 'blocked'>> = {
  clean: 'available',
  warning: 'available',
  review_required: 'quarantined',
  quarantined: 'quarantined',
  blocked: 'blocked',
};

/** Stores the parsed message and moves it to the state of its verdict. */
export async function storeScanResult(
  transaction: Transaction,
  row: PendingInbound,
  { result: scanned, previews }: ReadAttachments,
): Promise<void> {
  const result = await weighSender(transaction, row, scanned);
  const moved = await transition(transaction, row, {
    to: STATE_OF_VERDICT[result.scan.verdict],
    cause: row.peer?.via === 'imap' && row.peer.imported ? 'imported' : 'received',
    scanned: result,
    columns: {
      body_preview: preview(result.text ?? ''),
      ...(row.proof && { sender_authentication: row.proof.outcome, peer: null }),
      has_attachment: result.attachments.length > 0,
    },
  });
  if (!moved) return;
  await storeContent(transaction, row, result);
  await insertAttachments(transaction, row, { result, previews });
}

async function storeContent(
  transaction: Transaction,
  row: PendingInbound,
  result: InboundResult,
): Promise<void> {
  const { html, htmlText } = result;
  await insertBody(transaction.db, {
    message_id: row.id,
    account_id: row.account_id,
    ...storedText(result),
    html,
    ...htmlTextColumns(htmlText),
  });
}
