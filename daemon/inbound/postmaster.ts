import type { Context } from '../context.ts';
import { keepInOutbox } from '../outbox/keep.ts';
import type { PreparedBlob } from '../store/blobs.ts';
import type { Transaction } from '../store/store.ts';
import type { HeaderSummary } from './headers.ts';

/** Text that the outbox shows; the whole mail lies beside it. */
const SHOWN_BYTES = 100_000;

/** Mail that people who run this service should read. */
export interface PostmasterMail {
  readonly recipient: string;
  /** The envelope sender: who wrote where no header says it. */
  readonly sender: string;
  readonly headers: HeaderSummary;
  readonly copy: PreparedBlob;
}

/** Keeps mail for the owner of the daemon; resolves with its id in the outbox. */
export function keepForPostmaster(
  context: Pick<Context, 'store' | 'random'>,
  transaction: Transaction,
  { recipient, sender, headers, copy }: PostmasterMail,
): Promise<string> {
  return keepInOutbox(context, transaction, {
    kind: 'email',
    purpose: 'postmaster',
    from: headers.from ?? sender,
    to: recipient.toLowerCase(),
    subject: headers.subject,
    text: context.store.blobs.beginningOf(copy, SHOWN_BYTES).toString('utf8'),
    html: null,
    raw: copy,
    accountId: null,
    messageId: null,
  });
}
