import type { ActualMailbox } from '../actual/read.ts';
import type { MailboxSetup } from '../file/schema.ts';

/** A mailbox of the file, beside the one of the daemon. */
export interface MailboxPair {
  readonly name: string;
  readonly wanted: MailboxSetup;
  /** Undefined for one that will be created. */
  readonly there: ActualMailbox | undefined;
}
