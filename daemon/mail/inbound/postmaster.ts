import type { HeaderSummary } from '../../content/mime/headers.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { keepInOutbox } from '../outbox/keep.ts';

/** Mail for the operator. */
export interface PostmasterMail {
  readonly recipient: string;
  /** The envelope sender, shown when no header names one. */
  readonly sender: string;
  readonly headers: HeaderSummary;
  /** Beginning of the message, for the outbox. */
  readonly text: string;
  /** The recorded bytes of the whole message. */
  readonly blobId: string;
}

/** Stores mail for the operator; resolves with its outbox id. */
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
