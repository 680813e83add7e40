import type { DeliveryVerdict } from '../../network/smtp-client/verdict.ts';
import type { Transaction } from '../../platform/store/store.ts';

/** A composed outgoing message. */
export interface OutboundMail {
  readonly messageId: string;
  /** Null for the service's own mail. */
  readonly accountId: string | null;
  /** The mailbox that sends it, if that is connected to another server. */
  readonly connectedMailbox: string | null;
  readonly envelopeFrom: string;
  readonly headerFrom: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Text and HTML are those of the stored message. */
  readonly isAsStored: boolean;
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
  /** Accounts that it delivers to, for the scope of the transaction. */
  readonly accounts: readonly string[];
  /** Finds out the outcome; changes nothing. */
  plan(transaction: Transaction): Promise<LocalPlan>;
  /** Undoes the preparation of a message that wasn't accepted. */
  discard(): Promise<void>;
}

/** The outcome of local mail; `deliver` stores accepted mail in the same transaction. */
export type LocalPlan =
  | { readonly outcome: 'accepted'; readonly deliver: () => Promise<unknown> }
  | { readonly outcome: 'deferred' | 'no_such_recipient' };

/** A mail that leaves this machine. */
export interface RemoteDelivery {
  readonly kind: 'remote';
  /**
   * Resolves when the mail may start; the returned function releases its place. Null when its turn doesn't
   * come in time: then it's deferred.
   */
  acquire(): Promise<(() => void) | null>;
  /** Hands it to the other side; never rejects. */
  send(): Promise<DeliveryVerdict>;
}

/** A mail transport. */
export type Transport = LocalTransport | OutsideTransport;

interface AnyTransport {
  /** False after a failed attempt to connect. */
  isHealthy(): boolean;
  /** Ends all connections. Mail that isn't completely sent is deferred, other mail ambiguous. */
  close(): void;
}

/** Keeps all mail on this machine, except that connected mailboxes send by their own servers. */
export interface LocalTransport extends AnyTransport {
  readonly name: 'capture';
  readonly leavesMachine: false;
  prepare(mail: OutboundMail): Promise<MailDelivery>;
  /** For mail of other mailboxes. */
  keep(mail: OutboundMail): Promise<LocalDelivery>;
}

/** Mail to other hosts leaves this machine. */
export interface OutsideTransport extends AnyTransport {
  readonly name: 'relay' | 'direct';
  readonly leavesMachine: true;
  prepare(mail: OutboundMail): Promise<MailDelivery>;
}
