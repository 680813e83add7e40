import type { RawMail } from '../../../network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';

/** Carries mail to other hosts. */
export interface MailTransport {
  /**
   * Resolves when a message to this address may start; the returned function ends its turn. Null when its
   * turn doesn't come in time.
   */
  acquire(to: string): Promise<(() => void) | null>;
  /** Delivers one message; never rejects. */
  send(mail: RawMail): Promise<DeliveryVerdict>;
  /** False after a failed attempt to reach a server that takes all mail. */
  isHealthy(): boolean;
  /** Closes all connections. Messages that aren't completely sent are deferred, others ambiguous. */
  close(): void;
}
