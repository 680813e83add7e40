import { keepInOutbox } from '../outbox/keep.ts';
import type { Transaction } from '../store/store.ts';
import type { HeaderSummary } from './headers.ts';

/** Mail that people who run this service should read. */
export interface PostmasterMail {
  readonly recipient: string;
  /** The envelope sender: who wrote where no header says it. */
  readonly sender: string;
  readonly headers: HeaderSummary;
  /** The beginning of the message, which the outbox shows. */
  readonly text: string;
  /** The recorded bytes of the whole message. */
  readonly blobId: string;
}

/** Keeps mail for the owner of the daemon; resolves with its id in the outbox. */
export function keepForPostmaster(
  transaction: Transaction,
  { recipient, sender, headers, text, blobId }: PostmasterMail,
): Promise<string> {
  return keepInOutbox(transaction, {
    kind: 'email',
    purpose: 'postmaster',
    from: headers.from ?? sender,
    to: recipient.toLowerCase(),
    subject: headers.subject,
    text,
    html: null,
    rawBlobId: blobId,
    accountId: null,
    messageId: null,
  });
}
