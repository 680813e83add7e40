import type { EventsContext } from '../events/context.ts';
import type { PreviewQueue } from './attachments/previews/queue.ts';
import type { Folders } from './imap/folders.ts';
import type { SenderAuthenticator } from './inbound/authentication/authenticate.ts';
import type { Intake } from './inbound/intake.ts';
import type { IdempotencyClaims } from './outbound/idempotency.ts';
import type { Transport } from './outbound/transport.ts';

/** Dependencies of operations on mail. */
export interface MailContext extends EventsContext {
  /** Messages whose attachments are extracted after their verdict. */
  readonly previews: PreviewQueue;
  /** SPF, DKIM, ARC and DMARC of accepted mail. */
  readonly senderAuthentication: SenderAuthenticator;
  /** Readers of self-hosted domains' IMAP folders. */
  readonly folders: Folders;
  /** Accepted inbound messages that aren't processed yet. */
  readonly intake: Intake;
  readonly claims: IdempotencyClaims;
  readonly transport: Transport;
  /** Dispatches in progress. */
  readonly dispatches: Set<Promise<void>>;
}
