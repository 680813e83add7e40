import type { DeliveryVerdict } from '../smtp-client/verdict.ts';
import type { Transaction } from '../store/store.ts';

/** A composed outgoing message. */
export interface OutboundMail {
  readonly messageId: string;
  /** Null for the service's own mail. */
  readonly accountId: string | null;
  readonly envelopeFrom: string;
  readonly headerFrom: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly raw: Buffer;
}

/**
 * Accepted for delivery; not now, but perhaps later; never; never because there is no such recipient (5.1.x);
 * or nobody knows.
 */
export type TransportOutcome = 'accepted' | 'deferred' | 'rejected' | 'no_such_recipient' | 'ambiguous';

export type MailDelivery = LocalDelivery | RemoteDelivery;

/** A prepared message that a local transaction delivers. */
export interface LocalDelivery {
  readonly kind: 'local';
  commit(transaction: Transaction): Promise<TransportOutcome>;
  /** Undoes the preparation of a message that wasn't accepted. */
  discard(): Promise<void>;
}

/** A mail that leaves this machine. */
export interface RemoteDelivery {
  readonly kind: 'remote';
  /** Resolves when the mail may start; the returned function releases its place. */
  acquire(): Promise<() => void>;
  /** Hands it to the other side; never rejects. */
  send(): Promise<DeliveryVerdict>;
}

/** A mail transport. */
export interface Transport {
  readonly name: 'capture' | 'relay' | 'direct';
  /** Whether mail to other hosts leaves this machine. */
  readonly leavesMachine: boolean;
  /** False after a failed attempt to connect. */
  isHealthy(): boolean;
  prepare(mail: OutboundMail): Promise<MailDelivery>;
  /** Ends idle connections. */
  close(): void;
}
