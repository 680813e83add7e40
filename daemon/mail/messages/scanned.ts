import type { Selectable } from 'kysely';
import type { ScanResult } from '../../content/analysis/tasks.ts';
import type { StoredText } from '../../platform/store/ports.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MessageBodiesTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';

/** An outbound message before its scan. */
interface Written {
  readonly id: string;
  readonly seq: number;
  readonly mailbox_id: string;
  readonly subject: string;
}

type ScannedText = Pick<ScanResult, 'piiSpans' | 'htmlText'> & { readonly text: string | null };

/** Stores the spans of personal data and indexes the message, which isn't readable earlier. */
export async function recordScanned(
  transaction: Transaction,
  message: Written,
  found: ScannedText,
): Promise<void> {
  const stored = storedText(found);
  const { pii_spans } = stored;
  await keepSpans(transaction.db, { message_id: message.id, pii_spans, ...htmlTextColumns(found.htmlText) });
  await transaction.index(message, stored);
}

export function storedText({ text, piiSpans }: Pick<ScannedText, 'text' | 'piiSpans'>): StoredText {
  return { text, pii_spans: piiSpans };
}

type StoredSpans = Pick<
  Selectable<MessageBodiesTable>,
  'message_id' | 'pii_spans' | 'html_text' | 'html_pii_spans'
>;

const keepSpans = prepareQuery<StoredSpans>()((db, param) =>
  db
    .updateTable('message_bodies')
    .set({
      pii_spans: param('pii_spans'),
      html_text: param('html_text'),
      html_pii_spans: param('html_pii_spans'),
    })
    .where('message_id', '=', param('message_id')),
);

/** Columns of the text made from HTML. */
export function htmlTextColumns(
  found: ScanResult['htmlText'],
): Pick<StoredSpans, 'html_text' | 'html_pii_spans'> {
  return {
    html_text: found?.text ?? null,
    html_pii_spans: found?.piiSpans ?? null,
  };
}
