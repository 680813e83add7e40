import type { ScanResult } from '../analysis/tasks.ts';
import type { Context } from '../context.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { Transaction } from '../store/store.ts';
import { indexMessage } from './search-index.ts';

/** An outbound message, as stored before anybody looked into it. */
interface Written {
  readonly id: string;
  readonly seq: number;
  readonly mailbox_id: string;
  readonly subject: string;
  readonly text: string;
}

/** Keeps what a scan found of personal data, and makes the message findable: before that nobody may read it. */
export async function recordScanned(
  context: Pick<Context, 'config' | 'secrets'>,
  transaction: Transaction,
  message: Written,
  { piiSpans }: Pick<ScanResult, 'piiSpans'>,
): Promise<void> {
  const pii_spans = piiSpans && JSON.stringify(piiSpans);
  await keepSpans(transaction.db, { message_id: message.id, pii_spans });
  await indexMessage(context, transaction, message, { text: message.text, pii_spans });
}

const keepSpans = prepareQuery<{ message_id: string; pii_spans: string | null }>()((db, slot) =>
  db
    .updateTable('message_bodies')
    .set({ pii_spans: slot('pii_spans') })
    .where('message_id', '=', slot('message_id')),
);
